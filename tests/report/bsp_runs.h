#pragma once

#include "report/read/run.h"
#include "support.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

/// Runs of bspbench and bspprobe, and of programs, made for tests.
namespace bsp_test {

namespace kinds = loop::kinds;
using loop::ResultKind;
using loop::report::ResultValue;
using loop::report::RunRecord;
using loop::report::Series;
using loop::report::Spread;

/// A result that rank 0 told in each launch.
inline ResultValue result(const ResultKind& kind, std::vector<double> launches) {
    std::vector<std::optional<Spread>> all;
    for (const double value : launches)
        all.emplace_back(Spread{value, value, value});
    std::sort(launches.begin(), launches.end());
    const std::size_t middle = launches.size() / 2;
    const double median =
        launches.size() % 2 == 1 ? launches[middle] : (launches[middle - 1] + launches[middle]) / 2;
    return {kind.name, kind.unit, 1,   Spread{launches.front(), median, launches.back()},
            0,         1,         all, {kind.tag, "", {}}};
}

inline Series series(const ResultKind& kind, const std::string& y, std::vector<double> x,
                     std::vector<double> values) {
    return {kind.name, "x", "", y, kind.unit, std::move(x), std::move(values), 1, {kind.tag, "", {}}};
}

inline RunRecord valid_run(int ranks) {
    RunRecord run;
    run.ranks = ranks;
    run.machine.name = "local";
    run.verdict.emplace();
    return run;
}

/// A run of bspbench with one line per launch, over h = 0 to 64, and r in each launch.
inline RunRecord bench_run(const std::vector<std::pair<double, double>>& g_and_l, double r = 1000,
                           int ranks = 2) {
    RunRecord run = valid_run(ranks);
    std::vector<double> rates, slopes, intercepts, g_flops, l_flops;
    for (const auto& [g, l] : g_and_l) {
        std::vector<double> h, us;
        for (int words = 0; words <= 64; ++words) {
            h.push_back(words);
            us.push_back(l + g * words);
        }
        add_launch(run, {series(kinds::h_relation, "time", h, us)});
        rates.push_back(r);
        slopes.push_back(g);
        intercepts.push_back(l);
        g_flops.push_back(g * r);
        l_flops.push_back(l * r);
    }
    const std::vector<double> from(g_and_l.size(), 2), to(g_and_l.size(), 64);
    run.summary.results = {result(kinds::r, rates),           result(kinds::g, g_flops),
                           result(kinds::l, l_flops),         result(kinds::g_time, slopes),
                           result(kinds::l_time, intercepts), result(kinds::fit_from, from),
                           result(kinds::fit_to, to)};
    return run;
}

/// A run of bspbench that measured words in random order, and in cyclic order, with one line per launch each.
inline RunRecord two_orders_run(const std::vector<std::pair<double, double>>& random,
                                const std::vector<std::pair<double, double>>& cyclic) {
    RunRecord run = valid_run(2);
    const RunRecord first = bench_run(random), second = bench_run(cyclic);
    run.summary.results = first.summary.results;
    const std::pair<const ResultKind*, const ResultKind*> renamed[] = {
        {&kinds::g, &kinds::g_cyclic},
        {&kinds::l, &kinds::l_cyclic},
        {&kinds::g_time, &kinds::g_cyclic_time},
        {&kinds::l_time, &kinds::l_cyclic_time}};
    for (ResultValue one : second.summary.results)
        for (const auto& [from, to] : renamed)
            if (one.tag.is(*from)) {
                one.name = to->name;
                one.tag.tag = to->tag;
                run.summary.results.push_back(one);
            }
    const auto all_of = [](const RunRecord& of) { return loop::report::series_of_launches(of); };
    const auto one = all_of(first), other = all_of(second);
    for (std::size_t k = 0; k < one.size(); ++k) {
        std::vector<Series> both{one[k].at(0), other[k].at(0)};
        both[0].y = kinds::times_in_random_order;
        both[1].y = kinds::times_in_cyclic_order;
        add_launch(run, both);
    }
    return run;
}

/// The rates that \\BSPBENCH measures with LEVELS, in Mflop/s, and the caches.
inline void add_levels(RunRecord& run) {
    const auto add = [&](const ResultKind& kind, double value) {
        run.summary.results.push_back(result(kind, {value}));
    };
    add(kinds::r_of_cache[0], 1100);
    add(kinds::cache[0], 32768);
    add(kinds::r_of_cache[1], 700);
    add(kinds::cache[1], 1 << 20);
    add(kinds::r_memory, 100);
    add(kinds::r_scalar, 50);
    add(kinds::r_dgemm, 5000);
}

/// A launch of bspprobe, in flop per 32-bit word.
struct Probe {
    double s = 1000, l_low = 2000, l_high = 2500;
    std::vector<double> g{9, 5, 3, 2}; ///< with blocks of 4, 8, 16, and 32 words
};

inline RunRecord probe_run(const std::vector<Probe>& launches, int ranks = 2) {
    RunRecord run = valid_run(ranks);
    std::vector<double> s, low, high, high_us, g, g64, g_us, n;
    const std::vector<double> blocks{4, 8, 16, 32};
    for (const Probe& probe : launches) {
        add_launch(run, {series(kinds::g_over_blocks, "shift", blocks, probe.g),
                         series(kinds::g_over_blocks, "total exchange", blocks, probe.g)});
        const auto [least, most] = std::minmax_element(probe.g.begin(), probe.g.end());
        s.push_back(probe.s);
        low.push_back(probe.l_low);
        high.push_back(probe.l_high);
        high_us.push_back(probe.l_high / probe.s);
        g.push_back(*least);
        g64.push_back(2 * *least);
        g_us.push_back(*least / probe.s);
        n.push_back(
            *least > 0 ? (*most / *least - 1) * blocks[static_cast<std::size_t>(most - probe.g.begin())] : 0);
    }
    run.summary.results = {result(kinds::s, s),
                           result(kinds::s_dot, s),
                           result(kinds::s_matrix, s),
                           result(kinds::l_low, low),
                           result(kinds::l_high, high),
                           result(kinds::l_high_time, high_us),
                           result(kinds::g_infinity, g),
                           result(kinds::g_infinity_64, g64),
                           result(kinds::g_infinity_time, g_us),
                           result(kinds::n_half, n),
                           result(kinds::g_infinity_shift, g),
                           result(kinds::n_half_shift, n)};
    return run;
}

inline std::string all_of(const std::vector<std::string>& sentences) {
    std::string text;
    for (const std::string& sentence : sentences)
        text += sentence + "\n";
    return text;
}

inline bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

} // namespace bsp_test
