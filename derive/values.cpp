#include "derive/values.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numeric>
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
    const bool is_of_size = extent.front() == 'n' && extent != "nodes"; // which are told to be too few
    if (values.size() < proof && !is_of_size) return std::nullopt;
    const std::size_t other = static_cast<std::size_t>(
        std::find_if(by.begin(), by.end(), [&](long long one) { return one != by[0]; }) - by.begin());
    const long long rise = values[other] - values[0], run = by[other] - by[0];
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

/// Something that differs between the numbers of ranks or problem sizes, and its values.
struct Varying {
    std::string text;
    Divisors by;
};

std::vector<Varying> varying_extents(const Counts& counts) {
    std::vector<Varying> all;
    const auto add = [&](const std::string& text, const auto& value) {
        Divisors by;
        for (const Scale& count : counts)
            by.push_back(value(count));
        if (!are_equal(by) && *std::min_element(by.begin(), by.end()) > 0) all.push_back({text, by});
    };
    for (const Extent& extent : extents())
        add(extent.text, [&](const Scale& count) { return extent.value(count.ranks); });
    add("n", [](const Scale& count) { return count.size; });
    constexpr long long largest = 2000000; // its cube has 63 bits
    if (std::any_of(counts.begin(), counts.end(), [&](const Scale& one) { return one.size > largest; }))
        return all;
    add("n * n", [](const Scale& count) { return count.size * count.size; });
    add("n * n * n", [](const Scale& count) { return count.size * count.size * count.size; });
    return all;
}

/// A multiple of a part of an extent.
std::optional<ValueFormula> proportion(const Values& values, const Divisors& by, const std::string& extent) {
    constexpr long long most = 64;
    const long long common = std::gcd(values.front(), by.front());
    if (common == 0) return std::nullopt;
    const long long factor = values.front() / common, part = by.front() / common;
    if (factor == 0 || part > most) return std::nullopt;
    for (std::size_t i = 0; i < values.size(); ++i)
        if (by[i] % part != 0 || values[i] != factor * (by[i] / part)) return std::nullopt;
    return ValueFormula{factor, "", fmt::format(" * {} / {}", extent, part)};
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
                return ValueFormula{parts.front(), "", " * " + extent + " / " + over};
        }
    return std::nullopt;
}

/// An edge of a block: `cells / extent + halo`.
struct Edge {
    std::string text;
    Values lengths;
    long long halo = 0;
};

std::vector<Edge> edges_of(long long cells, const Counts& counts) {
    std::vector<Edge> all;
    for (const long long halo : {0, 1, 2})
        for (const auto& [extent, by] : varying_extents(counts)) {
            Edge edge{"(" + std::to_string(cells) + " / " + extent +
                          (halo == 0 ? "" : " + " + std::to_string(halo)) + ")",
                      {}};
            for (const long long divisor : by)
                if (cells % divisor == 0) edge.lengths.push_back(cells / divisor + halo);
            if (edge.lengths.size() == counts.size()) all.push_back(std::move(edge));
        }
    return all;
}

std::optional<ValueFormula> multiple_of_area(const Values& values, const Edge& a, const Edge& b) {
    Values areas;
    for (std::size_t i = 0; i < values.size(); ++i)
        areas.push_back(a.lengths[i] * b.lengths[i]);
    return multiple(values, areas, a.text + " * " + b.text);
}

/// A face of a block of a cube that is spread over a grid of ranks.
std::optional<ValueFormula> face(const Values& values, const Counts& counts) {
    constexpr long long most_cells = 256;
    for (long long cells = 2; cells <= most_cells && values.size() >= proof; ++cells) {
        const std::vector<Edge> edges = edges_of(cells, counts);
        for (std::size_t a = 0; a < edges.size(); ++a)
            for (std::size_t b = 0; b <= a; ++b) {
                if (auto formula = multiple_of_area(values, edges[a], edges[b])) return formula;
            }
    }
    return std::nullopt;
}

/// Where the first few problem sizes are that all differ.
std::vector<std::size_t> different_sizes(const Counts& counts, std::size_t most) {
    std::vector<std::size_t> all;
    for (std::size_t i = 0; i < counts.size() && all.size() < most; ++i)
        if (std::none_of(all.begin(), all.end(),
                         [&](std::size_t other) { return counts[other].size == counts[i].size; }))
            all.push_back(i);
    return all;
}

/// `a * n * n + b * n + c`, with at least four sizes: any three values are on a parabola.
std::optional<ValueFormula> parabola(const Values& values, const Counts& counts) {
    const std::vector<std::size_t> at = different_sizes(counts, proof + 1);
    if (at.size() <= proof) return std::nullopt;
    const auto slope = [&](std::size_t i, std::size_t k) {
        return static_cast<double>(values[at[k]] - values[at[i]]) /
               static_cast<double>(counts[at[k]].size - counts[at[i]].size);
    };
    const double bend =
        (slope(1, 2) - slope(0, 1)) / static_cast<double>(counts[at[2]].size - counts[at[0]].size);
    const long long first = counts[at[0]].size, second = counts[at[1]].size, square = std::llround(bend),
                    linear = std::llround(slope(0, 1)) - square * (first + second),
                    constant = values[at[0]] - (square * first + linear) * first;
    for (std::size_t i = 0; i < values.size(); ++i)
        if (values[i] != (square * counts[i].size + linear) * counts[i].size + constant) return std::nullopt;
    const auto term = [](long long factor, const char* of) {
        return factor == 0 ? "" : fmt::format(" {} {}{}", factor < 0 ? "-" : "+", std::abs(factor), of);
    };
    return ValueFormula{square, "(", " * n * n" + term(linear, " * n") + term(constant, "") + ")"};
}

/// Edges of the blocks of a problem: `n / extent + halo`.
std::vector<Edge> edges_of_size(const Counts& counts) {
    std::vector<Edge> all;
    const auto add = [&](const std::string& divisor, const Divisors& by, long long halo) {
        Edge edge{"n" + divisor, {}, halo};
        if (halo != 0) edge.text += fmt::format(" {} {}", halo < 0 ? "-" : "+", std::abs(halo));
        if (edge.text.size() > 1) edge.text = "(" + edge.text + ")";
        for (std::size_t i = 0; i < counts.size(); ++i)
            if (counts[i].size % by[i] == 0) edge.lengths.push_back(counts[i].size / by[i] + halo);
        const bool is_edge = edge.lengths.size() == counts.size() &&
                             *std::min_element(edge.lengths.begin(), edge.lengths.end()) > 0;
        if (is_edge) all.push_back(std::move(edge));
    };
    constexpr long long most_parts = 16;
    for (const long long halo : {0, 2, 1, -1, -2}) {
        add("", Divisors(counts.size(), 1), halo);
        for (const auto& [extent, by] : varying_extents(counts))
            if (extent.front() != 'n' || extent == "nodes") add(" / " + extent, by, halo);
        for (long long part = 2; part <= most_parts && without_sizes(counts).size() == 1; ++part)
            add(fmt::format(" / {}", part), Divisors(counts.size(), part), halo);
    }
    return all;
}

/// A face of a block of the problem.
std::optional<ValueFormula> face_of_size(const Values& values, const Counts& counts) {
    const std::vector<Edge> edges = edges_of_size(counts);
    for (std::size_t a = 0; a < edges.size(); ++a) {
        if (auto formula = multiple(values, edges[a].lengths, edges[a].text)) return formula;
        for (std::size_t b = 0; b <= a; ++b) {
            if (edges[a].halo != edges[b].halo) continue; // too many formulas would fit by chance
            if (auto formula = multiple_of_area(values, edges[a], edges[b])) return formula;
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
    for (const Form form : {multiple, fraction, fraction_of_square, proportion, rounded_down, rounded_up,
                            line, fraction_and_rim})
        for (const auto& [extent, by] : extents)
            if (auto formula = form(values, by, extent)) return formula;
    if (auto formula = ratio(values, counts)) return formula;
    if (!have_sizes(counts)) return face(values, counts);
    if (auto formula = face_of_size(values, counts)) return formula;
    return parabola(values, counts);
}

} // namespace loop::report::derive
