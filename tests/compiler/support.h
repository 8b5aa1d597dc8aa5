#pragma once

#include "compiler/compiler.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace loop::compiler::tests {

/// The folder tests/ of the checkout.
const std::filesystem::path tests_folder = LOOP_TESTS;

std::string read_file(const std::filesystem::path& path);
void write_file(const std::filesystem::path& path, const std::string& text);

/// The `.loop` files below `folder` whose names begin with `prefix`, sorted.
std::vector<std::filesystem::path> loop_files(const std::filesystem::path& folder,
                                              const std::string& prefix = "");

/// In lower case, as in the names of test folders and of kernels' workloads.
std::string lower(std::string_view name);

/// Compares with a stored text. If LOOP_UPDATE_GOLDEN is set, rewrites the stored text instead.
void check_golden(const std::filesystem::path& stored, const std::string& seen);

/// Compiles a file of tests/diagnostics: `plain-*.loop` for a plain program.
Compilation compile_diagnostic(const std::filesystem::path& path);

/// The codes of all problems, in source order.
std::vector<std::string> codes(const std::string& text);

/// `body` as the body of main between \OPEN0 and \CLOSE0, from line 2 on.
std::string in_main(const std::string& body);

/// The emitted code of the file's own text, without the code before it.
std::string emitted(const std::string& text);

} // namespace loop::compiler::tests
