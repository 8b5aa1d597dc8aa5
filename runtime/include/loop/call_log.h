#pragma once

// The call log of a rank: the MPI calls of host code, one entry per event, in order. The rank writes it
// through a shared mapping of `<records>/rank-<r>.calls` (docs/record-format.md), so it survives however the
// rank ends. The launching command compares the logs of all ranks after the launch (runner/outcome/calls), so
// ranks need not exchange anything. Plain data in the machine's byte order.

#include <cstdint>

namespace loop {

enum class CallEvent : std::uint8_t {
    Collective = 1, // the rank calls a collective operation; `request` if the call only begins it
    Send = 2,       // the rank starts a message to `partner`
    Receive = 3,    // the rank posts a receive from `partner`, or a matching probe has found its message
    Received = 4,  // a receive has completed; has its sender and tag. `request` 0: the last Receive without a
                   // request. A `type` other than 0 replaces the Receive's, unknown to a matching probe
    Completed = 5, // a `request` that is not a receive has completed
    Canceled = 6,  // `request` has completed without its operation, as it was canceled
    Prepared = 7,  // a persistent request was made; each start is a Send or Receive with its number
    Made = 8,      // `request` is the number of an object that was created
    Freed = 9,     // `request` is the number of an object that was freed
    Epoch = 10,    // a call that began or ended an epoch of the window `communicator`
    Access = 11,   // a one-sided access to `partner`'s part of the window `communicator`
    Changed = 12,  // when `request` completed, host code had written to its buffer
    Taken = 13,    // a Receive without a request, from a given rank and with a given tag, that has completed:
                   // stands for the Receive and the Received after it
    Bytes = 14,    // recorded programs: belongs to the last entry that is not Bytes. `count`: the bytes that
                // this rank gives; `type`: the bytes that it gets, in counts for each rank. `partner`: -1: in
                // total, else to and from this rank of the communicator
    Unlogged = 15, // recorded programs: a call of which only the name is known, such as MPI_File_write
    Broken = 16, // the arguments of a call break a rule of MPI: `tag` is a CallRule. Before the call's entry
};

// What MPI forbids and libraries may accept. <loop/call_rules.h> decides.
enum class CallRule : std::int32_t {
    None = 0,
    Operator,        // the MPI_Op `combine` cannot be applied to elements of the type
    OwnSignatures,   // what a rank sends to itself and what it receives from itself differ in type or count
    TargetSignature, // origin and target of a one-sided access differ in type or count
    Overlap,         // a receive with a datatype whose entries overlap
    PendingBuffer,   // the buffer overlaps that of the receive `request`, which is pending
    OwnBuffers,      // the buffers that a call sends from and receives into overlap
    // A buffer is not, or not completely, in memory of the program. `count`: how many bytes it reaches;
    // `type`: how many of these are before the first one that is not memory of the program; `combine`:
    // memory_facts(). With a `request`: the buffer of that call, which was good when it began.
    Memory,
};

// Which buffer of a call.
enum class BufferRole : std::uint8_t { Data = 0, Send, Receive, Origin, Result, Window };

// What the first byte that is not memory of the program belongs to: it is beside an array or variable of a
// function (Stack) or of the program (Global), or beside a block of the heap; it is in a block that was
// freed, or in a variable whose function or scope has ended.
enum class MemoryKind : std::uint8_t { Unknown = 0, Stack, Global, Heap, Freed, LeftScope };

constexpr std::int32_t memory_facts(BufferRole role, MemoryKind kind) {
    return static_cast<std::int32_t>(role) | static_cast<std::int32_t>(kind) << 8;
}
constexpr BufferRole role_in(std::int32_t facts) {
    return static_cast<BufferRole>(facts & 0xff);
}
constexpr MemoryKind kind_in(std::int32_t facts) {
    return static_cast<MemoryKind>(facts >> 8 & 0xff);
}

// The kind of an object that was made or freed.
enum class CallObject : std::uint8_t { None = 0, Communicator, Type, Window, Group, Operator, Request };

// What `LoggedCall::place` is.
enum class CallPlace : std::uint32_t {
    Constructs = 0,    // number of constructs entered so far
    Time = 1,          // recorded programs: nanoseconds that the rank computed before the call; 0 in further
                       // entries of the same call
    ProcessorTime = 2, // the same, as processor time of the thread, because ranks outnumber cores
};

// Made with a Communicator: `type` is the number of the communicator that it was made from (0: unknown),
// `partner` the rank in the new one, `count` its size. Made with a Window: `count` is the size of this rank's
// part in bytes (-1: unknown, as that of a dynamic window), `tag` its displacement unit.
//
// The entries Collective, Send, Receive, Prepared, Access, and Broken are written before the MPI call, so
// they exist even if the rank never returns from it; a Receive may become Taken afterwards. The other entries
// are written after the call has succeeded. Messages to and from MPI_PROC_NULL have no entries.
struct LoggedCall {
    CallEvent event;
    CallObject object;
    std::uint16_t call;   // the index of the MPI function in all_calls
    std::int32_t partner; // a rank in MPI_COMM_WORLD; -1: any, or unknown. Collective: the root in its
                          // communicator; -1: none, or ranks may differ in it
    std::int32_t tag;     // -1: any. Epoch: the assertion, or the kind of lock. Access: how many bytes it
                          // reaches beyond its displacement; -1: unknown
    std::int32_t combine; // the MPI_Op, see below; 0: none, or unknown. Epoch: fence_* bits
    std::int64_t count;   // elements of the elementary types; -1: unknown, or ranks may differ in it
    std::uint64_t type;   // the type signature, see below
    std::uint64_t communicator; // its number, see RankStatus; 0: unknown. For windows: the window's number
    std::uint64_t request;      // the number of the request or object, unique in the rank, from 1; 0: none
    std::uint64_t address;      // the return address of the call, as RankStatus::host_address
    std::uint64_t place;        // Access: the displacement at the target. Epoch: the members of the group, as
                                // RankStatus::members. Else: as CallLogHeader::places says
};
static_assert(sizeof(LoggedCall) == 64, "the call log is part of the record format");

// LoggedCall::type, the type signature of `count` elements. From 2 to 255: all elements have this elementary
// type, whose number is the same on all ranks. From first_mixed_signature on: a hash of the types of all
// elements in order; compare these only if the counts are equal.
constexpr std::uint64_t unknown_signature = 0;
constexpr std::uint64_t bytes_signature = 1; // MPI_BYTE and MPI_PACKED: match any type
constexpr std::uint64_t first_mixed_signature = 256;

// Numbers of the elementary types; the same type under another name has the same number.
enum ElementarySignature : std::uint64_t {
    char_signature = 2,
    signed_char_signature,
    unsigned_char_signature,
    short_signature,
    unsigned_short_signature,
    int_signature,
    unsigned_signature,
    long_signature,
    unsigned_long_signature,
    long_long_signature,
    unsigned_long_long_signature,
    float_signature,
    double_signature,
    long_double_signature,
    wide_char_signature,
    bool_signature,
    float_complex_signature,
    double_complex_signature,
    long_double_complex_signature,
};

// Returns whether two signatures certainly differ: those of a send and its receive, or of two ranks'
// arguments in a collective operation. Does not report differing counts.
constexpr bool signatures_differ(std::uint64_t type, std::int64_t count, std::uint64_t other_type,
                                 std::int64_t other_count) {
    if (type <= bytes_signature || other_type <= bytes_signature || count == 0 || other_count == 0)
        return false;
    const bool one_is_mixed = type >= first_mixed_signature || other_type >= first_mixed_signature;
    return type != other_type && (!one_is_mixed || (count > 0 && count == other_count));
}

// LoggedCall::combine of a fence: what it asserts. MPI libraries have different numbers for that.
constexpr std::int32_t fence_ends_nothing = 1;   // MPI_MODE_NOPRECEDE
constexpr std::int32_t fence_begins_nothing = 2; // MPI_MODE_NOSUCCEED

// LoggedCall::combine of an operator that host code made: this plus a number for its function, or exactly
// this if the function is unknown. MPI's own operators have smaller numbers.
constexpr std::int32_t first_made_operator = 64;

// Why a log is incomplete. Readers must not draw conclusions about missing entries.
constexpr std::uint32_t log_is_full = 1;
constexpr std::uint32_t log_misses_threads = 2; // threads other than the first one called MPI
constexpr std::uint32_t log_misses_messages =
    4; // calls failed, are not logged (MPI_Send_c), or preceded the log
constexpr std::uint32_t log_misses_collectives = 8;
constexpr std::uint32_t log_misses_order = 16; // calls that are not logged may have synchronized ranks

// How threads called MPI in a way that the thread level of the program forbids.
enum class ThreadMisuse : std::uint16_t {
    None = 0,
    OtherThread, // another thread than the main one called, below MPI_THREAD_SERIALIZED
    AtOnce,      // two threads called at the same time, below MPI_THREAD_MULTIPLE
    Finalize,    // another thread than the main one called MPI_Finalize
};

struct CallLogHeader {
    char magic[8]; // "LOOPCL1"
    std::int32_t rank;
    std::int32_t ranks;
    std::uint32_t misses; // the bits above
    std::uint32_t closed; // 1: the rank has reached \CLOSE0, or MPI_Finalize if host code calls it
    std::int64_t calls;   // entries; each is complete before it is counted
    CallPlace places;
    std::uint16_t misuse;       // the first ThreadMisuse
    std::uint16_t misused;      // that call, as LoggedCall::call
    std::uint64_t misused_from; // its return address, as LoggedCall::address
    std::uint64_t reserved[2];
};
static_assert(sizeof(CallLogHeader) == 64, "the call log is part of the record format");

constexpr char call_log_magic[8] = "LOOPCL1";
constexpr std::int64_t call_log_entries = 16384; // a rank's log ends there; simulated ranks have fewer,
                                                 // recorded programs any number

} // namespace loop
