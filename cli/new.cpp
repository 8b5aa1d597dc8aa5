#include "base/text/nearest.h"
#include "base/text/shell.h"
#include "base/text/strings.h"
#include "cli/verbs.h"
#include "runner/system/failure.h"
#include "runner/system/files.h"
#include "runner/system/installation.h"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <memory>

namespace loop::cli {

namespace fs = std::filesystem;
using runner::ExitCode;
using runner::Failure;

namespace {

constexpr const char* readme_text = R"(# {0}

A workload in LOOP, begun as a copy of the example `{1}`.

    loop run {0}.loop -n 4          # builds it, runs it on 4 ranks, verifies it, prints a summary
    loop compile {0}.loop           # prints the C++ that it becomes
    sh test.sh                      # is it valid on 1, 2, and 4 ranks?

The same with CMake, in the project's own build:

    cmake -B build && cmake --build build && ctest --test-dir build

`loop help language` has all constructs, `loop explain NAME` one of them.
)";

constexpr const char* cmake_text = R"(cmake_minimum_required(VERSION 3.22)
project({0} CXX)
find_package(loop REQUIRED)
loop_add_workload({0} {0}.loop)

enable_testing()
add_test(NAME {0} COMMAND sh ${{CMAKE_CURRENT_SOURCE_DIR}}/test.sh)
)";

constexpr const char* test_text = R"sh(#!/bin/sh
# Runs the workload on several numbers of ranks. LOOP verifies each run; its exit code says whether it is valid.
# LOOP in the environment is the command, if it is not `loop`.
cd "$(dirname -- "$0")" || exit 7
for ranks in 1 2 4; do
    "${{LOOP:-loop}}" run {0}.loop -n $ranks --discard || exit
done
)sh";

/// The name becomes that of a program, a file, and a CMake target.
void refuse_bad_name(const std::string& name) {
    const bool is_good = !name.empty() && std::isalpha(static_cast<unsigned char>(name[0])) != 0 &&
                         std::all_of(name.begin(), name.end(), [](char c) {
                             return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-';
                         });
    if (!is_good)
        throw Failure(ExitCode::Usage, fmt::format("`{}` cannot be the name of a program", name),
                      "begin it with a letter, and use letters, digits, `_`, and `-`");
}

/// The folder must be empty or not there yet.
void refuse_used(const fs::path& folder) {
    std::error_code error;
    if (fs::exists(folder, error) && !fs::is_empty(folder, error))
        throw Failure(ExitCode::InputOutput, fmt::format("`{}` exists, and is not empty", folder.string()),
                      "choose another name, or remove it");
}

std::string example_text(const std::string& example, const runner::Installation& installation) {
    const std::vector<std::string> names = runner::names_in(installation.examples, ".loop");
    if (std::find(names.begin(), names.end(), example) == names.end())
        throw Failure(ExitCode::Usage, fmt::format("there is no example `{}`", example),
                      did_you_mean(example, names, "examples: " + joined(names, ", ")));
    return runner::read_file(installation.examples / (example + ".loop"));
}

int begin_project(const fs::path& wanted, const std::string& example, Context& context) {
    const fs::path folder = wanted.has_filename() ? wanted : wanted.parent_path();
    const std::string name = folder.filename().string();
    refuse_bad_name(name);
    refuse_used(folder);
    const std::string program = example_text(example, runner::find_installation());
    fs::create_directories(folder);
    runner::write_file(folder / (name + ".loop"), program);
    runner::write_file(folder / "README.md", fmt::format(readme_text, name, example));
    runner::write_file(folder / "CMakeLists.txt", fmt::format(cmake_text, name));
    runner::write_file(folder / "test.sh", fmt::format(test_text, name));
    context.terminal.info(fmt::format("written: {}; next: {} && loop run {}.loop", folder.string(),
                                      shell_words({"cd", folder.string()}), name));
    return 0;
}

Action define_new(Arguments& app) {
    auto name = std::make_shared<std::string>();
    app.option("NAME", *name, "the folder; its last part is the name of the program").required();
    auto example = std::make_shared<std::string>("hello");
    app.option("--from EXAMPLE", *example, "the example to begin with; default: hello");
    return [name, example](Context& context) { return begin_project(*name, *example, context); };
}

} // namespace

const Verb new_verb{"new", "write a program, its README, test, and CMake file to start from",
                    "  loop new mine\n  loop new mine --from halo\n", define_new};

} // namespace loop::cli
