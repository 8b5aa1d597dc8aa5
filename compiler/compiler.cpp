
#include "compiler/compiler.h"

#include "compiler/check/check.h"
#include "compiler/constructs/construct.h"
#include "compiler/emit/literals.h"
#include "compiler/emit/plain/plain.h"
#include "compiler/format/layout.h"
#include "compiler/format/same_code.h"
#include "compiler/parse/lexer.h"
#include "compiler/parse/parse.h"
#include "compiler/reference/reference.h"

#include <fmt/format.h>

namespace loop::compiler {

namespace {

/// The compiler needs 40 times as much memory for usual code, and up to 270 times if each statement is a few
/// characters long. Real workloads are much shorter.
constexpr std::size_t max_source_bytes = std::size_t{16} << 20;

} // namespace

struct Compilation::State {
    Source source;
    Diagnostics diagnostics;
    ast::File file;
    Program program;
};

Compilation::Compilation(Source source, Target target) : state_(new State{std::move(source), {}, {}, {}}) {
    if (state_->source.text().size() > max_source_bytes) {
        state_->diagnostics.error("file-too-large", {0, 0}, "the file has more than {} MiB",
                                  max_source_bytes >> 20);
        return;
    }
    Lexed lexed = lex(state_->source);
    state_->file = parse(lexed);
    const bool plain = target == Target::Plain;
    state_->program =
        check(state_->file, std::move(lexed), state_->source, state_->diagnostics, plain).program;
    if (plain) check_plain(state_->program, state_->source, state_->diagnostics);
}

Compilation::Compilation(Compilation&&) noexcept = default;
Compilation& Compilation::operator=(Compilation&&) noexcept = default;
Compilation::~Compilation() = default;

const Source& Compilation::source() const {
    return state_->source;
}
const Diagnostics& Compilation::diagnostics() const {
    return state_->diagnostics;
}
const ProgramSummary& Compilation::summary() const {
    return state_->program.summary;
}

std::string Compilation::emit(const EmitOptions& options) const {
    return compiler::emit(state_->program, state_->source, options);
}

MappedCxx Compilation::emit_mapped() const {
    EmitOptions options;
    options.line_directives = false;
    return compiler::emit_mapped(state_->program, state_->source, options);
}

std::string Compilation::emit_plain() const {
    return compiler::emit_plain(state_->program, state_->source);
}

std::string Compilation::laid_out() const {
    return lay_out(state_->file, state_->program, state_->source);
}

HostMask Compilation::host_mask() const {
    return mask_heads(state_->file, state_->program, state_->source);
}

std::string Compilation::dump_ast() const {
    return ast::dump(state_->file, state_->source);
}
std::string Compilation::dump_program() const {
    return dump(state_->program, state_->source);
}

Compilation compile(Source source, Target target) {
    return Compilation(std::move(source), target);
}

namespace {

/// Without the hash of the source, which differs between texts of the same program.
std::string comparable_cxx(const Compilation& compilation) {
    EmitOptions options;
    options.line_directives = false;
    std::string text = compilation.emit(options);
    const std::string hash = literal_of(compilation.summary().source_hash);
    return text.erase(text.find(hash), hash.size());
}

std::string difference(std::string_view what, std::string_view before, std::string_view after,
                       Comments comments = Comments::Exact) {
    const std::size_t at = first_difference(before, after, comments);
    if (at == std::string_view::npos) return {};
    const std::string_view rest = after.substr(at);
    return fmt::format("{} would change at `{}`", what, rest.substr(0, rest.find('\n')));
}

} // namespace

std::string changes_of_host(const Compilation& compilation, std::string_view changed) {
    return difference("the program", compilation.source().text(), changed, Comments::Words);
}

Formatted format(const Compilation& compilation) {
    const Source& source = compilation.source();
    Formatted result{compilation.laid_out()};
    if (result.text == source.text()) return result;
    const Compilation again(Source(source.name(), result.text, source.folder()));
    result.broken = difference("the program", source.text(), result.text);
    if (!result.broken.empty()) return result;
    if (!again.ok())
        result.broken = "the laid out program has mistakes";
    else if (again.laid_out() != result.text)
        result.broken = "a second pass would change it again";
    else
        result.broken = difference("the C++", comparable_cxx(compilation), comparable_cxx(again));
    return result;
}

std::string explain(std::string_view subject) {
    const std::string_view name = !subject.empty() && subject[0] == '\\' ? subject.substr(1) : subject;
    const ConstructInfo* construct = find_construct(name);
    return std::string(construct != nullptr ? page_of_construct(construct->name) : page_of(subject));
}

std::vector<std::string> explain_subjects() {
    std::vector<std::string> subjects;
    for (const Page& page : reference_pages())
        subjects.emplace_back(page.subject);
    return subjects;
}

} // namespace loop::compiler
