#include "base/text/nearest.h"

#include <algorithm>
#include <cctype>
#include <numeric>

namespace loop {

namespace {

/// The number of edits that turn one word into the other: insert, delete, replace, swap adjacent characters.
/// Ignores case.
std::size_t distance(std::string_view a, std::string_view b) {
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

} // namespace

std::string nearest(std::string_view name, const std::vector<std::string>& known) {
    constexpr std::size_t longest = 64;
    if (name.size() > longest) return {};
    std::string best;
    // Near means at most two edits, and at most a third of the word's length.
    std::size_t limit = std::min<std::size_t>(3, name.size() / 3 + 1);
    for (const std::string& candidate : known) {
        const std::size_t d = distance(name, candidate);
        if (d >= limit) continue;
        limit = d;
        best = candidate;
        if (d == 0) break;
    }
    return best;
}

std::string did_you_mean(std::string_view name, const std::vector<std::string>& known,
                         const std::string& otherwise) {
    const std::string near = nearest(name, known);
    return near.empty() ? otherwise : "did you mean `" + near + "`?";
}

} // namespace loop
