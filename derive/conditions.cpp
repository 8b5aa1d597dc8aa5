#include "derive/conditions.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>

namespace loop::report::derive {

namespace {

using Conditions = std::vector<Condition>;

Wish wish_of(const Holds& holds) {
    Wish wish;
    for (const std::vector<bool>& one : holds)
        wish.emplace_back(one.begin(), one.end());
    return wish;
}

/// Traces of several problem sizes repeat the wish for their number of ranks; keeps one of each.
Wish without_repeats(Wish wish) {
    wish.erase(std::unique(wish.begin(), wish.end()), wish.end());
    return wish;
}

Counts counts_of(const Wish& wish) {
    Counts counts;
    for (const std::vector<int>& one : wish)
        counts.emplace_back(static_cast<int>(one.size()));
    return counts;
}

int least_of(const Counts& counts) {
    return *std::min_element(counts.begin(), counts.end());
}

Conditions plain_conditions(const Counts& counts) {
    const std::string last = counts.size() == 1 && counts.front() <= 2 ? "1" : "nodes - 1";
    Conditions all{
        {"r == 0", [](int r, int) { return r == 0; }},
        {"r > 0", [](int r, int) { return r != 0; }},
        {"r == " + last, [](int r, int p) { return r == p - 1; }},
        {"r < " + last, [](int r, int p) { return r != p - 1; }},
        {"r == 0 || r == nodes - 1", [](int r, int p) { return r == 0 || r == p - 1; }},
        {"r > 0 && r < nodes - 1", [](int r, int p) { return r != 0 && r != p - 1; }},
    };
    for (const int parity : {0, 1})
        all.push_back({fmt::format("r % 2 == {}", parity), [=](int r, int) { return r % 2 == parity; }});
    all.push_back({"2 * r < nodes", [](int r, int p) { return 2 * r < p; }});
    all.push_back({"2 * r >= nodes", [](int r, int p) { return 2 * r >= p; }});
    return all;
}

/// Conditions on the row and the column in a grid of rows of `e` ranks. `last` is its last column.
void add_rows(Conditions& all, const std::string& e, const std::string& last,
              const std::string& begin_of_last, const std::function<int(int)>& value) {
    const auto add = [&](const std::string& text, const std::function<bool(int r, int e, int p)>& holds) {
        all.push_back({text, [=](int r, int p) { return value(p) > 0 && holds(r, value(p), p); }});
    };
    add(fmt::format("r % {} == 0", e), [](int r, int e, int) { return r % e == 0; });
    add(fmt::format("r % {} > 0", e), [](int r, int e, int) { return r % e != 0; });
    add(fmt::format("r < {}", e), [](int r, int e, int) { return r < e; });
    add(fmt::format("r >= {}", e), [](int r, int e, int) { return r >= e; });
    add(fmt::format("r % {} == {}", e, last), [](int r, int e, int) { return r % e == e - 1; });
    add(fmt::format("r % {} < {}", e, last), [](int r, int e, int) { return r % e != e - 1; });
    add(fmt::format("r >= {}", begin_of_last), [](int r, int e, int p) { return r >= p - e; });
    add(fmt::format("r < {}", begin_of_last), [](int r, int e, int p) { return r < p - e; });
    add(fmt::format("r % {} == 0 || r % {} == {}", e, e, last),
        [](int r, int e, int) { return r % e == 0 || r % e == e - 1; });
    add(fmt::format("r < {} || r >= {}", e, begin_of_last),
        [](int r, int e, int p) { return r < e || r >= p - e; });
}

/// Remainders and quotients by constants.
Conditions constant_conditions(int least) {
    constexpr int most_divisor = 64;
    Conditions all;
    const auto add = [&](std::string text, std::function<bool(int, int)> holds) {
        all.push_back({std::move(text), std::move(holds)});
    };
    for (int k = 2; k < std::min(least, most_divisor); ++k) {
        for (int c = 0; c < k; ++c)
            add(fmt::format("r % {} == {}", k, c), [=](int r, int) { return r % k == c; });
        for (int c = 0; c < k; ++c)
            add(fmt::format("r % {} != {}", k, c), [=](int r, int) { return r % k != c; });
    }
    for (int k = 2; k < std::min(least, most_divisor); ++k) {
        for (const int parity : {0, 1})
            add(fmt::format("r / {} % 2 == {}", k, parity), [=](int r, int) { return r / k % 2 == parity; });
        for (int c = 0; c * k < least; ++c)
            add(fmt::format("r / {} == {}", k, c), [=](int r, int) { return r / k == c; });
    }
    return all;
}

/// The first and the last rank for which something should be so.
std::optional<std::pair<int, int>> range_of(const std::vector<int>& wish, int value) {
    const auto first = std::find(wish.begin(), wish.end(), value);
    if (first == wish.end()) return std::nullopt;
    const auto last = std::find(wish.rbegin(), wish.rend(), value);
    return std::make_pair(static_cast<int>(first - wish.begin()), static_cast<int>(wish.rend() - last) - 1);
}

/// One rank, all but one, or ranks one after the other.
std::optional<Condition> condition_on_range(const Wish& wish) {
    const auto range = range_of(wish.front(), 1), others = range_of(wish.front(), 0);
    if (!range || !others) return std::nullopt;
    const auto [a, b] = *range;
    const int but = others->first;
    if (a == b) return Condition{fmt::format("r == {}", a), [a = a](int r, int) { return r == a; }};
    if (but == others->second)
        return Condition{fmt::format("r != {}", but), [=](int r, int) { return r != but; }};
    if (others->second < a)
        return Condition{fmt::format("r >= {}", a), [a = a](int r, int) { return r >= a; }};
    return Condition{a == 0 ? fmt::format("r <= {}", b) : fmt::format("r >= {} && r <= {}", a, b),
                     [a = a, b = b](int r, int) { return r >= a && r <= b; }};
}

std::optional<std::string> first_of(const Conditions& conditions, const Wish& wish) {
    for (const Condition& condition : conditions)
        if (matches(condition, wish)) return condition.text;
    return std::nullopt;
}

/// All conditions that do not depend on the wish.
const Conditions& conditions_for(const Counts& counts) {
    static std::map<Counts, Conditions> known;
    const auto [at, is_new] = known.try_emplace(counts);
    if (!is_new) return at->second;
    for (const Conditions& more :
         {plain_conditions(counts), counts.size() > 1 ? grid_conditions(counts) : Conditions(),
          constant_conditions(least_of(counts)), counts.size() == 1 ? grid_conditions(counts) : Conditions()})
        at->second.insert(at->second.end(), more.begin(), more.end());
    return at->second;
}

} // namespace

bool matches(const Condition& condition, const Wish& wish) {
    for (const std::vector<int>& one : wish)
        for (std::size_t r = 0; r < one.size(); ++r)
            if (one[r] >= 0 &&
                condition.holds(static_cast<int>(r), static_cast<int>(one.size())) != (one[r] == 1))
                return false;
    return true;
}

std::vector<Condition> grid_conditions(const Counts& counts) {
    Conditions all;
    if (counts.size() > 1) {
        for (const Extent& extent : extents())
            if (extent.text == "long_side" || extent.text == "short_side")
                add_rows(all, extent.text, extent.text + " - 1", "nodes - " + extent.text, extent.value);
        return all;
    }
    const int p = counts.front();
    for (int e = 2; 2 * e <= p; ++e)
        if (p % e == 0)
            add_rows(all, std::to_string(e), std::to_string(e - 1), "nodes - " + std::to_string(e),
                     [=](int) { return e; });
    return all;
}

std::optional<std::string> condition_for(const Wish& wishes) {
    const Wish wish = without_repeats(wishes);
    if (auto text = first_of(conditions_for(counts_of(wish)), wish)) return text;
    const auto range = condition_on_range(wish);
    return range && matches(*range, wish) ? std::optional(range->text) : std::nullopt;
}

std::optional<std::string> condition_on(const Holds& holds) {
    return condition_for(wish_of(holds));
}

std::optional<std::string> plain_condition_on(const Holds& holds) {
    const Wish wish = without_repeats(wish_of(holds));
    return first_of(plain_conditions(counts_of(wish)), wish);
}

} // namespace loop::report::derive
