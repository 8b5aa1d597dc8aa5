#include "app/source/check.h"

#include "app/input/source_input.h"
#include "base/formats/answers.h"
#include "runner/system/failure.h"

#include <fmt/core.h>

#include <algorithm>
#include <optional>

namespace loop::app {

using runner::ExitCode;

namespace {

formats::AnswerPosition position_of(const compiler::Source& source, std::size_t offset) {
    const compiler::Position position = source.position(offset);
    return {position.line, position.column};
}

formats::AnswerRange range_of(const compiler::Source& source, compiler::Range range) {
    return {position_of(source, range.begin), position_of(source, range.end)};
}

formats::FileDiagnostic answer_of(const compiler::Diagnostic& diagnostic, const compiler::Source& source) {
    formats::FileDiagnostic answer{std::string(compiler::name_of(diagnostic.severity)),
                                   diagnostic.code,
                                   diagnostic.message,
                                   range_of(source, diagnostic.range),
                                   {},
                                   diagnostic.hint};
    for (const compiler::Note& note : diagnostic.notes)
        answer.notes.push_back({note.message, range_of(source, note.range)});
    return answer;
}

/// Compiles the file without showing its problems.
formats::CheckedFile checked_file(const std::string& file, ExitCode& code) {
    formats::CheckedFile answer{file, {}, false, {}};
    try {
        const compiler::Compilation compilation = compiler::compile(read_source(file));
        answer.has_constructs = compilation.summary().has_constructs;
        for (const compiler::Diagnostic& diagnostic : compilation.diagnostics().sorted())
            answer.diagnostics.push_back(answer_of(diagnostic, compilation.source()));
        code = compilation.ok() ? ExitCode::Good : ExitCode::SourceErrors;
    } catch (const runner::Failure& failure) {
        answer.problem = failure.what();
        code = failure.code();
    }
    return answer;
}

int check_as_json(const CheckOptions& options, const Terminal& terminal) {
    formats::CheckAnswer answer;
    int worst = static_cast<int>(ExitCode::Good);
    for (const std::string& file : options.files) {
        ExitCode code = ExitCode::Good;
        answer.files.push_back(checked_file(file, code));
        worst = std::max(worst, static_cast<int>(code));
    }
    terminal.print(formats::text_of(answer));
    return worst;
}

/// Reads the source. If it cannot be read, reports why and sets `code`, so that the other files are still
/// checked.
std::optional<compiler::Source> readable_source(const std::string& file, const Terminal& terminal,
                                                ExitCode& code) {
    try {
        return read_source(file);
    } catch (const runner::Failure& failure) {
        terminal.error(failure.what(), failure.hint());
        code = failure.code();
        return std::nullopt;
    }
}

ExitCode check_file(const std::string& file, const CheckOptions& options, const Terminal& terminal) {
    ExitCode code = ExitCode::Good;
    std::optional<compiler::Source> source = readable_source(file, terminal, code);
    if (!source) return code;
    const compiler::Compilation compilation =
        compile_and_report(std::move(*source), terminal, compiler::Target::Runtime, Remarks::Shown);
    if (compilation.ok() && !compilation.summary().has_constructs)
        terminal.info(
            fmt::format("{} has no constructs, so there is nothing to check", compilation.source().name()));
    if (options.dump_ast) terminal.print(compilation.dump_ast());
    if (options.dump_program) terminal.print(compilation.dump_program());
    return compilation.ok() ? ExitCode::Good : ExitCode::SourceErrors;
}

} // namespace

int check_files(const CheckOptions& options, const Terminal& terminal) {
    if (options.json) return check_as_json(options, terminal);
    // Check all files. The largest exit code is also the worst.
    int worst = static_cast<int>(ExitCode::Good);
    for (const std::string& file : options.files)
        worst = std::max(worst, static_cast<int>(check_file(file, options, terminal)));
    return worst;
}

} // namespace loop::app
