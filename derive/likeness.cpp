#include "derive/likeness.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <utility>

namespace loop::report::derive {

namespace {

using Matrix =
    std::map<std::pair<int, int>, std::pair<long long, long long>>; ///< messages and bytes, by pair

Matrix matrix_of(const Sequences& sequences, Likeness::Traffic& traffic) {
    Matrix matrix;
    for (std::size_t rank = 0; rank < sequences.ranks.size(); ++rank)
        for (const Operation& operation : sequences.ranks[rank].operations) {
            if (operation.is_collective()) ++traffic.collectives;
            for (const Message& message : operation.sends) {
                auto& cell = matrix[{static_cast<int>(rank), message.partner}];
                ++cell.first;
                cell.second += message.bytes;
                ++traffic.messages;
                traffic.bytes += message.bytes;
            }
        }
    return matrix;
}

std::string text_at(const std::vector<std::string>& texts, std::size_t index) {
    return index < texts.size() ? "`" + texts[index] + "`" : "nothing";
}

} // namespace

Likeness likeness_of(const Sequences& original, const Sequences& derived) {
    Likeness likeness;
    likeness.ranks = static_cast<int>(original.ranks.size());
    likeness.same_matrix = matrix_of(original, likeness.original) == matrix_of(derived, likeness.derived);
    if (derived.ranks.size() != original.ranks.size())
        likeness.first_difference = fmt::format("the original has {} ranks, the derived program {}",
                                                original.ranks.size(), derived.ranks.size());
    for (std::size_t rank = 0; rank < std::min(original.ranks.size(), derived.ranks.size()); ++rank) {
        const std::vector<std::string> wanted = canonical(original.ranks[rank]),
                                       got = canonical(derived.ranks[rank]);
        likeness.operations += wanted.size();
        if (wanted == got) {
            ++likeness.ranks_alike;
            continue;
        }
        if (!likeness.first_difference.empty()) continue;
        std::size_t at = 0;
        while (at < wanted.size() && at < got.size() && wanted[at] == got[at])
            ++at;
        likeness.first_difference =
            fmt::format("rank {}, operation {}: the original has {}, the derived program {}", rank, at + 1,
                        text_at(wanted, at), text_at(got, at));
    }
    return likeness;
}

} // namespace loop::report::derive
