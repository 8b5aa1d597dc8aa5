#pragma once

#include "session/session.h"
#include "session/simulation.h"
#include "session/status.h"

namespace loop::runtime {

// Writes to the status file what a rank waits for, and with which arguments. These are plain stores, so a
// running rank pays almost nothing, and the launching command can see which ranks wait for which.

#ifdef LOOP_TELLS_NOTHING
constexpr bool tells = false; // for comparison, see `bench/run hangs`
#else
constexpr bool tells = true;
#endif

inline void tell(std::uint64_t& word, std::uint64_t value) {
    if (tells) __atomic_store_n(&word, value, __ATOMIC_RELAXED);
}
inline void tell(std::int64_t& word, std::int64_t value) {
    if (tells) __atomic_store_n(&word, value, __ATOMIC_RELAXED);
}

// Publishes that the next construct begins.
inline void enter_place(Construct construct, int line) {
    RankStatus& status = *the_status;
    const std::uint64_t place = pack_place(construct, line, true);
    tell(status.previous, the_session.place);
    the_session.place = place;
    tell(status.sequence, ++the_session.sequence);
    tell(status.place, place);
}

// While an object exists, the rank counts as waiting, not computing; hang detection relies on this. Objects
// nest: when the inner one ends, the outer one applies again.
class Waits {
public:
    explicit Waits(std::int32_t partner, WaitKind kind = WaitKind::Construct)
        : outer_(the_status->waiting & (one_wait - 1)) {
        tell(the_status->waiting, pack_waiting(the_session.waits += one_wait, kind, partner));
    }
    ~Waits() {
        if (!is_being_ended()) tell(the_status->waiting, the_session.waits | outer_);
    }
    Waits(const Waits&) = delete;
    Waits& operator=(const Waits&) = delete;

private:
    std::uint64_t outer_;
};

// Publishes the arguments of the construct entered last, for its partners. `call`: zero-based index of the
// call at its line.
inline void publish(std::int64_t call, std::int64_t first, std::int64_t second = 0, std::int64_t third = 0) {
    RankStatus& status = *the_status;
    tell(status.call, call);
    tell(status.arguments[0], first);
    tell(status.arguments[1], second);
    tell(status.arguments[2], third);
    if (tells) __atomic_store_n(&status.published, the_session.sequence, __ATOMIC_RELEASE);
}

} // namespace loop::runtime
