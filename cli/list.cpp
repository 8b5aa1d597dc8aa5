#include "app/input/source_input.h"
#include "base/formats/answers.h"
#include "base/text/strings.h"
#include "cli/verbs.h"
#include "runner/profile/profile.h"

#include <fmt/core.h>

#include <memory>

namespace loop::cli {

namespace {

struct ListOptions {
    bool names = false;
    bool machines = false;
    std::string parameters_of;
    bool json = false;
};

formats::ListedProgram answer_of(const compiler::ProgramSummary& program) {
    formats::ListedProgram answer{program.name, program.description, {}};
    for (const compiler::ParameterSummary& parameter : program.parameters)
        answer.parameters.push_back({parameter.name, parameter.type, parameter.default_text, parameter.help});
    return answer;
}

/// All workloads, or the program of `--parameters`.
formats::ListAnswer answer_of(const ListOptions& options, const runner::Installation& installation) {
    const std::vector<std::string> programs = options.parameters_of.empty()
                                                  ? runner::names_in(installation.workloads, ".loop")
                                                  : std::vector<std::string>{options.parameters_of};
    formats::ListAnswer answer;
    for (const std::string& program : programs)
        answer.programs.push_back(
            answer_of(compiler::compile(app::read_workload(program, installation)).summary()));
    return answer;
}

std::string described(const compiler::ProgramSummary& program) {
    std::string text = fmt::format("{:<16}{}\n", program.name, program.description);
    for (const compiler::ParameterSummary& parameter : program.parameters)
        text += fmt::format("    --set {:<22} {}\n", parameter.name + "=" + parameter.default_text,
                            parameter.help.empty() ? parameter.type : parameter.type + ": " + parameter.help);
    return text;
}

int list(const ListOptions& options, Context& context) {
    const runner::Installation installation = runner::find_installation();
    if (options.json) {
        context.terminal.print(formats::text_of(answer_of(options, installation)));
        return 0;
    }
    std::string text;
    if (options.names) {
        text = joined(runner::names_in(installation.workloads, ".loop"), "\n") + "\n";
    } else if (options.machines) {
        text = joined(runner::profile_names(installation), "\n") + "\n";
    } else if (!options.parameters_of.empty()) {
        const auto compilation = compiler::compile(app::read_workload(options.parameters_of, installation));
        for (const auto& parameter : compilation.summary().parameters)
            text += parameter.name + "=\n";
    } else {
        for (const std::string& name : runner::names_in(installation.workloads, ".loop"))
            text += described(compiler::compile(app::read_workload(name, installation)).summary());
    }
    context.terminal.show(text);
    return 0;
}

Action define_list(Arguments& app) {
    auto options = std::make_shared<ListOptions>();
    Option names = app.flag("--names", options->names, "names only");
    Option machines = app.flag("--machines", options->machines, "names of the machine profiles");
    app.option("--parameters FILE|NAME", options->parameters_of, "the parameters of one program");
    app.flag("--json", options->json, "print programs with their parameters as JSON (docs/formats.md)")
        .excludes(names)
        .excludes(machines);
    return [options](Context& context) { return list(*options, context); };
}

} // namespace

const Verb list_verb{"list", "list the predefined workloads and their parameters",
                     "  loop list\n  loop list --parameters ring.loop\n", define_list};

} // namespace loop::cli
