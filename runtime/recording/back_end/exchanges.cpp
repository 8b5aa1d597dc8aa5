#include "constructs/back_end.h"
#include "constructs/way.h"
#include "recording/arrivals.h"
#include "recording/back_end/pending.h"
#include "recording/back_end/started.h"
#include "recording/back_end/ways.h"
#include "recording/recorder.h"
#include "session/group.h"

namespace loop {

using namespace recording;
using namespace runtime;

namespace {

OperationNumber record_call(const PairsCall& call, Course course) {
    require(call);
    require_way(call);
    const PatternNumber pattern = pattern_for(
        {static_cast<long long>(call.construct), call.distance, call.partners, call.ring, ranks_in_group()},
        [&] { return rows_of(call, ranks_in_group()); });
    course.order = order_of(call.construct);
    course.partners = partner_orders_of(call);
    course.way = the_way;
    const OperationNumber number = record(call.construct, call.site, pattern, call.size, course);
    if (call.into == nullptr) return number;
    for (const patterns::Partner& partner : partners_of(call, rank_in_group(), ranks_in_group()).receives)
        arrive(call.construct, call.site,
               {static_cast<char*>(call.into) + partner.slot * call.size, call.size});
    return number;
}

OperationNumber record_call(const SyncCall& call, Course course) {
    require(call);
    course.is_synchronized = true;
    return record_call(call.messages(), course);
}

OperationNumber record_call(const TreeCall& call, Course course) {
    require(call);
    require_way(call);
    const bool is_bcast = call.construct == Construct::TreeBcast; // its messages have the size of the call
    const PatternNumber pattern =
        pattern_for({static_cast<long long>(call.construct), is_bcast ? 0 : call.elements,
                     static_cast<long long>(call.element_bytes), ranks_in_group(), among_all()},
                    [&] { return rows_of(call, ranks_in_group()); });
    course.order = order_of(call.construct);
    course.partners = partner_orders_of(call);
    course.way = way_of_trees();
    const OperationNumber number =
        record(call.construct, call.site, pattern, is_bcast ? call.elements : 1, course);
    for (const TreeData& data : received_by(call))
        arrive(call.construct, call.site, {data.begin, data.bytes});
    return number;
}

} // namespace

void back_end::execute(const PairsCall& call) {
    record_call(call, {});
}
void back_end::execute(const TreeCall& call) {
    record_call(call, {});
}
void back_end::execute(const SyncCall& call) {
    record_call(call, {});
}

PendingExchange* back_end::begin(const PairsCall& call) {
    return new PendingExchange{record_call(call, with_statement())};
}
void back_end::complete(PendingExchange* pending, const Site&) {
    record_completion(pending->call);
    delete pending;
}

void back_end::start(Handle& handle, const PairsCall& call) {
    add_started(handle, call.construct, call.site, record_call(call, course_of(handle)));
}
void back_end::start(Handle& handle, const TreeCall& call) {
    require(call);
    require_way_together(call);
    add_started(handle, call.construct, call.site, record_call(call, course_of(handle)));
}
void back_end::start(Handle& handle, const SyncCall& call) {
    add_started(handle, call.construct, call.site, record_call(call, course_of(handle)));
}

} // namespace loop
