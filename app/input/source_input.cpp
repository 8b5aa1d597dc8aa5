#include "app/input/source_input.h"

#include "app/output/progress_line.h"
#include "base/text/clean.h"
#include "base/text/nearest.h"
#include "base/text/shell.h"
#include "base/text/strings.h"
#include "runner/run/preparation.h"
#include "runner/system/failure.h"
#include "runner/system/files.h"

#include <fmt/core.h>
#include <strings.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <memory>

namespace loop::app {

namespace fs = std::filesystem;
using runner::ExitCode;
using runner::Failure;

namespace {

constexpr std::size_t limit_bytes = std::size_t(256) << 20;

bool looks_like_file(const std::string& target) {
    return target.find('/') != std::string::npos || fs::path(target).extension() == ".loop";
}

bool names_file(const std::string& target) {
    std::error_code ignored;
    return looks_like_file(target) || fs::is_regular_file(target, ignored);
}

void refuse_control_characters(const std::string& file) {
    const auto is_control = [](unsigned char byte) { return byte < 0x20 || byte == 0x7f; };
    if (std::any_of(file.begin(), file.end(), is_control))
        throw Failure(ExitCode::Usage,
                      fmt::format("the file name `{}` has a control character", with_escapes(file)));
}

/// A file of a similar name in the same folder, if there is one.
std::string hint_about_absent(const fs::path& file) {
    const fs::path folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
    std::vector<std::string> files;
    for (const std::string& name : runner::names_in(folder, ".loop"))
        files.push_back((file.parent_path() / (name + ".loop")).string());
    return did_you_mean(file.string(), files,
                        "give a `.loop` file, or one of the predefined workloads (`loop list`)");
}

bool is_fortran(const fs::path& file) {
    const std::string extension = file.extension().string();
    for (const char* known : {".f", ".for", ".ftn", ".f77", ".f90", ".f95", ".f03", ".f08"})
        if (strcasecmp(extension.c_str(), known) == 0) return true;
    return false;
}

/// Programs in other languages, and those that are built, are for `loop record`.
void refuse_what_is_not_cxx(const compiler::Source& source) {
    const fs::path file = source.name();
    const bool is_built = source.text().substr(0, 4) == "\177ELF";
    if (!is_built && !is_fortran(file)) return;
    const std::string program = is_built ? file.filename().string() : file.stem().string();
    const std::string record = "`" + runner::command_to_record(program) + "`";
    if (is_built)
        throw Failure(ExitCode::Usage, fmt::format("`{}` is a program, not a source", file.string()),
                      "any MPI program is checked unchanged by " + record);
    throw Failure(ExitCode::Usage, fmt::format("`{}` is in Fortran, but LOOP compiles C++", file.string()),
                  fmt::format("build it with `{}`, and check it unchanged: {}",
                              shell_words({"mpifort", "-g", "-o", program, file.string()}), record));
}

} // namespace

compiler::Source read_source(const std::string& file) {
    refuse_control_characters(file);
    if (file == "-") return {"<stdin>", runner::read_descriptor(STDIN_FILENO, "stdin", limit_bytes)};
    try {
        return {file, runner::read_named_file(file, limit_bytes)};
    } catch (const Failure& failure) {
        std::error_code ignored;
        if (fs::exists(file, ignored)) throw;
        throw Failure(failure.code(), failure.what(), hint_about_absent(file));
    }
}

compiler::Source read_workload(const std::string& target, const runner::Installation& installation) {
    // A workload's name means the workload, even if `loop build NAME` has written a program with that name.
    const std::vector<std::string> names = runner::names_in(installation.workloads, ".loop");
    if (std::find(names.begin(), names.end(), target) == names.end()) {
        if (names_file(target)) {
            compiler::Source source = read_source(target);
            refuse_what_is_not_cxx(source);
            return source;
        }
        throw Failure(ExitCode::Usage, fmt::format("`{}` is neither a file nor a workload", target),
                      did_you_mean(target, names, fmt::format("workloads: {}", joined(names, ", "))));
    }
    // A name that does not depend on the current folder, so that the cached program is found from any folder.
    const std::string file = target + ".loop";
    return {"workloads/" + file, runner::read_file(installation.workloads / file, limit_bytes),
            installation.workloads.string()};
}

compiler::Source without_folder(const compiler::Source& source) {
    return {fs::path(source.name()).filename().string(), std::string(source.text())};
}

fs::path header_folder(const compiler::Source& source) {
    return source.folder().empty() ? fs::path(source.name()).parent_path() : fs::path(source.folder());
}

void refuse_source_as_output(const std::string& target, const std::string& output) {
    const fs::path source = target == "-" ? "/dev/stdin" : target;
    std::error_code ignored;
    if (fs::is_regular_file(output, ignored) && fs::equivalent(source, output, ignored))
        throw Failure(ExitCode::Usage, fmt::format("`{}` is the source itself", output),
                      "choose another output with `-o`");
}

compiler::Compilation compile_and_report(compiler::Source source, const Terminal& terminal,
                                         compiler::Target target, Remarks remarks) {
    compiler::Compilation compilation = compiler::compile(std::move(source), target);
    compiler::RenderOptions options;
    options.colour = terminal.color_on_errors();
    options.remarks = remarks == Remarks::Shown;
    const std::string problems = compiler::render(compilation.diagnostics(), compilation.source(), options);
    if (!problems.empty()) terminal.diagnose(problems);
    return compilation;
}

compiler::Compilation compile_or_fail(compiler::Source source, const Terminal& terminal,
                                      compiler::Target target) {
    compiler::Compilation compilation = compile_and_report(std::move(source), terminal, target);
    if (!compilation.ok())
        throw Failure(ExitCode::SourceErrors,
                      fmt::format("{} was not built: it has {}", compilation.source().name(),
                                  counted(compilation.diagnostics().errors(), "error")));
    return compilation;
}

runner::Logger logger_to(const Terminal& terminal) {
    const auto progress = std::make_shared<ProgressLine>(terminal);
    return {[&terminal, progress](const std::string& line) {
                progress->clear();
                terminal.info(line);
            },
            [&terminal, progress](const std::string& text) {
                progress->clear();
                terminal.forward(text);
            },
            [progress](const runner::Progress& now) { progress->show(now); }};
}

} // namespace loop::app
