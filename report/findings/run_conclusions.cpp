#include "report/findings/run_conclusions.h"

#include "base/text/units.h"
#include "report/document/values.h"
#include "report/findings/impossible_rates.h"
#include "report/findings/record_conclusions.h"
#include "report/findings/trace_conclusions.h"

#include <fmt/core.h>

#include <array>

namespace loop::report {

namespace {

/// Whether ranks were without a core for so long that this matters more than the rest.
bool is_main(const std::optional<Conclusion>& cores) {
    constexpr double much = 25; // percent
    return cores && cores->figure.number >= much;
}

void add(std::vector<Conclusion>& all, std::optional<Conclusion> one) {
    if (one) all.push_back(std::move(*one));
}

std::vector<Conclusion> of_trace(const TracedRun& run) {
    std::vector<Conclusion> all;
    if (!run.analysis.clocks.agree()) { // all others compare times of different ranks
        add(all, phase_conclusion(run));
        return all;
    }
    const auto bound = bound_conclusion(run);
    add(all, bound);
    add(all, threads_conclusion(run.directory));
    add(all, unmeasured_conclusion(run));
    const std::vector<Conclusion> costs = cost_conclusions(run);
    all.insert(all.end(), costs.begin(), costs.end());
    const bool names_rank = bound && bound->id == "bound-by-serial-part";
    const auto busiest = bottleneck_conclusion(run), flooded = flooded_conclusion(run);
    add(all, busiest);
    add(all, flooded);
    if (!names_rank && !busiest && !flooded)
        add(all, late_conclusion(run)); // ranks wait for a flooded one, but it is not late
    const std::vector<Conclusion> visits = visit_conclusions(run);
    all.insert(all.end(), visits.begin(), visits.end());
    add(all, phase_conclusion(run));
    add(all, message_conclusion(run));
    return all;
}

std::vector<Conclusion> of_record(const RunDirectory& directory) {
    std::vector<Conclusion> all = phase_times_conclusions(directory);
    add(all, threads_conclusion(directory));
    return all;
}

/// On a real machine, one interruption or one late start of a rank takes as long as a very short run.
std::optional<Conclusion> too_short(const RunRecord& run) {
    constexpr double shortest = 1e-4; // seconds
    const auto& seconds = run.summary.program.seconds;
    if (repeats(run) || !seconds || seconds->max >= shortest) return std::nullopt;
    return Conclusion{
        "too-short",
        fmt::format("The run is too short to judge: it took {}. Repeat its work (`\\LOOP`) until it "
                    "takes a millisecond or more.",
                    seconds_text(seconds->max)),
        seconds_value(seconds->max), "phases"};
}

} // namespace

std::vector<Conclusion> run_conclusions(const RunDirectory& directory, const Analysis* analysis) {
    constexpr std::size_t most = 6;
    const auto& verdict = directory.run.verdict;
    if (verdict && verdict->word == formats::Verdict::Word::Invalid) return {};
    std::vector<Conclusion> all;
    add(all, impossible_rate(directory));
    if (const auto short_run = too_short(directory.run)) {
        all.push_back(*short_run);
        return all;
    }
    const bool is_traced = analysis != nullptr && directory.trace;
    const std::array<std::optional<Conclusion>, 2> cores{
        core_conclusion(directory), is_traced ? off_cores_conclusion({directory, *analysis}) : std::nullopt};
    for (const auto& one : cores)
        if (is_main(one)) all.push_back(*one);
    const std::vector<Conclusion> main = is_traced ? of_trace({directory, *analysis}) : of_record(directory);
    all.insert(all.end(), main.begin(), main.end());
    for (const auto& one : cores)
        if (!is_main(one)) add(all, one);
    add(all, launches_conclusion(directory));
    if (all.size() > most) all.resize(most);
    return all;
}

} // namespace loop::report
