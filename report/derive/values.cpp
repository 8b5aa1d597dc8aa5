#include "report/derive/values.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace loop::report::derive {

namespace {

using Divisors = Values; ///< by number of ranks

using Form = std::optional<ValueFormula> (*)(const Values& values, const Divisors& by,
                                             const std::string& extent);

std::optional<ValueFormula> multiple(const Values& values, const Divisors& by, const std::string& extent) {
    Values factors;
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (by[i] == 0 || values[i] % by[i] != 0) return std::nullopt;
        factors.push_back(values[i] / by[i]);
    }
    if (!are_equal(factors)) return std::nullopt;
    return ValueFormula{factors.front(), "", " * " + extent};
}

std::optional<ValueFormula> fraction(const Values& values, const Divisors& by, const std::string& extent) {
    Values wholes;
    for (std::size_t i = 0; i < values.size(); ++i)
        wholes.push_back(values[i] * by[i]);
    if (!are_equal(wholes)) return std::nullopt;
    return ValueFormula{wholes.front(), "", " / " + extent};
}

std::optional<ValueFormula> fraction_of_square(const Values& values, const Divisors& by,
                                               const std::string& extent) {
    Divisors squared;
    for (const long long one : by)
        squared.push_back(one * one);
    std::optional<ValueFormula> formula = fraction(values, squared, extent);
    if (formula) formula->after += " / " + extent;
    return formula;
}

/// The least and the most constant of which each value is the rounded fraction; empty if least > most.
std::pair<long long, long long> dividends(const Values& values, const Divisors& by, bool rounds_up) {
    long long least = 1, most = 1LL << 62;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const long long exact = values[i] * by[i], slack = by[i] - 1;
        least = std::max(least, rounds_up ? exact - slack : exact);
        most = std::min(most, rounds_up ? exact : exact + slack);
    }
    return {least, most};
}

/// Two values alone do not show that something is rounded.
constexpr std::size_t proof = 3;

std::optional<ValueFormula> rounded_down(const Values& values, const Divisors& by,
                                         const std::string& extent) {
    const auto [least, most] = dividends(values, by, false);
    if (values.size() < proof || least > most) return std::nullopt;
    return ValueFormula{least, "", " / " + extent};
}

std::optional<ValueFormula> rounded_up(const Values& values, const Divisors& by, const std::string& extent) {
    const auto [least, most] = dividends(values, by, true);
    if (values.size() < proof || least > most) return std::nullopt;
    return ValueFormula{most, "(", " + " + extent + " - 1) / " + extent};
}

std::optional<ValueFormula> line(const Values& values, const Divisors& by, const std::string& extent) {
    if (values.size() < proof || by[0] == by[1]) return std::nullopt;
    const long long rise = values[1] - values[0], run = by[1] - by[0];
    if (rise % run != 0 || rise / run <= 0) return std::nullopt;
    const long long slope = rise / run, offset = values[0] - slope * by[0];
    for (std::size_t i = 0; i < values.size(); ++i)
        if (values[i] != slope * by[i] + offset) return std::nullopt;
    const std::string sign = offset < 0 ? " - " : " + ";
    return ValueFormula{slope, "(", " * " + extent + sign + std::to_string(std::abs(offset)) + ")"};
}

/// A fraction and a constant: blocks with halos, or without their rims.
std::optional<ValueFormula> fraction_and_rim(const Values& values, const Divisors& by,
                                             const std::string& extent) {
    if (values.size() < proof || by[0] == by[1]) return std::nullopt;
    const long long fall = (values[0] - values[1]) * by[0] * by[1], run = by[1] - by[0];
    if (fall % run != 0 || fall / run <= 0) return std::nullopt;
    const long long whole = fall / run, rim = values[0] - whole / by[0];
    for (std::size_t i = 0; i < values.size(); ++i)
        if (whole % by[i] != 0 || values[i] != whole / by[i] + rim) return std::nullopt;
    const std::string sign = rim < 0 ? " - " : " + ";
    return ValueFormula{whole, "(", " / " + extent + sign + std::to_string(std::abs(rim)) + ")"};
}

/// The extents that differ between the numbers of ranks, and their values there.
std::vector<std::pair<Extent, Divisors>> varying_extents(const Counts& counts) {
    std::vector<std::pair<Extent, Divisors>> all;
    for (const Extent& extent : extents()) {
        Divisors by;
        for (const int count : counts)
            by.push_back(extent.value(count));
        if (!are_equal(by) && *std::min_element(by.begin(), by.end()) > 0) all.emplace_back(extent, by);
    }
    return all;
}

/// `constant * extent / extent`
std::optional<ValueFormula> ratio(const Values& values, const Counts& counts) {
    const auto all = varying_extents(counts);
    for (const auto& [extent, by] : all)
        for (const auto& [over, divisors] : all) {
            Values parts;
            for (std::size_t i = 0; i < values.size(); ++i)
                parts.push_back(values[i] * divisors[i] % by[i] == 0 ? values[i] * divisors[i] / by[i] : -1);
            if (parts.front() >= 0 && are_equal(parts))
                return ValueFormula{parts.front(), "", " * " + extent.text + " / " + over.text};
        }
    return std::nullopt;
}

/// An edge of a block: `cells / extent + halo`.
struct Edge {
    std::string text;
    Values lengths;
};

std::vector<Edge> edges_of(long long cells, const Counts& counts) {
    std::vector<Edge> all;
    for (const long long halo : {0, 1, 2})
        for (const auto& [extent, by] : varying_extents(counts)) {
            Edge edge{"(" + std::to_string(cells) + " / " + extent.text +
                          (halo == 0 ? "" : " + " + std::to_string(halo)) + ")",
                      {}};
            for (const long long divisor : by)
                if (cells % divisor == 0) edge.lengths.push_back(cells / divisor + halo);
            if (edge.lengths.size() == counts.size()) all.push_back(std::move(edge));
        }
    return all;
}

/// A face of a block of a cube that is spread over a grid of ranks.
std::optional<ValueFormula> face(const Values& values, const Counts& counts) {
    constexpr long long most_cells = 256;
    for (long long cells = 2; cells <= most_cells && values.size() >= proof; ++cells) {
        const std::vector<Edge> edges = edges_of(cells, counts);
        for (std::size_t a = 0; a < edges.size(); ++a)
            for (std::size_t b = 0; b <= a; ++b) {
                Values areas;
                for (std::size_t i = 0; i < values.size(); ++i)
                    areas.push_back(edges[a].lengths[i] * edges[b].lengths[i]);
                auto formula = multiple(values, areas, edges[a].text + " * " + edges[b].text);
                if (formula) return formula;
            }
    }
    return std::nullopt;
}

} // namespace

bool are_equal(const Values& values) {
    return std::all_of(values.begin(), values.end(), [&](long long one) { return one == values.front(); });
}

std::string ValueFormula::text(const std::string& name) const {
    const std::string times = " * ";
    return name == "1" && after.rfind(times, 0) == 0 ? before + after.substr(times.size())
                                                     : before + name + after;
}

std::optional<ValueFormula> value_formula(const Values& values, const Counts& counts) {
    if (are_equal(values)) return ValueFormula{values.front(), "", ""};
    const auto extents = varying_extents(counts);
    for (const Form form :
         {multiple, fraction, fraction_of_square, rounded_down, rounded_up, line, fraction_and_rim})
        for (const auto& [extent, by] : extents)
            if (auto formula = form(values, by, extent.text)) return formula;
    if (auto formula = ratio(values, counts)) return formula;
    return face(values, counts);
}

} // namespace loop::report::derive
