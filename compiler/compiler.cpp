
#include "compiler/compiler.h"

#include "compiler/check/check.h"
#include "compiler/constructs/construct.h"
#include "compiler/emit/emit.h"
#include "compiler/emit/plain/plain.h"
#include "compiler/parse/parse.h"
#include "compiler/reference/reference.h"

namespace loop::compiler {

namespace {

/// Offsets in tokens have 32 bits. Real workloads are much shorter.
constexpr std::size_t max_source_bytes = std::size_t{256} << 20;

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
    state_->file = parse(state_->source);
    state_->program = check(state_->file, state_->source, state_->diagnostics);
    if (target == Target::Plain) check_plain(state_->program, state_->source, state_->diagnostics);
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

std::string Compilation::emit_plain() const {
    return compiler::emit_plain(state_->program, state_->source);
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
