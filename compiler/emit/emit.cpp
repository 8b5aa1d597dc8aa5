#include "compiler/emit/emit.h"

#include "base/text/clean.h"
#include "compiler/emit/constructs.h"
#include "compiler/emit/literals.h"

#include <fmt/format.h>

namespace loop::compiler {

namespace {

/// A comment for whoever compiles the C++ by hand.
std::string needs(const BuildNeeds& build) {
    std::string text;
    for (const std::string& word : build.flags)
        text += " " + word;
    for (const std::string& word : build.linked())
        text += " " + word;
    return text.empty() ? "" : fmt::format("// Compile and link it with{}\n", in_comment(text));
}

/// The code that describes the program to the runtime before `main` begins: its options and the text of
/// `--help`.
std::string description(const Program& program, const Source& source) {
    const ProgramSummary& summary = program.summary;
    std::string parameters;
    for (const ParameterSummary& p : summary.parameters)
        parameters += fmt::format("\n        {{{}, {}, {}, {}}},", literal_of(p.name), literal_of(p.type),
                                  literal_of(p.default_text), literal_of(p.help));
    std::vector<std::string> used;
    for (const std::string& name : summary.run_time_parameters)
        used.push_back(literal_of(name));
    return fmt::format("namespace {{\nconst loop::Program loop_program(\n    {}, {}, \"{}\", "
                       "loop::CommandLine::{}, {{{}}},\n"
                       "    {{{}}});\n{}}} // namespace\n",
                       literal_of(summary.name), literal_of(source.name()), summary.source_hash,
                       summary.main_has_parameters ? "program" : "runtime", fmt::join(used, ", "), parameters,
                       summary.threads_communicate ? "const loop::ThreadsCommunicate loop_threads;\n" : "");
}

} // namespace

std::string emit(const Program& program, const Source& source, const EmitOptions& options) {
    return emit_mapped(program, source, options).text;
}

MappedCxx emit_mapped(const Program& program, const Source& source, const EmitOptions& options) {
    std::string text = fmt::format("// Written by loop {} from {}: change that file, not this one.\n",
                                   LOOP_VERSION, in_comment(source.name()));
    if (!options.machine.empty())
        text += fmt::format("// For the machine {}.\n", in_comment(options.machine));
    text += needs(program.summary.build);
    if (program.summary.uses_cblas) text += "#define LOOP_USE_CBLAS\n";
    if (!program.summary.threads.empty()) text += "#include <omp.h>\n";
    text += common_includes;
    text += "\n";
    text += description(program, source);
    for (const Supplied* name : program.prelude)
        text += fmt::format("{}\n", name->declaration);
    if (options.line_directives) text += fmt::format("#line 1 {}\n", literal_of(source.name()));

    Edits edits;
    edits.insert(0, std::move(text));
    drop_byte_order_mark(source.text(), edits);
    for (const HostEdit& edit : program.host_edits)
        edits.replace(edit.range, edit.text);
    ConstructWriter(program, source, Target::Runtime, edits).write_all();
    MappedCxx mapped;
    mapped.text = edits.apply(source.text(), &mapped.kept);
    return mapped;
}

} // namespace loop::compiler
