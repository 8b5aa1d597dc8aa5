#include "report/bsp/section.h"
#include "report/document/values.h"
#include "report/findings/run_conclusions.h"
#include "report/sheet/sections.h"

#include <fmt/core.h>

#include <array>

namespace loop::report {

namespace {

std::string subtitle(const SheetInput& input) {
    const RunRecord& run = input.run();
    std::string text = fmt::format("{} rank{}", run.ranks, run.ranks == 1 ? "" : "s");
    if (const std::string machine = machine_name(run); !machine.empty()) text += " on " + machine;
    for (const auto& [name, value] : run.parameters)
        text += fmt::format(", {}={}", name, value);
    if (run.launches_planned > 1) text += fmt::format(", {} launches", run.launches_planned);
    if (!launch_text(input).empty()) text += fmt::format(", trace of launch {}", input.directory.launch);
    return text;
}

std::vector<std::pair<std::string, Fact>> headline(const SheetInput& input) {
    const RunRecord& run = input.run();
    std::vector<std::pair<std::string, Fact>> all{
        {"time",
         {std::string("execution time") + (run.simulated ? ", simulated" : "") +
              (run.summary.launches > 1 ? ", median launch" : ""),
          run.summary.program.seconds ? seconds_value(run.summary.program.seconds->max) : unknown()}},
        {"ranks", {"ranks", count_value(run.ranks)}}};
    const auto benchmark = bsp::headline(run);
    all.insert(all.end(), benchmark.begin(), benchmark.end());
    if (input.analysis == nullptr) return all;
    const auto shares = state_values(input.analysis->times);
    if (!benchmark.empty() && !shares[0].number) return all; // the trace has a small part of a benchmark
    for (std::size_t i = 0; i < 3; ++i) // a reader meets the words busy, overhead, and idle here first
        all.push_back({state_label(shared_states[i]), {state_meaning(shared_states[i]), shares[i]}});
    if (!shares[3].text.empty()) all.push_back({"mpi", {state_label(State::InMpi), shares[3]}});
    return all;
}

void add_unless_empty(std::vector<Section>& all, Section section) {
    if (!section.is_empty()) all.push_back(std::move(section));
}

/// What the run looked like comes first. The sheet of a BSP benchmark begins with what it measured, because
/// the trace contains a small part of its supersteps.
void add_pictures_of_run(std::vector<Section>& all, const SheetInput& input, const ViewLimits& limits) {
    add_unless_empty(all, bsp_section(input));
    if (input.analysis != nullptr) all.push_back(of_launch(space_time(input, limits), input));
    add_unless_empty(all, bsp_prediction_section(input));
    add_unless_empty(all, series_section(input));
    add_unless_empty(all, distributions_section(input));
}

/// Where its time went.
void add_analysis(std::vector<Section>& all, const SheetInput& input) {
    if (input.analysis != nullptr) all.push_back(of_launch(states_section(input), input));
    all.push_back(of_launch(phases_section(input), input));
    if (input.analysis == nullptr) return;
    all.push_back(of_launch(communication_section(input), input));
    if (Section network = network_section(input); !network.is_empty())
        all.push_back(of_launch(std::move(network), input));
    all.push_back(of_launch(critical_path_section(input), input));
    all.push_back(of_launch(statistics(input), input));
}

/// The order is that in which people read: the picture, its explanation, numbers to look up, and at the end,
/// folded, what they need to trust and to repeat the run.
void add_sections(std::vector<Section>& all, const SheetInput& input, const ViewLimits& limits) {
    add_pictures_of_run(all, input, limits);
    add_analysis(all, input);
    all.push_back(results_section(input));
    if (!call_findings(input.run()).empty()) all.push_back(calls_section(input));
    all.push_back(of_launch(main_results(input), input));
    all.push_back(source_section(input));
    std::vector<Section> details{rigor_section(input)};
    if (input.run().simulated) details.push_back(model_section(input));
    for (const auto make : {environment_section, repeat_section})
        details.push_back(make(input));
    for (Section& section : details) {
        section.is_detail = true;
        all.push_back(std::move(section));
    }
}

} // namespace

Document sheet_document(const SheetInput& input, const ViewLimits& limits) {
    const RunRecord& run = input.run();
    Document document;
    document.title = run.source.name.empty() ? "unknown workload" : run.source.name;
    document.subtitle = subtitle(input);
    document.simulated = run.simulated.has_value();
    document.judge(run.verdict);
    for (const std::string& contradiction : input.directory.contradictions)
        document.reasons.push_back(contradiction);
    document.conclusions = run_conclusions(input.directory, input.analysis);
    document.kind = "LOOP result sheet";
    document.headline = headline(input);
    document.loop_version = run.versions.loop;
    document.has_viewer = true;
    document.min_first_column = 24;
    document.compact = compact_sections(input);
    add_sections(document.sections, input, limits);
    return document;
}

} // namespace loop::report
