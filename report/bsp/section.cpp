#include "report/bsp/section.h"

#include "report/bsp/measured.h"
#include "report/bsp/probed.h"

#include <fmt/core.h>

#include <algorithm>

namespace loop::report::bsp {

namespace {

std::string fitted_line(const Measured& found) {
    std::string text = fmt::format(
        "fitted to h = {:g} to {:g}, {} points, {:.3g} us from the line on average, {:.1f} % explained",
        found.h0, found.h1, found.line.points, found.line.residual, 100 * found.line.explained);
    if (found.launches.size() > 1)
        text += fmt::format("; each of {} launches has a line, g and l in us are their medians, and in flop, "
                            "these times the median r",
                            found.launches.size());
    if (found.intervals)
        return text + fmt::format("; 95 %: g {:.4g} to {:.4g} us, l {:.4g} to {:.4g} us",
                                  found.intervals->g.first, found.intervals->g.second,
                                  found.intervals->l.first, found.intervals->l.second);
    return text + fmt::format("; no intervals: they need at least 6 launches, and there are {}",
                              found.launches.size());
}

/// What a request of each operation costs; "" if that was not measured.
std::string requests_line(const Measured& found) {
    std::string text;
    for (const auto& [name, line] : named_costs(found.requests))
        text += fmt::format("{} {}: l = {}, o = {}, g = {}", text.empty() ? "" : ";", name, number(line.l),
                            number(line.o), number(line.g));
    return text.empty() ? "" : "h requests of w words take l + h o + h w g, in us:" + text;
}

std::string supersteps_line(const Probed& found) {
    std::string text = fmt::format("l high, with one word: {:.5g} flop", found.l_flops);
    if (found.l_low_flops) text += fmt::format("; l low, without words: {:.5g} flop", *found.l_low_flops);
    if (found.shift)
        text += fmt::format("; words to the right neighbor only: g = {:.4g} flop, n-half = {:.4g} words",
                            found.shift->g_infinity, found.shift->n_half);
    if (found.s_of_launches.size() > 1)
        text += fmt::format("; medians of {} launches, in flop their times multiplied by the median s",
                            found.s_of_launches.size());
    return text;
}

/// "Run the benchmark at least three times."
void add_judgements(std::vector<std::string>& all, const std::string& before, std::size_t launches,
                    bool is_model, const std::vector<Agreement>& agreements,
                    const std::vector<std::string>& warnings) {
    if (launches == 1 && !is_model)
        all.push_back(before + "one launch, for a look: use at least three to trust this (--launches 3)");
    for (const Agreement& agreement : agreements)
        all.push_back(before + agreement.sentence);
    for (const std::string& warning : warnings)
        all.push_back(before + "warning: " + warning);
}

std::string prefix(const std::string& name) {
    return name.empty() ? "" : name + ": ";
}

void add_rates(Section& section, const std::vector<Rate>& rates, const std::string& name) {
    DataTable table = rate_table(rates, name);
    if (table.rows.empty()) return;
    table.id = fmt::format("bsp-rates-{}", section.tables.size() + 1);
    section.tables.push_back(std::move(table));
}

void add_requests(Section& section, const Measured& found) {
    DataTable table = request_table(found.requests, found.name);
    if (table.rows.empty()) return;
    table.id = fmt::format("bsp-requests-{}", section.tables.size() + 1);
    section.tables.push_back(std::move(table));
}

void add_bench(Section& section, const Measured& found) {
    section.pictures.push_back(
        {prefix(found.title()) + "Time of an h-relation",
         fmt::format("{} ranks, line fitted to h = {:g} to {:g}", found.ranks, found.h0, found.h1),
         [found] { return picture(found); }});
    if (found.is_second) return; // its rates are those of the first order
    add_rates(section, found.rates, found.name);
    add_requests(section, found);
    if (!found.rate_curve.n.empty())
        section.pictures.push_back(
            {prefix(found.name) + "Rates of computation",
             "DAXPYs over the number of elements: the mean of the ranks in each launch, with the range of "
             "all "
             "ranks and launches. Vertical lines: the three vectors fill a rank's share of a cache.",
             [found] { return rate_picture(found.rate_curve, found.rates); }});
}

void add_probe(Section& section, const Probed& found) {
    add_rates(section, found.rates, found.name);
    if (!found.total.points.h.empty())
        section.pictures.push_back(
            {prefix(found.name) + "g over the size of blocks",
             "Each launch, and the lines g infinity (1 + n-half / b). LOOP's BSPlib puts blocks of 4096 "
             "words "
             "(16 KiB) and more unbuffered, and copies smaller ones. Values that are not above 0 are at the "
             "lower edge. Below: l of each launch.",
             [found] { return probe_picture(found); }});
}

} // namespace

std::vector<std::string> lines(const RunRecord& run) {
    std::vector<std::string> all;
    for (const Measured& found : measured(run)) {
        const std::string before = prefix(found.title());
        all.push_back(prefix(found.name) + found.bottom_line());
        all.push_back(before + fitted_line(found));
        const std::string requests = requests_line(found);
        if (!requests.empty()) all.push_back(before + requests);
        add_judgements(all, before, found.launches.size(), run.simulated.has_value(), found.agreements(),
                       found.warnings());
    }
    for (const Probed& found : probed(run)) {
        const std::string before = prefix(found.name);
        all.push_back(before + found.bottom_line());
        all.push_back(before + supersteps_line(found));
        add_judgements(all, before, found.s_of_launches.size(), run.simulated.has_value(), found.agreements(),
                       found.warnings());
    }
    return all;
}

std::vector<std::pair<std::string, Fact>> headline(const RunRecord& run) {
    std::vector<std::pair<std::string, Fact>> all;
    const auto add = [&](const std::string& id, const std::string& label, double value) {
        all.push_back({id, {label, {fmt::format("{:.5g}", value), value, ""}}});
    };
    for (const Measured& found : measured(run)) {
        if (!all.empty()) break;
        const std::string order = found.order.empty() ? "" : ", " + found.order;
        if (found.r_mflops) add("r", "r, Mflop/s", *found.r_mflops);
        add("g", "g, us/word" + order, found.line.g);
        add("l", "l, us" + order, found.line.l);
    }
    for (const Probed& found : probed(run)) {
        if (!all.empty() || !found.g_us || !found.l_us) break;
        add("s", "s, Mflop/s", found.s_mflops);
        add("g", "g, us/32-bit word", *found.g_us);
        add("l", "l, us", *found.l_us);
    }
    return all;
}

Section section(const RunRecord& run) {
    Section section{"bsp", "BSP: r, g and l"};
    section.paragraphs = lines(run);
    for (const Measured& found : measured(run))
        add_bench(section, found);
    for (const Probed& found : probed(run))
        add_probe(section, found);
    return section;
}

bool sums_up(const formats::ResultTag& tag) {
    return tag.is(kinds::requests);
}

bool draws(const formats::ResultTag& tag) {
    return tag.is(kinds::h_relation) || tag.is(kinds::rate) || tag.is(kinds::g_over_blocks);
}

} // namespace loop::report::bsp
