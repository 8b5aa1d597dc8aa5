#include "host_calls/known_windows.h"

#include "session/concat.h"
#include "session/lasting.h"

#include <loop/fnv.h>

#include <unordered_map>

namespace loop::runtime::trace {
namespace {

Lasting<std::unordered_map<std::uint64_t, KnownWindow>> windows_known;

const KnownWindow* find_window(MPI_Win window) {
    const auto found = windows_known().find(handle_key(window));
    return found == windows_known().end() ? nullptr : &found->second;
}

int world_rank_of(const KnownWindow& window, int target) {
    const bool known = target >= 0 && static_cast<std::size_t>(target) < window.ranks.size();
    return known ? window.ranks[static_cast<std::size_t>(target)] : -1;
}

} // namespace

// The windows of a communicator are made in the same order on all members.
void know_window(const CalledAt& at, MPI_Comm comm, MPI_Win window) {
    if (!logs_here()) return;
    Channel* const channel = find_channel(comm);
    if (channel == nullptr) return;
    KnownWindow& known = windows_known()[handle_key(window)];
    const int index = channel->windows++;
    known = {channel->number == 0 ? 0 : fnv1a64(concat("window ", channel->number, " ", index)),
             next_number(), channel->partners};
    log_object(at, CallEvent::Made, CallObject::Window, known.object, known.number);
}

void forget_window(const CalledAt& at, MPI_Win window) {
    const KnownWindow* const known = find_window(window);
    if (known == nullptr) return;
    log_object(at, CallEvent::Freed, CallObject::Window, known->object, known->number);
    windows_known().erase(handle_key(window));
}

void log_window_collective(const CalledAt& at, MPI_Win window) {
    const KnownWindow* const known = logs_here() ? find_window(window) : nullptr;
    if (known == nullptr) return;
    CallFacts facts{CallEvent::Collective};
    facts.communicator = known->number;
    log_at(at, facts);
}

void log_epoch(const CalledAt& at, MPI_Win window, const EpochFacts& epoch) {
    const KnownWindow* const known = logs_here() ? find_window(window) : nullptr;
    if (known == nullptr) return;
    CallFacts facts{CallEvent::Epoch};
    facts.communicator = known->number;
    facts.partner = world_rank_of(*known, epoch.target);
    facts.tag = epoch.tag;
    log_at(at, facts, epoch.members);
}

void log_access(const CalledAt& at, MPI_Win window, const AccessFacts& access) {
    const KnownWindow* const known = logs_here() ? find_window(window) : nullptr;
    if (known == nullptr || access.target == MPI_PROC_NULL) return;
    CallFacts facts{CallEvent::Access};
    facts.communicator = known->number;
    facts.partner = world_rank_of(*known, access.target);
    facts.signature = access.signature;
    if (access.combine != MPI_OP_NULL) facts.combine = operator_number(access.combine);
    log_at(at, facts, static_cast<std::uint64_t>(access.place));
}

} // namespace loop::runtime::trace
