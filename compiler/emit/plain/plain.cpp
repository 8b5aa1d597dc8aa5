#include "compiler/emit/plain/plain.h"

#include "base/text/clean.h"
#include "base/text/shell.h"
#include "compiler/emit/constructs.h"
#include "compiler/emit/literals.h"
#include "compiler/emit/plain/main_function.h"
#include "compiler/emit/plain/selection.h"
#include "compiler/emit/plain/used_names.h"

#include <fmt/format.h>

#include <algorithm>

namespace loop::compiler {

namespace {

/// A name for the program's file.
std::string program_name(const ProgramSummary& summary) {
    return summary.name.empty() || summary.name[0] == '<' ? "program" : summary.name;
}

std::string build_command(const Program& program, const Source& source) {
    const ProgramSummary& summary = program.summary;
    std::vector<std::string> words{"mpicxx", "-std=c++17", "-O2"};
    words.insert(words.end(), summary.build.flags.begin(), summary.build.flags.end());
    const std::size_t slash = source.name().rfind('/');
    if (program.has_own_header && slash != std::string::npos)
        words.insert(words.end(), {"-iquote", source.name().substr(0, std::max<std::size_t>(slash, 1))});
    words.push_back(program_name(summary) + ".cpp");
    if (summary.uses_cblas) words.emplace_back("-lopenblas");
    for (const std::string& library : summary.build.linked())
        words.push_back(library);
    words.insert(words.end(), {"-o", program_name(summary)});
    return shell_words(words);
}

/// Starts the program with one of its arguments, if it has any.
std::string start_command(const ProgramSummary& summary) {
    std::vector<std::string> words{"mpiexec", "-n", "4", "./" + program_name(summary)};
    if (!summary.parameters.empty())
        words.push_back(summary.parameters[0].name + "=" + summary.parameters[0].default_text);
    return shell_words(words);
}

/// How to build and start the program, as a comment.
std::string heading(const Program& program, const Source& source) {
    return fmt::format(
        "// Written by loop {} from {}. It needs MPI and nothing of LOOP; change it as you like.\n"
        "//\n"
        "//     {}\n"
        "//     {}\n"
        "//\n"
        "// The namespace `loop` has what the program uses for communication, measurement, and\n"
        "// arrays. The program itself follows it.{}\n\n",
        LOOP_VERSION, in_comment(source.name()), in_comment(build_command(program, source)),
        in_comment(start_command(program.summary)),
        program.summary.main_has_parameters ? "" : " `--help` lists its arguments.");
}

plain::Selection select(const Program& program) {
    plain::Selection selection;
    selection.use(program.plain.early_parameters ? "loop::EarlyArguments" : "loop::problem_size");
    for (const Construct& construct : program.constructs) {
        for (const std::string& name : plain::names_of(construct, program))
            selection.use(name);
        if (widens_products(construct, program, Target::Plain)) selection.use("loop::wide");
    }
    for (const LibraryName& name : program.plain.library_names)
        selection.use(name.name);
    return selection;
}

/// The program's own code.
std::string own_code(const Program& program, const Source& source) {
    Edits edits;
    drop_byte_order_mark(source.text(), edits);
    for (const Range line : program.plain.library_includes)
        edits.replace(line, "");
    if (!program.plain.early_parameters) write_main(program, edits);
    ConstructWriter(program, source, Target::Plain, edits).write_all();
    return edits.apply(source.text());
}

} // namespace

std::string emit_plain(const Program& program, const Source& source) {
    const plain::Selection selection = select(program);
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
