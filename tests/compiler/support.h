#pragma once

#include "compiler/compiler.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace loop::compiler::tests {

/// tests/ of the checkout.
const std::filesystem::path tests_folder = LOOP_TESTS;

std::string read_file(const std::filesystem::path& path);
void write_file(const std::filesystem::path& path, const std::string& text);

/// The files of a folder and those below it that end in `.loop` and whose names begin with `prefix`, sorted.
std::vector<std::filesystem::path> loop_files(const std::filesystem::path& folder,
                                              const std::string& prefix = "");

/// As the folder of a construct's tests, and the workload of a kernel, are called.
std::string lower(std::string_view name);

/// Compares with a stored text, or rewrites it where LOOP_UPDATE_GOLDEN is set.
void check_golden(const std::filesystem::path& stored, const std::string& seen);

/// The codes of all problems, in source order.
std::vector<std::string> codes(const std::string& text);

/// `body` as the body of main between \OPEN0 and \CLOSE0, from line 2 on.
std::string in_main(const std::string& body);

/// What the emitter wrote for the file's own text, without what it puts before it.
std::string emitted(const std::string& text);

} // namespace loop::compiler::tests
