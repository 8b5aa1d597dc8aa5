#include "report/trace/rank_list.h"

#include <fmt/format.h>

namespace loop::report {

namespace {

constexpr std::size_t most_pieces = 8;

/// Neighbours joined from three on: "5 to 9".
std::vector<std::string> pieces(const std::vector<int>& ranks) {
    std::vector<std::string> result;
    for (std::size_t i = 0; i < ranks.size();) {
        std::size_t last = i;
        while (last + 1 < ranks.size() && ranks[last + 1] == ranks[last] + 1)
            ++last;
        if (last - i < 2) {
            result.push_back(std::to_string(ranks[i++]));
            continue;
        }
        result.push_back(fmt::format("{} to {}", ranks[i], ranks[last]));
        i = last + 1;
    }
    return result;
}

} // namespace

std::string rank_list(const std::vector<int>& ranks) {
    std::vector<std::string> parts = pieces(ranks);
    if (parts.size() > most_pieces) {
        parts.resize(most_pieces);
        parts.push_back("others");
    }
    std::string text = ranks.size() == 1 ? "rank " : "ranks ";
    for (std::size_t i = 0; i < parts.size(); ++i)
        text += (i == 0 ? "" : i + 1 == parts.size() ? " and " : ", ") + parts[i];
    return text;
}

} // namespace loop::report
