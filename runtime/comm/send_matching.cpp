#include "comm/send_matching.h"

#include "comm/matching/told_values.h"
#include "session/concat.h"
#include "session/group.h"
#include "session/waits.h"

#include <algorithm>
#include <iterator>

namespace loop::runtime {
namespace {

std::string receivers_text(const std::vector<long long>& receivers, bool more) {
    if (receivers.empty()) return "nobody";
    std::string text = receivers.size() == 1 && !more ? "rank " : "ranks ";
    for (std::size_t i = 0; i < receivers.size(); ++i)
        text += concat(i == 0 ? "" : ", ", receivers[i]);
    return text + (more ? ", ..." : "");
}

constexpr std::size_t most_receivers = std::size(ToldPairs{}.receivers);

// The receivers of `rank` as this rank works them out.
std::vector<long long> receivers_of(const SendCall& call, int rank) {
    std::vector<long long> own;
    call.pairs.for_each(ranks_in_group(), [&](int sender, const Ranks& receivers) {
        if (rank_of_member(sender) != rank || (call.where && !call.where(sender))) return;
        for (const long long receiver : receivers)
            if (receiver >= 0 && receiver < ranks_in_group())
                own.push_back(rank_of_member(static_cast<int>(receiver)));
    });
    return own;
}

std::string receivers_difference(const SendCall& call, int rank, const ToldPairs& told) {
    std::vector<long long> here = receivers_of(call, rank);
    const auto count = static_cast<std::size_t>(std::max(told.receiver_count, 0));
    std::vector<long long> there(told.receivers, told.receivers + std::min(count, most_receivers));
    const bool more_here = here.size() > most_receivers, more_there = count > most_receivers;
    const bool same = here.size() == count;
    here.resize(std::min(here.size(), most_receivers));
    if (same && here == there) return {};
    return concat("rank ", rank, " sends to ", receivers_text(here, more_here), " as rank ", the_session.rank,
                  " works it out, to ", receivers_text(there, more_there), " as rank ", rank, " does");
}

} // namespace

void tell_pairs(const SendPlan& plan) {
    std::vector<int> receivers;
    for (const patterns::PlacedMessage& message : plan.messages.sends) {
        if (message.repetition > 0) break;
        receivers.push_back(message.rank);
    }
    tell_values(agreed_values(plan.key), receivers);
}

std::string pairs_difference(const SendCall& call, const SendPlan& plan, int rank, const RankStatus& other) {
    const ToldPairs told = other.pairs;
    const std::string receivers = receivers_difference(call, rank, told);
    const std::string variables = values_difference(agreed_values(plan.key), rank, told);
    if (receivers.empty() && variables.empty())
        return concat("the pairs or sizes of this line are not the same on rank ", rank);
    return receivers + (receivers.empty() || variables.empty() ? "" : "; ") + variables;
}

} // namespace loop::runtime
