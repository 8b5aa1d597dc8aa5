#include "comm/collectives.h"

#include "comm/special.h"
#include "comm/waiting/waiting.h"
#include "session/failure.h"
#include "session/group.h"
#include "session/waits.h"
#include "trace/excluded.h"
#include "trace/records.h"

#include <cstring>

namespace loop::runtime {
namespace {

char* own(Buffer& buffer, const BlockList& blocks) {
    return buffer.reserve(1, static_cast<std::size_t>(blocks.bytes) + 1);
}

// DATA has the slots of all ranks, and MPI's functions take it in place of one buffer or the other.
void use_data_in_place(PendingCollective& pending) {
    const CollectivePlan& plan = *pending.plan;
    const bool at_root = rank_in_group() == plan.root;
    auto* const data = static_cast<char*>(pending.data);
    pending.send = MPI_IN_PLACE;
    pending.receive = data;
    switch (plan.construct) {
    case Construct::Reduce:
        if (at_root && plan.root == 0) return;
        // See reduce() in comm/synchronise.cpp: the root's own part is copied.
        pending.send = at_root ? own(pending.send_memory, plan.sends) : data;
        return;
    case Construct::Gather:
        if (!at_root) pending.send = data + plan.first;
        return;
    case Construct::Scatter:
        pending.send = data;
        pending.receive = at_root ? MPI_IN_PLACE : data + plan.first;
        return;
    default:
        return;
    }
}

void choose_buffers(PendingCollective& pending) {
    const CollectivePlan& plan = *pending.plan;
    if (plan.construct == Construct::Bcast) {
        const BlockList& blocks = plan.sends.bytes > 0 ? plan.sends : plan.receives;
        pending.receive = pending.data != nullptr ? pending.data : own(pending.receive_memory, blocks);
        return;
    }
    if (pending.data != nullptr) return use_data_in_place(pending);
    pending.send = pending.from != nullptr ? pending.from : own(pending.send_memory, plan.sends);
    pending.receive = pending.into != nullptr ? pending.into : own(pending.receive_memory, plan.receives);
}

void prepare(PendingCollective& pending, SiteEntry& entry, const CollectiveCall& call,
             const std::shared_ptr<CollectivePlan>& plan) {
    const Excluded not_measured;
    pending.entry = &entry;
    pending.plan = plan;
    pending.from = call.from;
    pending.into = call.into;
    pending.data = call.data;
    require_data(call, *plan);
    choose_buffers(pending);
    const bool user_data = call.from != nullptr || call.into != nullptr || call.data != nullptr;
    pending.verified = the_session.verify && !user_data && call.construct != Construct::Barrier;
    fill_collective(pending);
}

bool is_prepared(const PendingCollective& pending, const SiteEntry& entry, const CollectiveCall& call,
                 const CollectivePlan& plan) {
    return pending.plan.get() == &plan && pending.entry == &entry && pending.from == call.from &&
           pending.into == call.into && pending.data == call.data;
}

void match(CollectivePlans& plans, const CollectivePlan& plan, bool is_persistent) {
    const bool is_new = plans.told != &plan || plans.told_persistent != is_persistent;
    plans.told = &plan;
    plans.told_persistent = is_persistent;
    match_neighbours(plans.neighbours, is_new);
}

// Their messages are not visible, so a rank that cannot go on before others arrive counts as waiting all the
// time.
bool waits_for_others(const CollectivePlan& plan) {
    if (ranks_in_group() == 1) return false;
    switch (plan.construct) {
    case Construct::Bcast:
    case Construct::Scatter:
        return rank_in_group() != plan.root;
    case Construct::Scan:
    case Construct::Exscan:
        return rank_in_group() > 0;
    default:
        return true;
    }
}

// Records an operation in the trace.
class Traced {
public:
    explicit Traced(const CollectivePlan& plan) : plan_(plan) {
        if (!trace::on() || !waits_for_others(plan)) return;
        const bool from_root = plan.construct == Construct::Bcast || plan.construct == Construct::Scatter;
        waiting_.begin(from_root ? rank_of_member(plan.root) : -1);
    }
    ~Traced() {
        if (!trace::on()) return;
        waiting_.end();
        trace::put(trace::now(), trace::Kind::Collective, 0,
                   has_root(plan_.construct) ? rank_of_member(plan_.root) : -1,
                   static_cast<std::uint64_t>(plan_.sends.bytes), plan_.channel);
    }
    Traced(const Traced&) = delete;
    Traced& operator=(const Traced&) = delete;

private:
    const CollectivePlan& plan_;
    trace::Waiting waiting_;
};

constexpr char what[] = "a collective operation";

void wait_for(PendingCollective& pending) {
    const Waits waits(waits_for_everyone);
    // MPI_Testall of MPICH 4.0.2 fails for persistent collectives.
    if (the_session.yielding)
        return test_until([&] {
            int done = 0;
            check_mpi(PMPI_Test(&pending.request, &done, MPI_STATUS_IGNORE), what);
            return done != 0;
        });
    check_mpi(PMPI_Wait(&pending.request, MPI_STATUS_IGNORE), what);
}

void end_operation(PendingCollective& pending) {
    pending.in_flight = false;
    if (pending.verified) verify_collective(pending);
}

void make_request(PendingCollective& pending) {
    const Excluded not_measured;
    pending.is_persistent = true;
    Way only;
    only.persistent = true;
    note_way(*pending.entry, only);
    check_mpi(call_mpi(pending, CallForm::Persistent, &pending.request),
              "making a persistent collective operation");
}

// The members of a group make its communicator together, in its first collective construct. Whom a rank waits
// for there, it would wait for in the construct, so this is measured, as waiting.
void meet_group() {
    if (among_all() || the_session.group->control != MPI_COMM_NULL) return;
    trace::Waiting waiting;
    if (trace::on()) waiting.begin(-1);
    control_of_group();
    waiting.end();
}

} // namespace

PendingCollective& begin_collective(PendingCollective& usual, const CollectiveCall& call) {
    SiteEntry& entry = site_entry(call.construct, call.site);
    const bool is_known = entry.collectives != nullptr && entry.collectives->last != nullptr &&
                          entry.collectives->last->matches(call);
    meet_group();
    const std::shared_ptr<CollectivePlan>& plan =
        is_known ? entry.collectives->last : work_out_plan(entry, call);
    const bool is_persistent = the_way != nullptr && the_way->persistent;
    publish(entry.label + entry.calls, plan->size, plan->root, agreed(*plan, is_persistent));
    match(*entry.collectives, *plan, is_persistent);
    PendingCollective& pending = is_persistent ? persistent_collective(entry, plan, call) : usual;
    if (!is_prepared(pending, entry, call, *plan)) prepare(pending, entry, call, plan);
    if (is_persistent && pending.request == MPI_REQUEST_NULL) make_request(pending);
    pending.call = entry.calls++;
    entry.collective.given += plan->moves.given;
    entry.collective.got += plan->moves.got;
    the_session.bus_bytes += plan->bus_bytes;
    pending.in_flight = true;
    if (!pending.verified || pending.marked_call == pending.call) return pending;
    const Excluded not_measured;
    mark_collective(pending, pending.call);
    return pending;
}

namespace {

void copy_own_part(const PendingCollective& pending) {
    const CollectivePlan& plan = *pending.plan;
    if (plan.construct != Construct::Reduce || pending.data == nullptr || plan.root == 0) return;
    if (rank_in_group() == plan.root)
        std::memcpy(const_cast<void*>(pending.send), pending.data, static_cast<std::size_t>(plan.size));
}

} // namespace

void start_collective(PendingCollective& pending) {
    copy_own_part(pending);
    check_mpi(pending.is_persistent ? PMPI_Start(&pending.request)
                                    : call_mpi(pending, CallForm::Nonblocking, &pending.request),
              what);
}

void complete_collective(PendingCollective& pending) {
    {
        const Traced traced(*pending.plan);
        wait_for(pending);
    }
    end_operation(pending);
}

void move_collective(PendingCollective& pending) {
    {
        const Traced traced(*pending.plan);
        if (the_session.yielding || pending.is_persistent) {
            start_collective(pending);
            wait_for(pending);
        } else {
            copy_own_part(pending);
            const Waits waits(waits_for_everyone);
            check_mpi(call_mpi(pending, CallForm::Blocking, nullptr), what);
        }
    }
    end_operation(pending);
}

} // namespace loop::runtime
