#include "report/bsp/consistency.h"

#include "report/bsp/measured.h"
#include "report/bsp/results.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace loop::report::bsp {

namespace {

constexpr double tolerance = 1e-6;

bool same(double one, double other) {
    return std::abs(one - other) <= tolerance * std::max({std::abs(one), std::abs(other), 1e-12});
}

/// Collects sentences about one call.
class Conditions {
public:
    Conditions(const RunRecord& run, std::string call, const char* construct)
        : run_(run), call_(std::move(call)),
          where_(construct + (call_.empty() ? std::string() : " " + call_)) {}

    /// The result in each launch that has it.
    std::vector<double> of(const ResultKind& kind) const { return launch_results(run_, call_, kind); }
    std::vector<Points> series(const ResultKind& kind, const std::string& y = "") const {
        return launch_series(run_, call_, kind, y);
    }

    /// Compares the results of all launches with what they should be; nothing if their numbers differ.
    void require(const ResultKind& kind, const std::vector<double>& expected, const char* from) {
        const std::vector<double> given = of(kind);
        if (given.size() != expected.size()) return;
        for (std::size_t k = 0; k < given.size(); ++k)
            if (!same(given[k], expected[k]))
                broken_.push_back(fmt::format("{}: `{}` is {} {} in launch {}, but {} is {}", where_,
                                              kind.name, number(given[k]), kind.unit, k + 1, from,
                                              number(expected[k])));
    }

    std::vector<std::string> take() { return std::move(broken_); }

private:
    const RunRecord& run_;
    std::string call_, where_;
    std::vector<std::string> broken_;
};

/// Element by element; empty if the lists differ in length.
template <typename Operation>
std::vector<double> each(const std::vector<double>& one, const std::vector<double>& other,
                         Operation operation) {
    std::vector<double> all;
    for (std::size_t k = 0; one.size() == other.size() && k < one.size(); ++k)
        all.push_back(operation(one[k], other[k]));
    return all;
}

double product(double one, double other) {
    return one * other;
}

void check_line(Conditions& all, const std::string& series, const LineKinds& names) {
    std::vector<double> g, l;
    const std::vector<double> h0 = all.of(kinds::fit_from), h1 = all.of(kinds::fit_to);
    const std::vector<Points> launches = all.series(kinds::h_relation, series);
    for (std::size_t k = 0; k < launches.size() && k < h0.size() && k < h1.size(); ++k)
        if (const auto line = fit(launches[k], h0[k], h1[k])) {
            g.push_back(line->g);
            l.push_back(line->l);
        }
    all.require(names.g_time, g, "the slope of its line");
    all.require(names.l_time, l, "the line at h = 0");
    const std::vector<double> r = all.of(kinds::r);
    all.require(names.g, each(all.of(names.g_time), r, product), "r times g");
    all.require(names.l, each(all.of(names.l_time), r, product), "r times l");
}

/// The smallest g, and the block size at which g is twice as large, from the largest g.
void check_blocks(Conditions& all, const char* pattern, const ResultKind& g_kind, const ResultKind& n_kind) {
    std::vector<double> g, n;
    for (const Points& curve : all.series(kinds::g_over_blocks, pattern)) {
        const auto [least, most] = std::minmax_element(curve.us.begin(), curve.us.end());
        g.push_back(*least);
        n.push_back(*least > 0
                        ? (*most / *least - 1) * curve.h[static_cast<std::size_t>(most - curve.us.begin())]
                        : 0);
    }
    all.require(g_kind, g, "the smallest g of its blocks");
    all.require(n_kind, n, "that of its largest g");
}

void check_probe(Conditions& all) {
    const auto mean = [](double one, double other) { return (one + other) / 2; };
    all.require(kinds::s, each(all.of(kinds::s_dot), all.of(kinds::s_matrix), mean), "the mean of its rates");
    check_blocks(all, "total exchange", kinds::g_infinity, kinds::n_half);
    check_blocks(all, "shift", kinds::g_infinity_shift, kinds::n_half_shift);
    const std::vector<double> s = all.of(kinds::s);
    all.require(kinds::g_infinity, each(all.of(kinds::g_infinity_time), s, product), "s times g");
    all.require(kinds::l_high, each(all.of(kinds::l_high_time), s, product), "s times l");
}

void append(std::vector<std::string>& all, std::vector<std::string> more) {
    all.insert(all.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

} // namespace

std::vector<std::string> contradictions(const RunRecord& run) {
    std::vector<std::string> broken;
    for (const std::string& call : calls_with(run, kinds::h_relation)) {
        Conditions all(run, call, "\\BSPBENCH");
        bool is_second = false;
        for (const std::string& series : series_names(run, call, kinds::h_relation))
            check_line(all, series, line_kinds(std::exchange(is_second, true)));
        append(broken, all.take());
    }
    for (const std::string& call : calls_with(run, kinds::g_over_blocks)) {
        Conditions all(run, call, "\\BSPPROBE");
        check_probe(all);
        append(broken, all.take());
    }
    return broken;
}

std::vector<std::string> contradictions(const MachineTable& prediction) {
    std::vector<std::string> broken;
    for (const std::vector<Value>& row : prediction.rows) {
        double sum = 0;
        for (const std::size_t part : {WorkColumn, WordsColumn, RequestsColumn, SuperstepsColumn})
            sum += row.at(part).number.value_or(0);
        const double total = row.at(TotalColumn).number.value_or(0);
        if (!same(sum, total))
            broken.push_back(fmt::format("the prediction for {} is {} s, but its parts sum to {} s",
                                         row[0].text, number(total), number(sum)));
        if (row.size() <= RatioColumn || !row[RatioColumn].number) continue;
        const double quotient = row[MeasuredColumn].number.value_or(0) / total;
        if (!same(quotient, *row[RatioColumn].number))
            broken.push_back(fmt::format("{}: measured / predicted is {}, but the quotient is {}",
                                         row[0].text, number(*row[RatioColumn].number), number(quotient)));
    }
    return broken;
}

} // namespace loop::report::bsp
