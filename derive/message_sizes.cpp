#include "derive/message_sizes.h"

#include "derive/conditions.h"

#include <algorithm>

namespace loop::report::derive {

namespace {

/// The sizes of all senders of a place by number of ranks; -1: none.
using BySender = std::vector<Values>;

BySender sizes_at(std::size_t place, const PairFormula& formula, const SizeOf& size_of) {
    BySender all;
    for (std::size_t which = 0; which < formula.values.size(); ++which) {
        all.emplace_back();
        for (std::size_t r = 0; r < formula.values[which].size(); ++r) {
            const int to = formula.values[which][r][place];
            all.back().push_back(to < 0 ? -1 : size_of(which, {static_cast<int>(r), to}));
        }
    }
    return all;
}

/// The one size of those senders for which the condition is `holds`; -1: there are none. Nothing if sizes
/// differ.
std::optional<long long> one_size(const Values& sizes, const Condition& condition, bool holds) {
    long long size = -1;
    for (std::size_t r = 0; r < sizes.size(); ++r) {
        if (sizes[r] < 0 || condition.holds(static_cast<int>(r), static_cast<int>(sizes.size())) != holds)
            continue;
        if (size >= 0 && size != sizes[r]) return std::nullopt;
        size = sizes[r];
    }
    return size;
}

std::optional<PlaceSizes> by_condition(const BySender& senders, const Condition& condition) {
    PlaceSizes all{condition.text, {}, {}};
    for (const Values& sizes : senders) {
        const auto first = one_size(sizes, condition, true), other = one_size(sizes, condition, false);
        if (!first || !other) return std::nullopt;
        all.sizes.push_back(*first);
        all.others.push_back(*other);
    }
    return all;
}

std::optional<PlaceSizes> sizes_of_place(const BySender& senders, const Counts& counts) {
    const Condition all_ranks{"", [](int, int) { return true; }};
    if (auto one = by_condition(senders, all_ranks)) return one;
    for (const Condition& condition : grid_conditions(without_sizes(counts)))
        if (auto two = by_condition(senders, condition)) return two;
    return std::nullopt;
}

} // namespace

std::optional<std::vector<PlaceSizes>> place_sizes(const PairFormula& formula, const SizeOf& size_of,
                                                   const Counts& counts) {
    std::vector<PlaceSizes> all;
    for (std::size_t place = 0; place < formula.receivers.size(); ++place) {
        auto one = sizes_of_place(sizes_at(place, formula, size_of), counts);
        if (!one) return std::nullopt;
        all.push_back(std::move(*one));
    }
    return all;
}

} // namespace loop::report::derive
