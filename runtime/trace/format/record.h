#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace loop::runtime::trace {

enum class Kind : std::uint32_t {
    Enter = 1,
    Leave = 2,
    Send = 3,
    Post = 4,
    Wait = 5,
    Receive = 6,
    Resume = 7,
    Mark = 8,
    Collective = 9,
    Excluded = 10,
    Included = 11,
    Thread = 12,
    ThreadMessage = 13,
};

// What a thread does from some time on. NotRecorded: it runs, and the trace does not have what it does.
enum class ThreadState : std::int32_t { Busy = 0, Communicating = 1, Ended = 2, NotRecorded = 3 };

// Of a place where no record is: the rest of a file of records (docs/record-format.md) is zeros.
constexpr std::uint32_t no_kind = 0;

using Ticks = std::uint64_t;
using SiteIndex = std::uint32_t;

struct Record {
    Ticks ticks;
    std::uint64_t bytes : 48;
    std::uint64_t communicator : 16;
    std::int32_t partner : 28;
    std::uint32_t kind : 4;
    std::int32_t word; // the site of Enter and Leave, a message's tag, a mark's number, a thread's state, the
                       // bytes of a thread's message (~bytes: received)
};
static_assert(sizeof(Record) == 24, "the cost of a record is mostly its size");

// Writes the part with the kind last: a process may be killed at any instruction.
inline void write_record(Record& to, const Record& record) {
    constexpr std::size_t kind_at = 16;
    std::memcpy(&to, &record, kind_at);
    __atomic_signal_fence(__ATOMIC_RELEASE);
    std::memcpy(reinterpret_cast<char*>(&to) + kind_at, reinterpret_cast<const char*>(&record) + kind_at,
                sizeof record - kind_at);
}

} // namespace loop::runtime::trace
