#include "app/source/format.h"

#include "app/input/source_input.h"
#include "runner/system/failure.h"
#include "runner/system/files.h"
#include "runner/system/process.h"

#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <stdexcept>

namespace loop::app {

using runner::ExitCode;
using runner::Failure;

namespace {

compiler::Compilation compiled(const compiler::Source& source, const Terminal& terminal) {
    compiler::Compilation compilation = compiler::compile(source);
    if (compilation.ok()) return compilation;
    const compiler::RenderOptions options{terminal.color_on_errors()};
    terminal.diagnose(render(compilation.diagnostics(), compilation.source(), options));
    throw Failure(ExitCode::SourceErrors, fmt::format("`{}` was not formatted", source.name()),
                  "correct its mistakes first");
}

/// What clang-format makes of a text, with the `.clang-format` that it finds for `name`.
std::string by_clang_format(const std::string& text, const std::string& name) {
    const runner::TemporaryDirectory folder;
    const std::filesystem::path input = folder.path() / "host.cpp";
    const std::filesystem::path output = folder.path() / "formatted.cpp";
    runner::write_file(input, text);
    runner::Interrupts interrupts;
    const runner::Answer answer = runner::ask(
        {"sh", "-c", "exec clang-format --assume-filename=\"$1.cpp\" --sort-includes=false <\"$2\" >\"$3\"",
         "sh", name == "<stdin>" ? "stdin" : name, input, output},
        interrupts);
    if (!answer.status.good())
        throw Failure(ExitCode::InputOutput, "clang-format failed: " + answer.text,
                      runner::install_hint("clang-format"));
    return runner::read_file(output);
}

/// The source with its host code laid out.
compiler::Source with_host_formatted(const compiler::Source& source, const Terminal& terminal) {
    const compiler::Compilation compilation = compiled(source, terminal);
    const compiler::HostMask mask = compilation.host_mask();
    const std::optional<std::string> text = mask.unmasked(by_clang_format(mask.text, source.name()));
    const std::string change = text ? changes_of_host(compilation, *text) : "a construct is missing";
    if (!change.empty())
        throw Failure(ExitCode::Finding,
                      fmt::format("`{}` was not formatted: clang-format changes more than whitespace: {}",
                                  source.name(), change),
                      "see the options of its style, or leave out --host");
    return {source.name(), *text, source.folder()};
}

std::string formatted(const compiler::Source& source, const Terminal& terminal) {
    const compiler::Compilation compilation = compiled(source, terminal);
    const compiler::Formatted result = compiler::format(compilation);
    if (!result.broken.empty())
        throw std::logic_error(fmt::format("`{}` was not formatted: {}", source.name(), result.broken));
    return result.text;
}

void show_difference(const std::string& file, const std::string& text, const Terminal& terminal) {
    const runner::TemporaryDirectory folder;
    const std::filesystem::path changed = folder.path() / "formatted.loop";
    runner::write_file(changed, text);
    runner::Interrupts interrupts;
    const runner::Answer answer = runner::ask(
        {"diff", "-u", "--label", file, "--label", file + ", formatted", "--", file, changed}, interrupts);
    if (answer.status.code > 1)
        throw Failure(ExitCode::InputOutput, fmt::format("`diff` failed for `{}`", file),
                      runner::install_hint("diffutils"));
    terminal.show(answer.text);
}

/// Returns whether the file was not formatted.
bool format_file(const std::string& file, const FmtOptions& options, const Terminal& terminal) {
    const compiler::Source source = read_source(file);
    const std::string text =
        formatted(options.host ? with_host_formatted(source, terminal) : source, terminal);
    const bool differs = text != source.text();
    if (file == "-") {
        if (!options.check) terminal.print(text);
        return differs;
    }
    if (!differs) return false;
    if (options.diff) show_difference(file, text, terminal);
    if (options.check)
        terminal.info(fmt::format("{} is not formatted", file));
    else if (!options.diff)
        runner::write_file_atomically(file, text);
    return true;
}

} // namespace

int format_files(const FmtOptions& options, const Terminal& terminal) {
    if (options.diff && std::count(options.files.begin(), options.files.end(), "-") != 0)
        throw Failure(ExitCode::Usage, "--diff cannot show the difference to stdin",
                      "give the name of a file");
    ExitCode worst = ExitCode::Good;
    for (const std::string& file : options.files) {
        ExitCode code = ExitCode::Good;
        try {
            if (format_file(file, options, terminal) && options.check) code = ExitCode::Finding;
        } catch (const Failure& failure) {
            terminal.error(failure.what(), failure.hint());
            code = failure.code();
        }
        worst = std::max(worst, code);
    }
    return static_cast<int>(worst);
}

} // namespace loop::app
