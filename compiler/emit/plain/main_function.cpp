#include "compiler/emit/plain/main_function.h"

#include "compiler/emit/constructs.h"
#include "compiler/emit/literals.h"

#include <fmt/format.h>

#include <algorithm>

namespace loop::compiler {

namespace {

struct Row {
    std::string name;
    std::string default_text;
    std::string help;
    std::string fits; ///< the function that checks a value
};

std::vector<Row> rows(const Program& program) {
    std::vector<Row> all;
    for (const ParameterSummary& parameter : program.summary.parameters) {
        const bool is_count = parameter.name == "size" || parameter.name == "iterations";
        const std::string type = parameter.type == "size_t" ? "std::size_t" : parameter.type;
        all.push_back({parameter.name, parameter.default_text, parameter.help,
                       is_count ? "loop::is_count" : fmt::format("loop::is_a<{}>", type)});
    }
    const auto add_unless_known = [&](const char* name, const char* default_text, const char* help) {
        const auto same = [&](const Row& row) { return row.name == name; };
        if (std::none_of(all.begin(), all.end(), same))
            all.push_back({name, default_text, help, "loop::is_count"});
    };
    add_unless_known("size", "100", "problem size");
    add_unless_known("iterations", "10", "repetitions");
    return all;
}

/// The arguments of a function that reads them: the table, and whether the program reads others itself.
std::string table(const Program& program, const std::string& indent) {
    std::string text = "{\n";
    for (const Row& row : rows(program))
        text += fmt::format("{}    {{{}, {}, {}, {}}},\n", indent, literal_of(row.name),
                            literal_of(row.default_text), literal_of(row.help), row.fits);
    return text + indent + (program.summary.main_has_parameters ? "}, true" : "}");
}

std::string statements(const Program& program, const std::string& count, const std::string& words) {
    std::string text =
        fmt::format("\n    loop::read_arguments({}, {}, {});", count, words, table(program, "    "));
    for (const Construct& construct : program.constructs)
        if (construct.parameter && construct.function == none)
            text +=
                fmt::format("\n    {} = {};", construct.parameter->name, plain_argument(construct, program));
    return text;
}

} // namespace

std::string early_arguments(const Program& program) {
    return fmt::format("static const loop::EarlyArguments loop_arguments({});\n\n", table(program, ""));
}

void write_main(const Program& program, Edits& edits) {
    const MainFunction& main = *program.plain.main;
    const auto name = [&](std::size_t i, const char* otherwise) {
        const bool is_given = main.names.size() > i && !main.names[i].empty();
        return is_given ? main.names[i] : program.unused(otherwise);
    };
    const std::string count = name(0, "argc"), words = name(1, "argv");
    const bool named = main.names.size() >= 2 && count == main.names[0] && words == main.names[1];
    if (!named) edits.replace(main.parameters, fmt::format("int {}, char** {}", count, words));
    edits.insert(main.body, statements(program, count, words));
}

} // namespace loop::compiler
