#include "report/document/values.h"
#include "report/sheet/sections.h"

#include <fmt/core.h>

namespace loop::report {

namespace {

std::string subtitle(const RunRecord& run) {
    std::string text = fmt::format("{} rank{}", run.ranks, run.ranks == 1 ? "" : "s");
    if (const std::string machine = machine_name(run); !machine.empty()) text += " on " + machine;
    for (const auto& [name, value] : run.parameters)
        text += fmt::format(", {}={}", name, value);
    if (run.launches_planned > 1) text += fmt::format(", {} launches", run.launches_planned);
    return text;
}

std::vector<std::pair<std::string, Fact>> headline(const SheetInput& input) {
    const RunRecord& run = input.run();
    std::vector<std::pair<std::string, Fact>> all{
        {"time",
         {run.simulated ? "execution time, simulated" : "execution time",
          run.summary.program.seconds ? seconds_value(run.summary.program.seconds->max) : unknown()}},
        {"ranks", {"ranks", count_value(run.ranks)}}};
    if (input.analysis == nullptr) return all;
    const auto shares = state_values(input.analysis->times);
    for (std::size_t i = 0; i < 3; ++i)
        all.push_back({state_label(shared_states[i]), {state_label(shared_states[i]), shares[i]}});
    if (!shares[3].text.empty()) all.push_back({"mpi", {state_label(State::InMpi), shares[3]}});
    return all;
}

} // namespace

Document sheet_document(const SheetInput& input, const ViewLimits& limits) {
    const RunRecord& run = input.run();
    Document document;
    document.title = run.source.name.empty() ? "unknown workload" : run.source.name;
    document.subtitle = subtitle(run);
    document.simulated = run.simulated.has_value();
    document.judge(run.verdict);
    for (const std::string& contradiction : input.directory.contradictions)
        document.reasons.push_back(contradiction);
    document.kind = "LOOP result sheet";
    document.headline = headline(input);
    document.loop_version = run.versions.loop;
    document.has_script = true;
    document.min_first_column = 24;
    document.compact = compact_sections(input);
    document.sections.push_back(main_results(input));
    if (Section section = bsp_section(input); !section.paragraphs.empty())
        document.sections.push_back(std::move(section));
    if (Section section = series_section(input); !section.tables.empty())
        document.sections.push_back(std::move(section));
    if (input.analysis != nullptr) {
        document.sections.push_back(statistics(input));
        document.sections.push_back(space_time(input, limits));
    }
    document.sections.push_back(phases_section(input));
    if (input.analysis != nullptr) {
        document.sections.push_back(states_section(input));
        document.sections.push_back(communication_section(input));
        document.sections.push_back(critical_path_section(input));
    }
    document.sections.push_back(results_section(input));
    if (!call_findings(run).empty()) document.sections.push_back(calls_section(input));
    document.sections.push_back(rigor_section(input));
    if (run.simulated) document.sections.push_back(model_section(input));
    for (const auto make : {environment_section, source_section, repeat_section})
        document.sections.push_back(make(input));
    return document;
}

} // namespace loop::report
