#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

/// The quoted headers of a program: a cached program is used only while they are unchanged.
namespace loop::runner {

/// From the compiler's make rules: one line `hash path` a header, those under `apart` left out.
std::string dependency_record(std::string_view make_rules, const std::vector<std::filesystem::path>& apart);

/// Whether every file of the record still has its hash.
bool are_unchanged(std::string_view record);

} // namespace loop::runner
