#include "host_calls/known_windows.h"

#include "host_calls/broken_rules.h"
#include "host_calls/buffer_uses.h"
#include "host_calls/pending_buffers.h"
#include "session/concat.h"
#include "session/lasting.h"

#include <loop/fnv.h>

#include <limits>
#include <unordered_map>

namespace loop::runtime::trace {
namespace {

Lasting<std::unordered_map<std::uint64_t, KnownWindow>> windows_known;

KnownWindow* find_window(MPI_Win window) {
    const auto found = windows_known().find(handle_key(window));
    return found == windows_known().end() ? nullptr : &found->second;
}

int world_rank_of(const KnownWindow& window, int target) {
    const bool known = target >= 0 && static_cast<std::size_t>(target) < window.ranks.size();
    return known ? window.ranks[static_cast<std::size_t>(target)] : -1;
}

// Sets where this rank's part of a window is, if only this rank has it.
void find_memory(MPI_Win window, KnownWindow& known) {
    void* base = nullptr;
    int *flavor = nullptr, found = 0;
    PMPI_Win_get_attr(window, MPI_WIN_CREATE_FLAVOR, &flavor, &found);
    if (found == 0 || (*flavor != MPI_WIN_FLAVOR_CREATE && *flavor != MPI_WIN_FLAVOR_ALLOCATE)) return;
    PMPI_Win_get_attr(window, MPI_WIN_BASE, &base, &found);
    if (found == 0) return;
    MPI_Aint* bytes = nullptr;
    PMPI_Win_get_attr(window, MPI_WIN_SIZE, &bytes, &found);
    if (found == 0) return;
    known.base = base;
    known.bytes = *bytes;
    known.is_memory_good = first_bad_byte(base, static_cast<std::size_t>(*bytes)) == nullptr;
}

} // namespace

bool may_be_in_window(const void* data, std::size_t bytes) {
    for (const auto& [key, window] : windows_known())
        if (window.bytes < 0 ||
            have_common_bytes(data, bytes, window.base, static_cast<std::size_t>(window.bytes)))
            return true;
    return false;
}

static void log_made(const CalledAt& at, const KnownWindow& known, std::int64_t bytes, int unit) {
    if (!logs_here()) return;
    CallFacts facts{CallEvent::Made, CallObject::Window};
    facts.communicator = known.number;
    facts.request = known.object;
    facts.signature.count = bytes;
    facts.tag = unit;
    log_at(at, facts);
}

// The windows of a communicator are made in the same order on all members.
void know_window(const CalledAt& at, MPI_Comm comm, MPI_Win window, std::int64_t bytes, int unit) {
    if (!logs_here() && !(on() && is_recording_thread())) return;
    Channel* const channel = find_channel(comm);
    if (channel == nullptr) return;
    KnownWindow& known = windows_known()[handle_key(window)];
    const int index = channel->windows++;
    known = {channel->number == 0 ? 0 : fnv1a64(concat("window ", channel->number, " ", index)),
             next_number(), channel->partners, channel->members, std::vector<bool>(channel->partners.size())};
    if (!is_simulated) find_memory(window, known);
    if (on() && known.number != 0) known.channel = know_window_channel(*channel, known.number);
    log_made(at, known, bytes, unit);
}

const Channel* channel_of_window(MPI_Win window) {
    const KnownWindow* const known = is_followed_thread() ? find_window(window) : nullptr;
    return known != nullptr && known->channel ? &*known->channel : nullptr;
}

void forget_window(const CalledAt& at, MPI_Win window) {
    const KnownWindow* const known = find_window(window);
    if (known == nullptr) return;
    log_object(at, CallEvent::Freed, CallObject::Window, known->object, known->number);
    windows_known().erase(handle_key(window));
}

void note_access(MPI_Win window, int target) {
    KnownWindow* const known = is_followed_thread() ? find_window(window) : nullptr;
    const auto index = static_cast<std::size_t>(target);
    if (known == nullptr || target < 0 || index >= known->accessed.size() || known->accessed[index]) return;
    known->accessed[index] = true;
    ++known->accessed_count;
}

static void end_accesses(KnownWindow& known, int target) {
    const auto index = static_cast<std::size_t>(target);
    if (target < 0) {
        known.accessed.assign(known.accessed.size(), false);
        known.accessed_count = 0;
    } else if (index < known.accessed.size() && known.accessed[index]) {
        known.accessed[index] = false;
        --known.accessed_count;
    }
}

WindowWait::WindowWait(WaitKind kind, const CalledAt& at, MPI_Win window, int target, bool completes)
    : window_(window), target_(target), completes_(completes) {
    const KnownWindow* const known = is_followed_thread() ? find_window(window) : nullptr;
    if (known == nullptr || known->accessed_count > 0) return;
    wait_.emplace(kind, at.caller);
    wait_->waits_for_members(known->members);
    wait_->waits_for_rank(world_rank_of(*known, target));
}

WindowWait::~WindowWait() {
    KnownWindow* const known = completes_ && is_followed_thread() ? find_window(window_) : nullptr;
    if (known != nullptr) end_accesses(*known, target_);
}

void check_window_memory(const CalledAt& at, MPI_Win window) {
    KnownWindow* const known = checks_memory() ? find_window(window) : nullptr;
    if (known != nullptr && known->is_memory_good)
        known->is_memory_good = check_again(at, known->object, BufferRole::Window, known->base, known->bytes);
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
    facts.combine = epoch.fence;
    log_at(at, facts, epoch.members);
}

namespace {

std::int32_t reach_in_log(const AccessFacts& access) {
    const std::int64_t reach = reach_of(access.count, access.type);
    return reach <= std::numeric_limits<std::int32_t>::max() ? static_cast<std::int32_t>(reach) : -1;
}

void check_access(const CalledAt& at, const AccessFacts& access, const CallFacts& facts) {
    const Signature& there = facts.signature;
    if (signatures_disagree(access.origin.type, access.origin.count, there.type, there.count))
        log_broken(at, CallRule::TargetSignature);
    if (known_type(access.type).sequence.elements == 1 && !operator_allows(facts.combine, there.type))
        log_broken(at, CallRule::Operator, {there, facts.combine});
}

} // namespace

void log_access(const CalledAt& at, MPI_Win window, const AccessFacts& access) {
    const KnownWindow* const known = logs_here() ? find_window(window) : nullptr;
    if (known == nullptr || access.target == MPI_PROC_NULL) return;
    CallFacts facts{CallEvent::Access};
    facts.communicator = known->number;
    facts.partner = world_rank_of(*known, access.target);
    facts.tag = reach_in_log(access);
    facts.signature = signature_of(access.count, access.type);
    facts.request = access.number;
    if (access.combine != MPI_OP_NULL) facts.combine = operator_number(access.combine);
    check_access(at, access, facts);
    log_at(at, facts, static_cast<std::uint64_t>(access.place));
}

} // namespace loop::runtime::trace
