#include "base/text/strings.h"
#include "base/text/units.h"
#include "report/clue/clue.h"
#include "report/clue/executions.h"
#include "report/read/environment_lines.h"
#include "report/read/probe_results.h"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>

namespace loop::report {

namespace {

constexpr const char* workload = "clue";

std::optional<ClueFigure> figure_of(const SweepPoint& point, int launches_planned) {
    ClueFigure figure;
    figure.word = point.trust(launches_planned).word();
    figure.variation = point.variation;
    figure.ranks = point.ranks;
    figure.work = work_of(point);
    figure.executions = executions_of(point, figure.work);
    for (const ClueExecution& execution : figure.executions) {
        figure.trials[execution.round] = execution.act;
        if (execution.disturbed) figure.disturbed.insert(execution.round);
    }
    if (figure.trials.empty()) return std::nullopt;
    for (const auto& [round, act] : figure.trials) {
        if (act <= figure.act || (figure.disturbed.count(round) != 0 && !figure.only_disturbed())) continue;
        figure.act = act;
        figure.fastest = round;
    }
    return figure;
}

/// Returns the sweep's verdict, with reasons that say how disturbed launches were treated.
formats::Verdict judge_clue(const Sweep& sweep, const ClueReport& report) {
    formats::Verdict verdict = judge_sweep(sweep, curves(sweep));
    std::size_t disturbed = 0, trials = 0;
    std::vector<std::string> only;
    for (const ClueFigure& figure : report.figures) {
        disturbed += figure.disturbed.size();
        trials += figure.trials.size();
        if (figure.only_disturbed()) only.push_back(fmt::format("{} on {}", figure.variation, figure.ranks));
    }
    if (disturbed > 0)
        verdict.reasons.push_back(fmt::format(
            "{} of {} disturbed: left out where another trial can be used, and left out of the conclusions",
            disturbed, counted(trials, "trial")));
    if (!only.empty())
        verdict.reasons.push_back("every trial was disturbed, so the fastest one is used: " +
                                  joined(only, ", "));
    const bool is_known = std::all_of(sweep.points.begin(), sweep.points.end(), [](const SweepPoint& point) {
        return std::all_of(point.launches.begin(), point.launches.end(),
                           [](const SweepLaunch& launch) { return launch.notes.has_value(); });
    });
    const auto mentions = [](const std::string& reason) { return reason.compare(0, 10, "disturbed:") == 0; };
    if (!is_known && std::any_of(verdict.reasons.begin(), verdict.reasons.end(), mentions))
        verdict.reasons.emplace_back("it was not recorded which trials were disturbed, so none is left out");
    return verdict;
}

std::string word_text(const RunRecord& run) {
    const auto bits = run.machine.hardware.word_bits;
    if (bits) return fmt::format("{} bits", *bits);
    if (run.simulated) return "";
    const std::string here = environment_text(run, "word_bits");
    return here == "unknown" ? "" : here + " bits";
}

std::vector<std::pair<std::string, std::string>> facts_of(const formats::Hardware& hardware) {
    std::vector<std::pair<std::string, std::string>> facts;
    if (hardware.nodes) facts.emplace_back("nodes", std::to_string(*hardware.nodes));
    if (!hardware.processor.empty()) facts.emplace_back("processor", hardware.processor);
    if (!hardware.accelerators.empty()) facts.emplace_back("accelerators", hardware.accelerators);
    if (hardware.memory_bytes)
        facts.emplace_back("memory", bytes_text(static_cast<double>(*hardware.memory_bytes)));
    if (!hardware.network.empty()) facts.emplace_back("network", hardware.network);
    return facts;
}

/// Of the largest number of ranks. To be called when all figures are known.
void add_traced(const Sweep& sweep, ClueReport& report) {
    for (const SweepPoint& point : sweep.points) {
        if (point.machine != report.machine || point.variation != "base" || !point.traced) continue;
        if (report.traced && report.traced->ranks > point.ranks) continue;
        const ClueFigure* const one = report.find("base", 1);
        report.traced = ClueTraced{point.ranks, *point.traced, {}};
        const auto seconds = point.traced->seconds;
        if (one != nullptr && one->act > 0 && seconds && *seconds > 0)
            report.traced->efficiency = work_of(point).transitions() / *seconds / one->act;
    }
}

void read_probe(const SweepPoint& point, ClueProbes& probes) {
    if (point.state(1) == "failed") {
        probes.failed.push_back({point.workload, point.ranks, point.why_missing()});
        return;
    }
    if (!point.run) return;
    const bool disturbed = std::any_of(point.launches.begin(), point.launches.end(),
                                       [](const SweepLaunch& launch) { return launch.is_disturbed(); });
    if (point.workload == message_probe) {
        const MessageProbe messages = message_probe_of(*point.run);
        if (!messages.mbs || !messages.latency_us) return;
        probes.message_ranks = point.ranks;
        probes.message_mbs = messages.mbs;
        probes.latency_us = messages.latency_us;
        probes.messages_disturbed = disturbed;
    } else if (!point.run->simulated) {
        const MemoryProbe memory = memory_probe_of(*point.run);
        if (memory.mbs) probes.memory_mbs[point.ranks] = *memory.mbs;
        probes.level = memory.level;
        probes.memory_disturbed = probes.memory_disturbed || disturbed;
    }
}

bool is_probe_point(const SweepPoint& point) {
    return is_probe(point.workload);
}

Sweep without_probes(Sweep sweep) {
    sweep.points.erase(std::remove_if(sweep.points.begin(), sweep.points.end(), is_probe_point),
                       sweep.points.end());
    return sweep;
}

} // namespace

bool is_variation_name(const std::string& name) {
    return !name.empty() && std::all_of(name.begin(), name.end(),
                                        [](unsigned char c) { return std::isalnum(c) != 0 || c == '-'; });
}

std::string clue_label(const std::string& variation, int ranks) {
    return fmt::format("{} on {}", variation, counted(ranks, "rank"));
}

std::vector<std::string> clue_machines(const Sweep& sweep) {
    std::vector<std::string> machines;
    for (const SweepPoint& point : sweep.points)
        add_once(machines, point.machine);
    return machines;
}

bool is_clue(const Sweep& sweep) {
    return sweep.scaled && !std::all_of(sweep.points.begin(), sweep.points.end(), is_probe_point) &&
           std::all_of(sweep.points.begin(), sweep.points.end(), [](const SweepPoint& point) {
               if (is_probe_point(point)) return true;
               const ClueWork work = work_of(point);
               return point.workload == workload && is_variation_name(point.variation) && work.width > 0 &&
                      work.height > 0 && point.iterations;
           });
}

ClueReport clue_report(const Sweep& measured) {
    const Sweep sweep = without_probes(measured);
    ClueReport report;
    report.started = sweep.started;
    report.trials = sweep.launches_planned;
    for (const SweepPoint& point : sweep.points) {
        if (report.machine.empty()) report.machine = report.system = point.machine;
        if (point.machine != report.machine) continue;
        if (point.run && report.hardware.empty()) {
            report.simulated = point.run->simulated.has_value();
            report.hardware = (report.simulated ? "SIMULATED: all times come from a model; on " : "") +
                              hardware_line(*point.run);
            report.word = word_text(*point.run);
            report.facts = facts_of(point.run->machine.hardware);
        }
        if (point.variation == "base" && !report.grid) {
            const ClueWork work = work_of(point);
            report.grid = {work.width, work.height};
        }
        if (auto figure = figure_of(point, sweep.launches_planned))
            report.figures.push_back(std::move(*figure));
        else
            report.missing.push_back({point.variation, point.ranks, point.why_missing(),
                                      point.state(sweep.launches_planned) == "failed"});
    }
    add_efficiencies(report);
    add_traced(sweep, report);
    for (const SweepPoint& point : measured.points)
        if (is_probe_point(point) && point.machine == report.machine) read_probe(point, report.probes);
    report.verdict = judge_clue(sweep, report);
    return report;
}

} // namespace loop::report
