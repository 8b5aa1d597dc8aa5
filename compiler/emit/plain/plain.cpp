#include "compiler/emit/plain/plain.h"

#include "base/text/clean.h"
#include "compiler/emit/constructs.h"
#include "compiler/emit/literals.h"
#include "compiler/emit/plain/main_function.h"
#include "compiler/emit/plain/selection.h"
#include "compiler/emit/plain/used_names.h"

#include <fmt/format.h>

#include <algorithm>

namespace loop::compiler {

namespace {

/// How to build and start the program, as a comment.
std::string heading(const Program& program, const Source& source) {
    const ProgramSummary& summary = program.summary;
    const std::string name =
        in_comment(summary.name.empty() || summary.name[0] == '<' ? "program" : summary.name);
    std::string options, arguments;
    for (const std::string& flag : summary.build.flags)
        options += " " + in_comment(flag);
    const std::size_t slash = source.name().rfind('/');
    if (program.plain.has_own_header && slash != std::string::npos)
        options += " -iquote " + in_comment(source.name().substr(0, slash));
    std::string libraries = summary.uses_cblas ? " -lopenblas" : "";
    for (const std::string& library : summary.build.linked())
        libraries += " " + in_comment(library);
    if (!summary.parameters.empty())
        arguments =
            in_comment(fmt::format(" {}={}", summary.parameters[0].name, summary.parameters[0].default_text));
    return fmt::format(
        "// Written by loop {} from {}. It needs MPI and nothing of LOOP; change it as you like.\n"
        "//\n"
        "//     mpicxx -std=c++17 -O2{} {}.cpp{} -o {}\n"
        "//     mpiexec -n 4 ./{}{}\n"
        "//\n"
        "// `--help` lists its arguments. The namespace `loop` holds what the program uses for\n"
        "// communication, measurement, and arrays; the program itself follows it.\n\n",
        LOOP_VERSION, in_comment(source.name()), options, name, libraries, name, name, arguments);
}

plain::Selection select(const Program& program, const Source& source) {
    plain::Selection selection;
    selection.use(program.plain.early_parameters ? "loop::EarlyArguments" : "loop::problem_size");
    for (const Construct& construct : program.constructs)
        for (const std::string& name : plain::names_of(construct, source))
            selection.use(name);
    for (const LibraryName& name : program.plain.library_names)
        selection.use(name.name);
    return selection;
}

/// The program's own code.
std::string own_code(const Program& program, const Source& source) {
    Edits edits;
    for (const Range line : program.plain.library_includes)
        edits.replace(line, "");
    if (!program.plain.early_parameters) write_main(program, source, edits);
    ConstructWriter(program, source, Target::Plain, edits).write_all();
    return edits.apply(source.text());
}

} // namespace

std::string emit_plain(const Program& program, const Source& source) {
    const plain::Selection selection = select(program, source);
    std::string text = heading(program, source);
    // Host code may use that interface.
    if (!std::binary_search(program.words.begin(), program.words.end(), "MPI"))
        text += "#define MPICH_SKIP_MPICXX 1 // without MPI's old C++ interface, which compilers warn of\n"
                "#define OMPI_SKIP_MPICXX 1\n";
    text += selection.includes({"#include <cstdio>", "#include <cstdlib>", "#include <mpi.h>"}) + "\n";
    text += selection.definitions() + "\n";
    for (const Supplied* name : program.prelude)
        text += fmt::format("{}\n", name->plain);
    if (program.plain.early_parameters) text += early_arguments(program);
    return text + own_code(program, source);
}

} // namespace loop::compiler
