#include "compiler/check/program.h"

#include <fmt/format.h>

#include <iterator>

namespace loop::compiler {

namespace {

void dump_arguments(std::string& text, const Construct& construct, const Source& source) {
    for (std::size_t i = 0; i < construct.arguments.size(); ++i)
        if (construct.has(i))
            text += fmt::format("  {}: `{}`\n", construct.info->parameters[i].name,
                                source.text(construct.argument(i)));
    if (construct.iterator) text += fmt::format("  iterator: `{}`\n", source.text(*construct.iterator));
    for (const Array& array : construct.arrays)
        text += array.allocate_at == none ? fmt::format("  array {}: allocated here\n", array.name)
                                          : fmt::format("  array {}: allocated in line {}\n", array.name,
                                                        source.position(array.allocate_at).line);
    if (construct.has_statement)
        text += fmt::format("  statement: lines {} to {}\n", source.position(construct.statement.begin).line,
                            source.position(construct.statement.end).line);
}

} // namespace

std::string dump(const Program& program, const Source& source) {
    std::string text = fmt::format("program {}\n", program.summary.name);
    for (const ParameterSummary& parameter : program.summary.parameters)
        text += fmt::format("parameter {} {} = {}\n", parameter.type, parameter.name, parameter.default_text);
    for (const std::string& flag : program.summary.build.flags)
        text += fmt::format("flag {}\n", flag);
    for (const std::string& library : program.summary.build.libraries)
        text += fmt::format("library {}\n", library);
    for (const Supplied* supplied : program.prelude)
        text += fmt::format("supplied {}\n", supplied->name);
    for (const Construct& construct : program.constructs) {
        const Position at = source.position(construct.name.begin);
        text += fmt::format("{}:{} \\{}", at.line, at.column, construct.info->name);
        if (construct.parent != none)
            text += fmt::format(" inside line {}",
                                source.position(program.constructs[construct.parent].name.begin).line);
        text += '\n';
        dump_arguments(text, construct, source);
    }
    return text;
}

} // namespace loop::compiler
