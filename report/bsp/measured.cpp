#include "report/bsp/measured.h"

#include "base/statistics/order_statistics.h"
#include "base/text/strings.h"

#include <fmt/core.h>

namespace loop::report::bsp {

namespace {

const ResultValue* result(const RunRecord& run, const std::string& call, const ResultKind& kind) {
    for (const ResultValue& one : run.summary.results)
        if (one.tag.call == call && one.tag.is(kind)) return &one;
    return nullptr;
}

std::optional<double> median_result(const RunRecord& run, const std::string& call, const ResultKind& kind) {
    const ResultValue* const found = result(run, call, kind);
    if (found == nullptr || !found->value) return std::nullopt;
    return found->value->median;
}

std::vector<Points> launches_of(const RunRecord& run, const std::string& call) {
    std::vector<Points> all;
    for (const std::vector<Series>& launch : series_of_launches(run))
        for (const Series& series : launch) {
            if (series.tag.call != call || !series.tag.is(kinds::h_relation)) continue;
            Points points;
            for (const auto& [h, us] : points_of(series)) {
                points.h.push_back(h);
                points.us.push_back(us);
            }
            if (!points.h.empty()) all.push_back(std::move(points));
        }
    return all;
}

/// Returns the names of the calls with results of this kind, in the order of their first appearance.
std::vector<std::string> calls_with(const RunRecord& run, const ResultKind& kind) {
    std::vector<std::string> all;
    for (const std::vector<Series>& launch : series_of_launches(run))
        for (const Series& series : launch)
            if (series.tag.is(kind)) add_once(all, series.tag.call);
    return all;
}

/// The line with the g and l of the results. The program fitted one line per launch; g and l are the medians
/// over these lines.
std::optional<Line> typical_line(const RunRecord& run, const Measured& found) {
    std::vector<double> g, l;
    for (const Points& launch : found.launches)
        if (const auto own = fit(launch, found.h0, found.h1)) {
            g.push_back(own->g);
            l.push_back(own->l);
        }
    if (g.empty()) return std::nullopt;
    return line_of(median_result(run, found.name, kinds::g_time).value_or(statistics::median(g)),
                   median_result(run, found.name, kinds::l_time).value_or(statistics::median(l)),
                   found.points, found.h0, found.h1);
}

std::optional<Measured> read(const RunRecord& run, const std::string& call) {
    Measured found;
    found.name = call;
    found.ranks = run.ranks;
    found.r_mflops = median_result(run, call, kinds::r);
    found.h0 = median_result(run, call, kinds::fit_from).value_or(run.ranks);
    found.launches = launches_of(run, call);
    found.points = median_points(found.launches);
    if (found.points.h.empty()) return std::nullopt;
    found.h1 = median_result(run, call, kinds::fit_to).value_or(found.points.h.back());
    const auto line = typical_line(run, found);
    if (!line) return std::nullopt;
    found.line = *line;
    if (found.r_mflops) {
        found.g_in_flops = median_result(run, call, kinds::g).value_or(line->g * *found.r_mflops);
        found.l_in_flops = median_result(run, call, kinds::l).value_or(line->l * *found.r_mflops);
    }
    found.intervals = intervals_of(found.launches, found.h0, found.h1);
    if (const ResultValue* const r = result(run, call, kinds::r))
        for (const auto& launch : r->launches)
            if (launch) found.r_of_launches.push_back(launch->median);
    return found;
}

} // namespace

std::vector<std::string> Measured::warnings() const {
    return bsp::warnings(points, h0, h1, line, intervals);
}

Trust Measured::trust() const {
    Trust trust;
    if (r_mflops && *r_mflops <= 0) trust.invalidate(fmt::format("r is {} Mflop/s", number(*r_mflops)));
    if (line.g < 0) trust.invalidate(fmt::format("g is negative: {} us per word", number(line.g)));
    if (line.l < 0) trust.invalidate(fmt::format("l is negative: {} us", number(line.l)));
    for (const std::string& warning : warnings())
        if (warning.find(" is negative") != 1) trust.note(warning);
    for (const Agreement& agreement : agreements())
        if (!agreement.agree) trust.note(agreement.sentence);
    return trust;
}

std::vector<Agreement> Measured::agreements() const {
    std::vector<Agreement> all;
    std::vector<double> longest;
    for (const Points& launch : launches)
        if (const auto own = fit(launch, h0, h1)) longest.push_back(own->at(h1));
    if (auto r = best_two(r_of_launches, false, "r", "Mflop/s")) all.push_back(std::move(*r));
    if (auto time = best_two(longest, true, fmt::format("h g + l at h = {:g}", h1), "us"))
        all.push_back(std::move(*time));
    return all;
}

std::string Measured::bottom_line() const {
    std::string text = fmt::format("p = {}", ranks);
    if (r_mflops)
        text += fmt::format(", r = {:.5g} Mflop/s, g = {:.4g} flop, l = {:.5g} flop", *r_mflops, *g_in_flops,
                            *l_in_flops);
    return text + fmt::format("; g = {:.4g} us, l = {:.4g} us", line.g, line.l);
}

std::vector<Measured> measured(const RunRecord& run) {
    std::vector<Measured> all;
    for (const std::string& call : calls_with(run, kinds::h_relation))
        if (auto found = read(run, call)) all.push_back(std::move(*found));
    return all;
}

std::vector<Probed> probed(const RunRecord& run) {
    std::vector<Probed> all;
    for (const std::string& call : calls_with(run, kinds::g_over_blocks)) {
        const auto s = median_result(run, call, kinds::s);
        const auto l = median_result(run, call, kinds::l_high);
        const auto g = median_result(run, call, kinds::g_infinity);
        const auto n = median_result(run, call, kinds::n_half);
        if (s && l && g && n) all.push_back({call, run.ranks, *s, *l, *g, *n});
    }
    return all;
}

std::vector<std::string> lines(const RunRecord& run) {
    std::vector<std::string> all;
    for (const Measured& found : measured(run)) {
        const std::string before = found.name.empty() ? "" : found.name + ": ";
        all.push_back(before + found.bottom_line());
        std::string fitted = fmt::format(
            "fitted to h = {:g} to {:g}, {} points, {:.3g} us from the line on average, {:.1f} % explained",
            found.h0, found.h1, found.line.points, found.line.residual, 100 * found.line.explained);
        if (found.launches.size() > 1)
            fitted += fmt::format("; each of {} launches has a line, g and l are their medians",
                                  found.launches.size());
        if (found.intervals)
            fitted +=
                fmt::format("; 95 %: g {:.4g} to {:.4g} us, l {:.4g} to {:.4g} us", found.intervals->g.first,
                            found.intervals->g.second, found.intervals->l.first, found.intervals->l.second);
        else
            fitted += fmt::format("; no intervals: they need at least 6 launches, and there are {}",
                                  found.launches.size());
        all.push_back(before + fitted);
        for (const Agreement& agreement : found.agreements())
            all.push_back(before + agreement.sentence);
        for (const std::string& warning : found.warnings())
            all.push_back(before + "warning: " + warning);
    }
    return all;
}

} // namespace loop::report::bsp
