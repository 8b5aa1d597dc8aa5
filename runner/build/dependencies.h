#pragma once

#include "compiler/compiler.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

/// Records the quoted headers and the own libraries of a program: a cached program is used only while they
/// are unchanged.
namespace loop::runner {

/// Returns one line `hash path` per header in the compiler's make rules, except headers below the folders
/// `apart`.
std::string dependency_record(std::string_view make_rules, const std::vector<std::filesystem::path>& apart);

/// Returns such lines for the libraries that a `\BUILD` names, as far as they are in folders of its own flags
/// (`-L DIR`). Those of the system are taken as unchanged.
std::string library_record(const compiler::BuildNeeds& needs);

/// Whether every file of the record still has the recorded hash.
bool are_unchanged(std::string_view record);

} // namespace loop::runner
