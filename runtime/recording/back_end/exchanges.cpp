#include "constructs/back_end.h"
#include "constructs/recent_plans.h"
#include "recording/arrivals.h"
#include "recording/back_end/kept_rows.h"
#include "recording/back_end/started.h"
#include "recording/back_end/ways.h"
#include "recording/recorder.h"
#include "session/group.h"
#include "session/lasting.h"

#include <map>
#include <tuple>

namespace loop {

using namespace recording;
using namespace runtime;

namespace {

KeptRows kept_pairs;

void record_call(const PairsCall& call) {
    require(call);
    require_way(call);
    const PatternNumber pattern =
        kept_pairs.get({static_cast<long long>(call.construct), call.distance, call.partners, call.ring},
                       [&](int ranks) { return rows_of(call, ranks); });
    record(call.construct, call.site, pattern, call.size);
    if (call.into == nullptr) return;
    for (const patterns::Partner& partner : partners_of(call, rank_in_group(), ranks_in_group()).receives)
        arrive(call.construct, call.site,
               {static_cast<char*>(call.into) + partner.slot * call.size, call.size});
}

void record_call(const SyncCall& call) {
    require(call);
    record_call(call.messages());
}

// What a line has worked out for some values of its variables, and for the data of the last call.
struct SendPlan {
    SendKey key;
    const Group* group;
    PatternNumber pattern;
    long long size;
    patterns::SendPattern messages;
    From from{};
    Into into{};
    std::vector<PlacedData> received{};
};

using SendPlans = RecentPlans<SendPlan>;

SendPlans& plans_of(const SendCall& call) {
    static Lasting<std::map<std::tuple<Construct, const char*, int, int>, SendPlans>> lines;
    return lines()[{call.construct, call.site.file, call.site.line, call.site.column}];
}

SendPlan work_out(const SendCall& call) {
    patterns::MessageRows rows;
    patterns::SendPattern messages = messages_of(call, &rows);
    const long long size = patterns::take_common_size(rows);
    return {SendKey(call), the_session.group, add_pattern(std::move(rows)), size, std::move(messages)};
}

SendPlan& plan_for(const SendCall& call) {
    SendPlans& plans = plans_of(call);
    SendPlan* const known = plans.find(
        [&](const SendPlan& plan) { return plan.group == the_session.group && plan.key.matches(call); });
    return known != nullptr ? *known : plans.add(work_out(call));
}

void place(SendPlan& plan, const SendCall& call) {
    if (plan.from == call.from && plan.into == call.into) return;
    plan.from = call.from;
    plan.into = call.into;
    plan.received.clear();
    if (call.from.given())
        for (const patterns::PlacedMessage& message : plan.messages.sends)
            place_sent(call, message);
    if (call.into.given())
        for (const patterns::PlacedMessage& message : plan.messages.receives)
            plan.received.push_back(place_received(call, message, call.count));
    require_apart(call, plan.messages, call.count);
}

void record_call(const SendCall& call) {
    SendPlan& plan = plan_for(call);
    place(plan, call);
    require_way(call, plan.messages);
    record(call.construct, call.site, plan.pattern, plan.size);
    for (const PlacedData& data : plan.received)
        for (long long block = 0; block < data.blocks; ++block)
            arrive(call.construct, call.site, {data.begin + block * data.stride, data.block});
}

KeptRows kept_trees;

void record_call(const TreeCall& call) {
    require(call);
    require_way(call);
    const bool is_bcast = call.construct == Construct::TreeBcast; // its messages have the size of the call
    const PatternNumber pattern =
        kept_trees.get({static_cast<long long>(call.construct), is_bcast ? 0 : call.elements,
                        static_cast<long long>(call.element_bytes)},
                       [&](int ranks) { return rows_of(call, ranks); });
    record(call.construct, call.site, pattern, is_bcast ? call.elements : 1);
    for (const TreeData& data : received_by(call))
        arrive(call.construct, call.site, {data.begin, data.bytes});
}

template <class Call>
void start_call(Handle& handle, const Call& call) {
    record_call(call);
    add_started(handle, call.construct, call.site);
}

} // namespace

void back_end::execute(const PairsCall& call) {
    record_call(call);
}
void back_end::execute(const SendCall& call) {
    record_call(call);
}
void back_end::execute(const TreeCall& call) {
    record_call(call);
}
void back_end::execute(const SyncCall& call) {
    record_call(call);
}

PendingExchange* back_end::begin(const PairsCall& call) {
    record_call(call);
    return nullptr;
}
PendingExchange* back_end::begin(const SendCall& call) {
    record_call(call);
    return nullptr;
}
void back_end::complete(PendingExchange*, const Site&) {}

void back_end::start(Handle& handle, const PairsCall& call) {
    start_call(handle, call);
}
void back_end::start(Handle& handle, const SendCall& call) {
    start_call(handle, call);
}
void back_end::start(Handle& handle, const TreeCall& call) {
    require(call);
    require_way_together(call);
    start_call(handle, call);
}
void back_end::start(Handle& handle, const SyncCall& call) {
    start_call(handle, call);
}

} // namespace loop
