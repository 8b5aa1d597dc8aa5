#pragma once

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

// Did-you-mean: one rule for the command `loop`, its compiler, and the command line of programs. Pure
// functions.
namespace loop {

namespace detail {

// The number of edits that turn one word into the other: insert, delete, replace, swap adjacent characters.
// Ignores case.
inline std::size_t edits_between(std::string_view a, std::string_view b) {
    const auto same = [](char x, char y) {
        return std::tolower(static_cast<unsigned char>(x)) == std::tolower(static_cast<unsigned char>(y));
    };
    std::vector<std::size_t> before(b.size() + 1), row(b.size() + 1), next(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); ++i) {
        next[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            next[j] =
                std::min({row[j] + 1, next[j - 1] + 1, row[j - 1] + (same(a[i - 1], b[j - 1]) ? 0u : 1u)});
            const bool swapped = i > 1 && j > 1 && same(a[i - 1], b[j - 2]) && same(a[i - 2], b[j - 1]);
            if (swapped) next[j] = std::min(next[j], before[j - 2] + 1);
        }
        before.swap(row);
        row.swap(next);
    }
    return row[b.size()];
}

} // namespace detail

// Returns the known name nearest to `name`, at most two edits and a third of its length away; "" if none is
// near, or `name` has more than 64 characters.
inline std::string nearest(std::string_view name, const std::vector<std::string>& known) {
    constexpr std::size_t longest = 64;
    if (name.size() > longest) return {};
    std::string best;
    std::size_t limit = std::min<std::size_t>(3, name.size() / 3 + 1);
    for (const std::string& candidate : known) {
        const std::size_t edits = detail::edits_between(name, candidate);
        if (edits >= limit) continue;
        limit = edits;
        best = candidate;
        if (edits == 0) break;
    }
    return best;
}

// Returns "did you mean `name`?" with the nearest name, or `otherwise` if none is near.
inline std::string did_you_mean(std::string_view name, const std::vector<std::string>& known,
                                const std::string& otherwise = {}) {
    const std::string near = nearest(name, known);
    return near.empty() ? otherwise : "did you mean `" + near + "`?";
}

} // namespace loop
