#pragma once

#include "comm/buffers.h"
#include "comm/datatype.h"
#include "comm/matching/argument_matching.h"
#include "comm/sites.h"
#include "constructs/collectives.h"
#include "constructs/recent_plans.h"

#include <mpi.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace loop::runtime {

// MPI's collectives as constructs. A call has a plan, which its line keeps, and a pending operation, which
// has buffers.

// What follows from the arguments of a call.
struct CollectivePlan : CollectiveLayout {
    explicit CollectivePlan(const CollectiveCall& call);
    bool matches(const CollectiveCall& call) const;

    Construct construct;
    bool differs; // the sizes of the slots
    long long size;
    Kept kept;
    int root;
    Op op;
    Element element;

    MPI_Comm comm = MPI_COMM_NULL;
    std::uint32_t channel = 0; // its index in the trace
    MessageType slot{};        // if the slots do not differ
    double bus_bytes = 0;
    GivenAndGot moves{}; // by each call of this rank
    std::uint64_t hash = 0;
};

// What all ranks of an operation must agree on, beside its size and its root.
std::int64_t agreed(const CollectivePlan& plan, bool is_persistent);

// Returns the index of a group's communicator in the trace. Set when the session opens, as this folder does
// not know the channels.
extern std::uint32_t (*channel_in_trace)(MPI_Comm comm);

struct PersistentCollectives;

// The plans of one line.
struct CollectivePlans {
    CollectivePlans();
    ~CollectivePlans();

    RecentPlans<std::shared_ptr<CollectivePlan>> plans;
    std::shared_ptr<CollectivePlan> last;
    const CollectivePlan* told = nullptr; // of the last call
    bool told_persistent = false;
    Neighbours neighbours;
    std::unique_ptr<PersistentCollectives> persistent;
};

// The plan for these arguments; not measured. Ends the run if the arguments are wrong.
const std::shared_ptr<CollectivePlan>& work_out_plan(SiteEntry& entry, const CollectiveCall& call);

// An operation between its start and its completion.
struct PendingCollective {
    SiteEntry* entry = nullptr;
    std::shared_ptr<CollectivePlan> plan;
    const void* from = nullptr; // the program's
    void* into = nullptr;
    void* data = nullptr;
    const void* send = nullptr; // MPI's
    void* receive = nullptr;
    bool verified = false;
    long long call = 0;
    long long marked_call = -1; // the call whose payload the buffer holds
    MPI_Request request = MPI_REQUEST_NULL;
    bool is_persistent = false; // the request is made once, and started by each call
    bool in_flight = false;
    Buffer send_memory, receive_memory;
    std::vector<char> expected; // one period of the result of a reduction
};

// The operations of a line inside a \WITH with PERSISTENT. To make a request is collective, so all ranks must
// make the same ones: another operation is chosen only for other arguments that ranks agree on, or if the
// first is in flight.
struct PersistentCollectives {
    static constexpr std::size_t most = 16; // more if they are in flight

    std::vector<std::unique_ptr<PendingCollective>> all; // the oldest first
};
PendingCollective& persistent_collective(SiteEntry& entry, const std::shared_ptr<CollectivePlan>& plan,
                                         const CollectiveCall& call);

// Fills the buffers of an operation, or spoils those that receive; marks the blocks that are sent next.
void fill_collective(PendingCollective& pending);
void mark_collective(PendingCollective& pending, long long call);
// Compares what has arrived, spoils it, and marks the payload of the next call.
void verify_collective(PendingCollective& pending);

// Calls MPI's function of this form, which returns its code. `request` is null for the blocking one.
enum class CallForm { Blocking, Nonblocking, Persistent };
int call_mpi(const PendingCollective& pending, CallForm how, MPI_Request* request);
bool has_persistent_collectives();

// Prepares and counts a call. Returns the operation to be used: `usual`, or inside a \WITH with PERSISTENT
// one of the line.
PendingCollective& begin_collective(PendingCollective& usual, const CollectiveCall& call);
void start_collective(PendingCollective& pending);
void complete_collective(PendingCollective& pending);
void move_collective(PendingCollective& pending); // both

// To be called before MPI_Finalize.
void release_collectives();

} // namespace loop::runtime
