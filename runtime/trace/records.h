#pragma once

#include "session/simulation.h"
#include "trace/format/record.h"

#include <cstddef>
#include <cstdint>
#if defined(__x86_64__)
#include <x86intrin.h>
#endif

// Records events while the program runs (docs/trace-format.md). The code on the hot path is inline here:
// without a trace, `if (trace::on()) trace::...` costs one predictable branch.
namespace loop::runtime::trace {

// Constant-initialized, one per process. If `next` equals `end`, it may grow; else further records are only
// counted.
struct Buffer {
    bool on = false;
    bool suspended = false; // by a TraceSuspender: only time that is not measured is recorded
    bool reads_tsc = false;
    Record* begin = nullptr;
    Record* next = nullptr;
    Record* end = nullptr;
    std::uint64_t dropped = 0;
    int excluded_depth = 0;
    std::size_t common_records = 0; // the min size of all ranks' buffers in records; 0: some rank has none
};
extern Buffer buffer;

inline bool on() {
    return __builtin_expect(static_cast<long>(buffer.on), 0L) != 0;
}

// Whether this rank records a trace, even if recording is suspended.
inline bool is_recording() {
    return buffer.on || buffer.suspended;
}

// Makes room for more records, if the buffer may grow. Otherwise, counts a dropped record.
bool grow();

Ticks ticks_without_tsc();

inline Ticks now() {
#if defined(__x86_64__)
    if (__builtin_expect(static_cast<long>(buffer.reads_tsc), 1L) != 0) return __rdtsc();
#endif
    return ticks_without_tsc();
}

// Returns the time of the last record, for an event that follows it immediately: a clock reading costs more
// than the rest of an event. Not on a simulated machine: there the clock costs nothing, and a rank handles a
// message after it has arrived.
inline Ticks again() {
    if constexpr (is_simulated) return now();
    const bool is_kept = buffer.next != buffer.begin && buffer.next != buffer.end;
    return is_kept ? buffer.next[-1].ticks : now();
}

// A signal handler may write the buffer to a file at any instruction, so `next` changes only when the record
// is complete.
inline void put(Ticks ticks, Kind kind, std::int32_t word, std::int32_t partner, std::uint64_t bytes,
                std::uint32_t communicator) {
    Record* const record = buffer.next;
    if (__builtin_expect(static_cast<long>(record == buffer.end), 0L) != 0 && !grow()) return;
    write_record(*record, {ticks, bytes, communicator, partner, static_cast<std::uint32_t>(kind), word});
    __atomic_signal_fence(__ATOMIC_RELEASE);
    buffer.next = record + 1;
}

inline void put(Ticks ticks, Kind kind) {
    put(ticks, kind, 0, 0, 0, 0);
}

// Excluded times nest: only the outermost one is recorded.
inline void exclude(Ticks ticks) {
    if (buffer.excluded_depth++ == 0) put(ticks, Kind::Excluded);
}
inline void include(Ticks ticks) {
    if (--buffer.excluded_depth == 0) put(ticks, Kind::Included);
}

// The indices that stand for the runtime's own communicators in the trace. For other communicators, see
// host_calls/channels.h.
constexpr std::uint32_t constructs_channel = 0;
constexpr std::uint32_t picl_channel = 1;
constexpr std::uint32_t kernels_channel = 2;

struct Message {
    std::int32_t partner;
    std::int32_t tag;
    std::size_t bytes;
    std::uint32_t communicator;
    bool sender_waits = false; // for its receiver: a simulated rank does not handle such a message
};

inline void put_message(Ticks ticks, Kind kind, const Message& message) {
    put(ticks, kind, message.tag, message.partner, message.bytes, message.communicator);
}

// To be called by the rank's first thread, after threads have ended: at `ticks`, it says what a thread did
// from `since` on.
inline void put_thread(Ticks ticks, Ticks since, std::size_t thread, ThreadState state) {
    const Ticks before = ticks > since ? ticks - since : 0;
    put(ticks, Kind::Thread, static_cast<std::int32_t>(state), 0, before, static_cast<std::uint32_t>(thread));
}

// The same for a message that a thread sent or received at `at`. The tag of the message is the thread.
inline void put_thread_message(Ticks ticks, Ticks at, std::size_t thread, std::int32_t partner,
                               std::int32_t bytes, bool is_received) {
    const Ticks before = ticks > at ? ticks - at : 0;
    put(ticks, Kind::ThreadMessage, is_received ? ~bytes : bytes, partner, before,
        static_cast<std::uint32_t>(thread));
}

inline void enter(SiteIndex site) {
    put(now(), Kind::Enter, static_cast<std::int32_t>(site), 0, 0, 0);
}

// How a site is left. Now: reads the clock. Again: the site ends with the last record; uses its
// time. Fruitless: the site was an unsuccessful poll. If the site was polled without success just
// before, extends the interval of that poll, so that a polling loop is one interval, in which the rank waits,
// and does not fill the buffer.
enum class Leaving : std::uint8_t { Now, Again, Fruitless };

Ticks leave_fruitless(SiteIndex site);

// Returns the time.
inline Ticks leave(SiteIndex site, Leaving how = Leaving::Now) {
    if (how == Leaving::Fruitless) return leave_fruitless(site);
    const Ticks time = how == Leaving::Again ? again() : now();
    put(time, Kind::Leave, static_cast<std::int32_t>(site), 0, 0, 0);
    return time;
}

// Records that the rank is idle: from `begin`, which follows a failed test, until the message arrives, or
// until `end`. Simulated ranks do not test before they block; a wait that was over when it began is taken
// back. As the simulator tells how long they handle a message, theirs are recorded when they arrive, not when
// the rank has handled them.
class Waiting {
public:
    // `after`: for so many ticks, the rank still does something else.
    void begin(int partner, Ticks after = 0) {
        if (waits_) return;
        waits_ = true;
        put(now() + after, Kind::Wait, 0, partner, 0, 0);
    }
    // Begins, or goes on if it has begun: from now on, the rank waits for this partner only.
    void goes_on_for(int partner) {
        const bool is_last =
            waits_ && buffer.next != buffer.begin && static_cast<Kind>(buffer.next[-1].kind) == Kind::Wait;
        if (is_last)
            buffer.next[-1].partner = partner;
        else
            begin(partner);
    }
    void received(const Message& message) {
        if constexpr (is_simulated) return simulated_received(message);
        waits_ = false;
        put_message(now(), Kind::Receive, message);
    }
    // MPI_Waitsome of a simulated rank does not tell when each message came. Between these calls, the
    // messages that are received are noted; at the end they are recorded as if the rank had handled them one
    // after the other.
    void gather();
    void end_gathering();
    // Returns whether the rank was idle.
    bool end() {
        if (!waits_) return false;
        waits_ = false;
        if (is_simulated && takes_back_wait(now())) return false;
        put(now(), Kind::Resume);
        return true;
    }

private:
    void simulated_received(const Message& message);
    void record_arrivals(const Message* messages, std::size_t count);
    static bool takes_back_wait(Ticks end);

    bool waits_ = false;
    bool gathers_ = false;
};

// While a TraceSuspender exists, nothing is recorded but the times that are not measured.
class TraceSuspender {
public:
    TraceSuspender() : was_on_(buffer.on) {
        if (!was_on_) return;
        buffer.on = false;
        buffer.suspended = true;
    }
    ~TraceSuspender() {
        if (!buffer.suspended || !was_on_) return; // a dying rank has written its trace
        buffer.suspended = false;
        buffer.on = true;
    }
    TraceSuspender(const TraceSuspender&) = delete;
    TraceSuspender& operator=(const TraceSuspender&) = delete;

private:
    bool was_on_;
};

// While a TraceResumer exists, recording continues despite a TraceSuspender.
class TraceResumer {
public:
    TraceResumer() : was_suspended_(buffer.suspended) {
        if (!was_suspended_) return;
        buffer.suspended = false;
        buffer.on = true;
    }
    ~TraceResumer() {
        if (!buffer.on || !was_suspended_) return;
        buffer.on = false;
        buffer.suspended = true;
    }
    TraceResumer(const TraceResumer&) = delete;
    TraceResumer& operator=(const TraceResumer&) = delete;

private:
    bool was_suspended_;
};

} // namespace loop::runtime::trace
