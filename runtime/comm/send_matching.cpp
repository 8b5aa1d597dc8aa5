#include "comm/send_matching.h"

#include "session/concat.h"
#include "session/waits.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <iterator>

namespace loop::runtime {
namespace {

struct Variable {
    std::string name;
    long long value;
    bool fraction;
};

void add_variables(std::vector<Variable>& all, const Kept& kept) {
    const char* name = kept.names;
    for (int i = 0; i < kept.count; ++i) {
        const char* const end = std::strchr(name, ',');
        const auto at = static_cast<std::size_t>(i);
        all.push_back({end != nullptr ? std::string(name, end) : name, kept.values[at], kept.fractions[at]});
        if (end == nullptr) break;
        name = end + 2;
    }
}

std::vector<Variable> variables_of(const SendPlan& plan) {
    std::vector<Variable> all;
    for (const Kept* kept : {&plan.key.pairs, &plan.key.where, &plan.key.sizes})
        add_variables(all, *kept);
    all.push_back({"COUNT", plan.key.count, false});
    if (plan.key.bytes.size() == 1) all.push_back({"SIZE", plan.key.bytes[0], false});
    return all;
}

std::string value_text(const Variable& variable, long long value) {
    if (!variable.fraction) return concat(value);
    double fraction = 0;
    std::memcpy(&fraction, &value, sizeof fraction);
    char text[32];
    std::snprintf(text, sizeof text, "%g", fraction);
    return text;
}

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
    call.pairs.for_each(the_session.ranks, [&](int sender, const Ranks& receivers) {
        if (sender != rank || (call.where && !call.where(sender))) return;
        for (const long long receiver : receivers)
            if (receiver >= 0 && receiver < the_session.ranks) own.push_back(receiver);
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

std::string variables_difference(const SendPlan& plan, int rank, const ToldPairs& told) {
    std::string text;
    const std::vector<Variable> all = variables_of(plan);
    if (told.value_count != static_cast<std::int32_t>(std::min(all.size(), std::size(told.values))))
        return text;
    for (std::size_t i = 0; i < all.size() && i < std::size(told.values); ++i)
        if (all[i].value != told.values[i])
            text += concat(text.empty() ? "" : "; ", "`", all[i].name, "` is ",
                           value_text(all[i], all[i].value), " on rank ", the_session.rank, ", ",
                           value_text(all[i], told.values[i]), " on rank ", rank);
    return text;
}

} // namespace

void tell_pairs(const SendPlan& plan) {
    ToldPairs& told = the_status->pairs;
    told.sequence = 0;
    const std::vector<Variable> all = variables_of(plan);
    told.value_count = static_cast<std::int32_t>(std::min(all.size(), std::size(told.values)));
    for (std::size_t i = 0; i < static_cast<std::size_t>(told.value_count); ++i)
        told.values[i] = all[i].value;
    const auto& sends = plan.messages.sends;
    told.receiver_count = 0;
    for (const patterns::PlacedMessage& message : sends) {
        if (message.repetition > 0) break;
        const auto i = static_cast<std::size_t>(told.receiver_count++);
        if (i < most_receivers) told.receivers[i] = message.rank;
    }
    __atomic_store_n(&told.sequence, the_session.sequence, __ATOMIC_RELEASE);
}

std::string pairs_difference(const SendCall& call, const SendPlan& plan, int rank, const RankStatus& other) {
    const ToldPairs told = other.pairs;
    const std::string receivers = receivers_difference(call, rank, told);
    const std::string variables = variables_difference(plan, rank, told);
    if (receivers.empty() && variables.empty())
        return concat("the pairs or sizes of this line are not the same on rank ", rank);
    return receivers + (receivers.empty() || variables.empty() ? "" : "; ") + variables;
}

} // namespace loop::runtime
