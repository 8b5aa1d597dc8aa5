#include "report/bsp/measured.h"

#include "base/statistics/order_statistics.h"
#include "report/bsp/results.h"

#include <fmt/core.h>

namespace loop::report::bsp {

namespace {

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
    const LineKinds names = line_kinds(found.is_second);
    return line_of(median_result(run, found.name, names.g_time).value_or(statistics::median(g)),
                   median_result(run, found.name, names.l_time).value_or(statistics::median(l)), found.points,
                   found.h0, found.h1);
}

/// The order of the words that a series is named after.
std::string order_of(const std::string& series) {
    const std::size_t comma = series.find(", ");
    return comma == std::string::npos ? "" : series.substr(comma + 2);
}

std::optional<Measured> read(const RunRecord& run, const std::string& call, const std::string& series,
                             bool is_second) {
    Measured found;
    found.name = call;
    found.order = order_of(series);
    found.is_second = is_second;
    found.ranks = run.ranks;
    found.r_mflops = median_result(run, call, kinds::r);
    found.h0 = median_result(run, call, kinds::fit_from).value_or(run.ranks);
    found.launches = launch_series(run, call, kinds::h_relation, series);
    found.points = median_points(found.launches);
    if (found.points.h.empty()) return std::nullopt;
    found.h1 = median_result(run, call, kinds::fit_to).value_or(found.points.h.back());
    const auto line = typical_line(run, found);
    if (!line) return std::nullopt;
    found.line = *line;
    if (found.r_mflops) {
        found.g_in_flops = line->g * *found.r_mflops;
        found.l_in_flops = line->l * *found.r_mflops;
    }
    found.intervals = intervals_of(found.launches, found.h0, found.h1);
    found.r_of_launches = launch_results(run, call, kinds::r);
    found.rates = bench_rates(run, call);
    found.rate_curve = bsp::rate_curve(run, call);
    if (!is_second) found.requests = request_costs(run, call);
    return found;
}

} // namespace

std::vector<std::string> Measured::warnings() const {
    std::vector<std::string> all = bsp::warnings(points, h0, h1, line, intervals);
    for (std::string& warning : bsp::warnings(requests))
        all.push_back(std::move(warning));
    return all;
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
    if (!is_second)
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
    text += fmt::format("; g = {:.4g} us, l = {:.4g} us", line.g, line.l);
    if (order.empty()) return text;
    return text + fmt::format("; words in {}{}", order, order == published_order ? ", as published" : "");
}

std::string Measured::title() const {
    if (!is_second) return name;
    return name.empty() ? order : name + ", " + order;
}

LineKinds line_kinds(bool is_second) {
    if (is_second) return {kinds::g_cyclic, kinds::l_cyclic, kinds::g_cyclic_time, kinds::l_cyclic_time};
    return {kinds::g, kinds::l, kinds::g_time, kinds::l_time};
}

std::vector<Measured> measured(const RunRecord& run) {
    std::vector<Measured> all;
    for (const std::string& call : calls_with(run, kinds::h_relation)) {
        const std::size_t before = all.size();
        for (const std::string& series : series_names(run, call, kinds::h_relation))
            if (auto found = read(run, call, series, all.size() > before)) all.push_back(std::move(*found));
    }
    return all;
}

} // namespace loop::report::bsp
