#include "report/surface/study.h"

#include "base/text/shell.h"
#include "base/text/strings.h"
#include "base/text/units.h"
#include "report/read/environment_lines.h"
#include "report/read/probe_results.h"
#include "report/surface/locality.h"
#include "report/surface/versions.h"
#include "report/sweep/sheet.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace loop::report {

namespace {

/// Points that were interrupted are not failures: their saved results are shown and reported as incomplete.
/// The verdict is that of the surfaces, so a probe that failed does not count.
formats::Verdict judge_surfaces(const Sweep& sweep, const std::vector<Surface>& surfaces) {
    Sweep ended = sweep;
    ended.points.erase(std::remove_if(ended.points.begin(), ended.points.end(),
                                      [&](const SweepPoint& point) {
                                          const std::string state = point.state(sweep.launches_planned);
                                          return state == "open" ||
                                                 (state == "failed" && is_probe(point.workload));
                                      }),
                       ended.points.end());
    formats::Verdict verdict;
    if (!ended.points.empty()) verdict = judge_sweep(ended, curves(ended));
    std::vector<std::string> missing;
    for (const Surface& surface : surfaces)
        if (!surface.is_complete())
            missing.push_back(fmt::format("incomplete: {}, {} of {} points measured", surface.label,
                                          surface.measured(), surface.points.size()));
    const auto open = std::count_if(sweep.points.begin(), sweep.points.end(), [&](const SweepPoint& point) {
        return point.state(sweep.launches_planned) == "open";
    });
    if (open > 0)
        missing.push_back(fmt::format("{} of {} points have not completed the planned launches", open,
                                      sweep.points.size()));
    verdict.reasons.insert(verdict.reasons.begin(), missing.begin(), missing.end());
    if (!verdict.reasons.empty())
        verdict.word = std::max(verdict.word, formats::Verdict::Word::ValidWithNotes);
    return verdict;
}

std::string caches_text(const std::vector<CacheSize>& caches) {
    std::vector<std::string> texts;
    for (const CacheSize& cache : caches)
        texts.push_back(cache.name + " " + bytes_text(cache.bytes));
    return joined(texts, ", ");
}

/// Says how long a cycle is on each machine.
std::string cycles_text(const std::vector<Surface>& surfaces) {
    std::vector<std::string> known;
    bool any_unknown = false;
    for (const Surface& surface : surfaces) {
        const std::string text = fmt::format("{:.0f} MHz on {}", surface.cycle_megahertz, surface.machine);
        const bool is_new = std::find(known.begin(), known.end(), text) == known.end();
        if (surface.has_cycles() && is_new) known.push_back(text);
        any_unknown = any_unknown || !surface.has_cycles();
    }
    if (known.empty())
        return "cycles per word: unknown; the machine is simulated, or its time stamp counter is not steady";
    return fmt::format(
        "cycles per word: mean time per word over all ranks, in ticks of the time stamp counter, "
        "{}{}",
        joined(known, ", "), any_unknown ? "; unknown elsewhere" : "");
}

/// Says whether the last block of the M words could be drawn.
std::string addresses_text(const std::vector<Surface>& surfaces) {
    const auto with_last = std::count_if(surfaces.begin(), surfaces.end(),
                                         [](const Surface& surface) { return surface.last_block; });
    if (with_last == 0)
        return "addresses: as published, the last block of the M words is never drawn; `--set last=true` "
               "includes it";
    if (with_last == static_cast<std::ptrdiff_t>(surfaces.size()))
        return "addresses: every block of the M words can be drawn, also the last one, which the published "
               "formula never draws (last=true)";
    return "addresses: with last=true, every block of the M words can be drawn; otherwise, as published, the "
           "last one is never drawn";
}

/// Says how long each point was timed.
std::string timing_text(const std::vector<Surface>& surfaces) {
    const auto batched = std::find_if(surfaces.begin(), surfaces.end(),
                                      [](const Surface& surface) { return surface.batch_seconds > 0; });
    if (batched == surfaces.end()) return "timing: each point of a launch is one time, of N repeats";
    return fmt::format(
        "timing: each point of a launch takes batches of N repeats with new addresses, each after a "
        "warm-up, until they have taken {:g} ms and the 95 % interval of their median is at most 5 % wide, "
        "or until {:g} ms have passed; the median counts",
        1e3 * batched->batch_seconds, 5e3 * batched->batch_seconds);
}

std::string huge_pages_text(const Surface& surface) {
    if (!std::isfinite(surface.huge_kib)) return "";
    return fmt::format(", of rank 0 {} in huge pages", bytes_text(1024 * surface.huge_kib));
}

void add_facts(const Sweep& sweep, const std::vector<Surface>& surfaces, std::vector<std::string>& facts) {
    facts.emplace_back("bandwidth: 8 bytes / mean time per word over all ranks, in MB/s (10^6 bytes)");
    facts.push_back(cycles_text(surfaces));
    for (const Surface& surface : surfaces) {
        facts.push_back(fmt::format("{}: M / P = {} words ({}{}), B={}, {}", surface.label,
                                    count_text(static_cast<long long>(surface.words_of_rank)),
                                    bytes_text(8 * surface.words_of_rank), huge_pages_text(surface),
                                    number_text(surface.buffers), surface.others));
    }
    if (const RunRecord* const run = sweep.first_run()) {
        facts.push_back("machine: " + hardware_line(*run));
        facts.push_back("built with: " + software_line(*run));
    }
    if (!surfaces.empty() && !surfaces[0].caches.empty())
        facts.push_back("caches that a rank may fill: " + caches_text(surfaces[0].caches));
    facts.push_back(addresses_text(surfaces));
    facts.push_back(
        fmt::format("launches: {} planned per version, number of ranks and machine; medians are shown",
                    sweep.launches_planned));
    facts.push_back("order: the points of a launch are shuffled; one with the longest blocks is first");
    facts.push_back(timing_text(surfaces));
    facts.push_back(fmt::format("again: {}", shell_words(sweep.command)));
}

} // namespace

SurfaceStudy study_of(const Sweep& sweep) {
    SurfaceStudy study;
    study.title = "Apex-Map " + sweep.name;
    study.surfaces = surfaces(sweep);
    const auto is_single = [](const Surface& surface) { return surface.points.size() < 2; };
    if (std::all_of(study.surfaces.begin(), study.surfaces.end(), is_single)) return SurfaceStudy();
    study.probes = probes(sweep, study.surfaces);
    study.ratios = ratios(by_machine(study.surfaces));
    for (SurfaceRatio& ratio : version_ratios(study.surfaces))
        study.ratios.push_back(std::move(ratio));
    study.beside_ping_pong = ping_pong_ratios(study.surfaces, ping_pongs(sweep));
    study.over_ranks = over_ranks(study.surfaces);
    study.over_buffers = over_buffers(study.surfaces);
    study.verdict = judge_surfaces(sweep, study.surfaces);
    add_facts(sweep, study.surfaces, study.facts);
    return study;
}

SurfaceStudy compared(const std::vector<std::pair<std::string, Sweep>>& sweeps, const std::string& base) {
    SurfaceStudy study;
    std::vector<std::pair<std::string, std::size_t>> candidates; // name, number of surfaces
    for (const auto& [name, sweep] : sweeps) {
        std::vector<Surface> own = surfaces(sweep);
        for (Surface& surface : own)
            surface.origin = name;
        for (Probes& found : probes(sweep, own))
            study.probes.push_back(std::move(found));
        const formats::Verdict verdict = judge_surfaces(sweep, own);
        for (const std::string& reason : verdict.reasons)
            study.verdict.reasons.push_back(name + ": " + reason);
        study.verdict.word = std::max(study.verdict.word, verdict.word);
        const std::size_t machines = by_machine(own).size();
        for (const SurfaceGroup& group : by_machine(own)) {
            candidates.emplace_back(machines > 1 ? group[0]->machine : name, group.size());
            for (const Surface* surface : group)
                study.surfaces.push_back(*surface);
        }
        study.facts.push_back(fmt::format("{}: {}, {}", name, sweep.started, shell_words(sweep.command)));
    }
    if (candidates.size() < 2) throw FormatError("there is one surface, and nothing to compare it with");
    label_surfaces(study.surfaces);
    std::vector<SurfaceGroup> groups;
    std::size_t first = 0, chosen = base.empty() ? 0 : candidates.size();
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        if (candidates[i].first == base) chosen = i;
        groups.emplace_back();
        for (std::size_t k = 0; k < candidates[i].second; ++k)
            groups.back().push_back(&study.surfaces[first++]);
        study.title += (i == 0 ? "Apex-Map: " : " and ") + candidates[i].first;
    }
    if (chosen == candidates.size()) {
        std::vector<std::string> names;
        for (const auto& [name, count] : candidates)
            names.push_back(name);
        throw ChoiceError("nothing is called `" + base + "`; there are " + joined(names, ", "));
    }
    study.ratios = ratios(groups, chosen);
    return study;
}

} // namespace loop::report
