#pragma once

// The call log of a rank: what host code asked of MPI, one entry per event, in order. A shared mapping of
// `<records>/rank-<r>.calls` (docs/record-format.md), so it survives however the rank ends. The launching
// command compares the logs of all ranks after the launch (runner/outcome/calls): the ranks exchange nothing
// for it. Plain data in the machine's byte order.

#include <cstdint>

namespace loop {

enum class CallEvent : std::uint8_t {
    Collective = 1, // the rank has called a collective operation; `request` if it only began it
    Send = 2,       // the rank has started a message to `partner`
    Receive = 3,    // the rank has posted a receive from `partner`; `request` if it does not wait for it
    Received = 4,   // the receive of `request` has got its message: its sender, tag, and count
    Completed = 5,  // `request` has completed
    Canceled = 6,   // `request` was canceled, and its operation did not happen
    Prepared = 7,   // a persistent request was made; each start is a Send, Receive, or Collective
    Made = 8,       // `request` is the number of an object that was created
    Freed = 9,      // and of one that was freed
    Epoch = 10,     // a call that begins or ends an epoch of the window `communicator`
    Access = 11,    // a one-sided access to `partner`'s part of the window `communicator`
};

// What a Made or Freed object is.
enum class CallObject : std::uint8_t { None = 0, Communicator, Type, Window, Group, Operator, Request };

struct LoggedCall {
    CallEvent event;
    CallObject object;
    std::uint16_t call;   // of the MPI function: its index in all_calls; 0: none
    std::int32_t partner; // a rank in MPI_COMM_WORLD, or waits_for_somebody; of a collective, the root or -1
    std::int32_t tag;     // -1: any
    std::int32_t combine; // the MPI_Op's number, see call_log.cpp; 0: none, or not known
    std::int64_t count;   // elements; -1: ranks may differ in it
    std::uint64_t type;   // the type's signature: the same for types that match; 0: not known; 1: bytes
    std::uint64_t communicator; // its number, see RankStatus; 0: not known
    std::uint64_t request;      // the number of the request or object, unique in the rank, from 1; 0: none
    std::uint64_t address;      // the return address of the call, as RankStatus::host_address
    std::uint64_t place;        // of a one-sided access: the displacement at the target
};
static_assert(sizeof(LoggedCall) == 64, "the call log is part of the record format");

// Why a log does not tell everything. Of what is missing nothing can be concluded.
constexpr std::uint32_t log_is_full = 1;
constexpr std::uint32_t log_misses_threads = 2;  // threads other than the first one called MPI
constexpr std::uint32_t log_misses_messages = 4; // by calls that are not logged (MPI_Send_c)
constexpr std::uint32_t log_misses_collectives = 8;

struct CallLogHeader {
    char magic[8]; // "LOOPCL1"
    std::int32_t rank;
    std::int32_t ranks;
    std::uint32_t misses; // the bits above
    std::uint32_t closed; // 1: the rank has reached \CLOSE0, so nothing follows
    std::int64_t calls;   // entries; each is complete before it is counted
    std::uint64_t reserved[4];
};
static_assert(sizeof(CallLogHeader) == 64, "the call log is part of the record format");

constexpr char call_log_magic[8] = "LOOPCL1";
constexpr std::int64_t call_log_entries = 16384; // a rank's log ends there

} // namespace loop
