#include "recording/back_end/ways.h"

#include "constructs/way.h"
#include "session/group.h"

#include <mpi.h>

#include <algorithm>
#include <cstddef>
#include <vector>

namespace loop::recording {

using namespace runtime;

namespace {

bool is_any_source() {
    return the_way != nullptr && the_way->any_source;
}

template <class Call>
void require_room(const Call& call, std::size_t messages, long long bytes) {
    if (messages > 0)
        require_buffered(call.construct, call.site, messages, static_cast<std::size_t>(bytes),
                         MPI_BSEND_OVERHEAD);
}

std::vector<TreeSteps::Part> sends_of(const TreeCall& call) {
    TreeSteps steps;
    steps.plan(call, tree_of_group(), nullptr);
    return steps.sends();
}

} // namespace

bool way_concerns_own_messages() {
    return is_any_source() || is_buffered();
}

void require_way(const PairsCall& call) {
    if (!way_concerns_own_messages()) return;
    const patterns::Pattern partners = partners_of(call, rank_in_group(), ranks_in_group());
    if (is_any_source()) {
        std::vector<ReceivedMessage> received;
        for (const patterns::Partner& from : partners.receives)
            received.push_back({rank_of_member(from.rank), call.size});
        require_any_source(call.construct, call.site, std::move(received), call.into != nullptr);
    }
    if (is_buffered())
        require_room(call, partners.sends.size(), static_cast<long long>(partners.sends.size()) * call.size);
}

// `messages` has each message once, not COUNT times.
void require_way(const SendCall& call, const patterns::SendPattern& messages) {
    if (is_any_source()) {
        std::vector<ReceivedMessage> received;
        for (const patterns::PlacedMessage& from : messages.receives)
            for (long long repetition = 0; repetition < std::min(call.count, 2LL); ++repetition)
                received.push_back({from.rank, from.bytes});
        require_any_source(call.construct, call.site, std::move(received), call.into.given());
    }
    if (!is_buffered()) return;
    long long bytes = 0;
    for (const patterns::PlacedMessage& to : messages.sends)
        bytes += to.bytes * call.count;
    require_room(call, messages.sends.size() * static_cast<std::size_t>(call.count), bytes);
}

void require_way(const TreeCall& call) {
    if (!is_buffered()) return;
    for (const TreeSteps::Part& to : sends_of(call))
        require_room(call, 1, static_cast<long long>(to.bytes));
}

void require_way_together(const TreeCall& call) {
    if (!is_buffered()) return;
    long long bytes = 0;
    const std::vector<TreeSteps::Part> sends = sends_of(call);
    for (const TreeSteps::Part& to : sends)
        bytes += static_cast<long long>(to.bytes);
    require_room(call, sends.size(), bytes);
}

} // namespace loop::recording
