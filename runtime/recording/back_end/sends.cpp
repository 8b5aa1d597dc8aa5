#include "constructs/back_end.h"
#include "constructs/recent_plans.h"
#include "recording/arrivals.h"
#include "recording/back_end/own_messages.h"
#include "recording/back_end/pending.h"
#include "recording/back_end/started.h"
#include "recording/back_end/ways.h"
#include "recording/recorder.h"
#include "session/group.h"
#include "session/lasting.h"

#include <cstdint>
#include <map>
#include <tuple>

namespace loop {

using namespace recording;
using namespace runtime;

namespace {

// What a line has worked out for some values of its variables, and for the data of the last call.
struct SendPlan {
    SendKey key;
    const Group* group;
    KnownMessages all;
    bool has_own; // the messages of this rank
    patterns::SendPattern messages;
    From from{};
    Into into{};
    std::vector<PlacedData> received{};
};

// Enough for the steps of a butterfly of any number of ranks.
constexpr std::size_t most_plans = 64;
using SendPlans = RecentPlans<SendPlan, most_plans>;

SendPlans& plans_of(const SendCall& call) {
    static Lasting<std::map<std::tuple<Construct, const char*, int, int>, SendPlans>> lines;
    return lines()[{call.construct, call.site.file, call.site.line, call.site.column}];
}

// Whether the messages of this rank matter, beside those of all ranks.
bool needs_own(const SendCall& call) {
    return call.from.given() || call.into.given() || way_concerns_own_messages();
}

void append(std::vector<long long>& arguments, const Kept& kept) {
    arguments.push_back(static_cast<long long>(reinterpret_cast<std::intptr_t>(kept.code)));
    arguments.push_back(kept.count);
    arguments.insert(arguments.end(), kept.values.begin(), kept.values.begin() + kept.count);
}

template <class List>
void append(std::vector<long long>& arguments, const List& list) {
    arguments.push_back(static_cast<long long>(list.size()));
    arguments.insert(arguments.end(), list.begin(), list.end());
}

// All on which the messages of all ranks depend; empty: it cannot be seen.
std::vector<long long> arguments_of(const SendCall& call) {
    const SendKey key(call);
    if (key.sizes.afresh || key.pairs.afresh || key.where.afresh) return {};
    std::vector<long long> arguments{static_cast<long long>(call.construct), ranks_in_group(), key.count,
                                     key.sender};
    append(arguments, key.bytes);
    append(arguments, key.receivers);
    for (const Kept* const kept : {&key.sizes, &key.pairs, &key.where})
        append(arguments, *kept);
    return arguments;
}

SendPlan work_out_afresh(const SendCall& call, const std::vector<long long>& arguments) {
    patterns::MessageRows rows;
    patterns::SendPattern messages = messages_of(call, &rows);
    const long long size = patterns::take_common_size(rows);
    const KnownMessages all{add_pattern(std::move(rows)), size};
    if (!arguments.empty()) keep_messages(arguments, all);
    return {SendKey(call), the_session.group, all, true, std::move(messages)};
}

SendPlan work_out(const SendCall& call) {
    const std::vector<long long> arguments = arguments_of(call);
    const KnownMessages* const known = arguments.empty() ? nullptr : find_messages(arguments);
    if (known == nullptr) return work_out_afresh(call, arguments);
    if (!needs_own(call)) return {SendKey(call), the_session.group, *known, false, {}};
    patterns::SendPattern own;
    if (!find_own(*known, own)) return work_out_afresh(call, arguments);
    return {SendKey(call), the_session.group, *known, true, std::move(own)};
}

SendPlan& plan_for(const SendCall& call) {
    SendPlans& plans = plans_of(call);
    SendPlan* const known = plans.find([&](const SendPlan& plan) {
        return plan.group == the_session.group && (plan.has_own || !needs_own(call)) &&
               plan.key.matches(call);
    });
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

OperationNumber record_call(const SendCall& call, Course course) {
    SendPlan& plan = plan_for(call);
    place(plan, call);
    require_way(call, plan.messages);
    course.order = order_of(call.construct);
    course.way = the_way;
    const OperationNumber number = record(call.construct, call.site, plan.all.pattern, plan.all.size, course);
    for (const PlacedData& data : plan.received)
        for (long long block = 0; block < data.blocks; ++block)
            arrive(call.construct, call.site, {data.begin + block * data.stride, data.block});
    return number;
}

} // namespace

void back_end::execute(const SendCall& call) {
    record_call(call, {});
}

PendingExchange* back_end::begin(const SendCall& call) {
    return new PendingExchange{record_call(call, with_statement())};
}

void back_end::start(Handle& handle, const SendCall& call) {
    add_started(handle, call.construct, call.site, record_call(call, course_of(handle)));
}

} // namespace loop
