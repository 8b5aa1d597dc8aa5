#include "report/sheet/document.h"

#include "report/sheet/sections.h"

#include <fmt/core.h>

namespace loop::report {

namespace {

std::string subtitle(const Run& run) {
    std::string text = fmt::format("{} processor{}", run.ranks, run.ranks == 1 ? "" : "s");
    if (!run.machine.empty()) text += " on " + run.machine;
    for (const auto& [name, value] : run.parameters)
        text += fmt::format(", {} = {}", name, value);
    if (run.launches_planned > 1) text += fmt::format(", {} launches", run.launches_planned);
    return text;
}

} // namespace

Document sheet_document(const SheetInput& input) {
    const Run& run = input.run();
    Document document{run.name.empty() ? "unknown workload" : run.name,
                      subtitle(run),
                      run.simulated,
                      run.verdict,
                      run.reasons,
                      {}};
    document.sections.push_back(main_results(input));
    if (Section section = bsp_section(input); !section.paragraphs.empty())
        document.sections.push_back(std::move(section));
    if (Section section = series_section(input); !section.tables.empty())
        document.sections.push_back(std::move(section));
    if (input.analysis != nullptr) {
        document.sections.push_back(statistics(input));
        document.sections.push_back(space_time(input));
    }
    document.sections.push_back(phases(input));
    if (input.analysis != nullptr) {
        document.sections.push_back(states_section(input));
        document.sections.push_back(communication_section(input));
        document.sections.push_back(critical_path_section(input));
    }
    for (const auto make : {results_section, rigor_section})
        document.sections.push_back(make(input));
    if (run.simulated) document.sections.push_back(model_section(input));
    for (const auto make : {environment_section, source_section, repeat_section})
        document.sections.push_back(make(input));
    return document;
}

} // namespace loop::report
