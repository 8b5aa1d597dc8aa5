#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

namespace loop::patterns {

// The receivers of each rank; numbers that are no ranks get nothing.
using ReceiversByRank = std::vector<std::vector<long long>>;

// A rank that waits for `receiver`'s message; `waits`: how many messages each rank still waits for.
inline int waiting_sender(const ReceiversByRank& to, const std::vector<int>& waits, int receiver) {
    std::size_t sender = 0;
    while (waits[sender] == 0 ||
           std::find(to[sender].begin(), to[sender].end(), receiver) == to[sender].end())
        ++sender;
    return static_cast<int>(sender);
}

// Ranks that wait for each other if each of them receives before it sends: {0, 1, 3} if 0 sends to 1, 1 to 3,
// and 3 to 0. Empty if there are none.
inline std::vector<int> find_circle(const ReceiversByRank& to) {
    const auto is_rank = [&](long long number) {
        return number >= 0 && number < static_cast<long long>(to.size());
    };
    std::vector<int> waits(to.size()), ready, path;
    for (const auto& receivers : to)
        for (const long long receiver : receivers)
            if (is_rank(receiver)) ++waits[static_cast<std::size_t>(receiver)];
    for (std::size_t rank = 0; rank < to.size(); ++rank)
        if (waits[rank] == 0) ready.push_back(static_cast<int>(rank));
    while (!ready.empty()) { // ranks for which nobody waits any more
        const auto rank = static_cast<std::size_t>(ready.back());
        ready.pop_back();
        for (const long long next : to[rank])
            if (is_rank(next) && --waits[static_cast<std::size_t>(next)] == 0)
                ready.push_back(static_cast<int>(next));
    }
    auto rank = static_cast<int>(
        std::find_if(waits.begin(), waits.end(), [](int count) { return count > 0; }) - waits.begin());
    if (rank == static_cast<int>(to.size())) return {};
    // Each of the others waits for one of them, so going back reaches a rank twice.
    while (std::find(path.begin(), path.end(), rank) == path.end()) {
        path.push_back(rank);
        rank = waiting_sender(to, waits, rank);
    }
    path.erase(path.begin(), std::find(path.begin(), path.end(), rank));
    std::reverse(path.begin(), path.end());
    std::rotate(path.begin(), std::min_element(path.begin(), path.end()), path.end());
    return path;
}

// "0 -> 1 -> 3 -> 0 is a circle: .."
inline std::string circle_problem(const std::vector<int>& circle) {
    constexpr std::size_t most = 8;
    std::string text;
    for (std::size_t i = 0; i < std::min(circle.size(), most); ++i)
        text += std::to_string(circle[i]) + " -> ";
    return text + (circle.size() > most ? "... -> " : "") + std::to_string(circle[0]) +
           " is a circle: each of these ranks would wait for the one before it";
}

} // namespace loop::patterns
