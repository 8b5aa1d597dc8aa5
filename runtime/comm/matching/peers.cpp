#include "comm/matching/peers.h"

#include "session/lasting.h"
#include "session/session.h"
#include "session/settings.h"
#include "session/status.h"

#include <sys/mman.h>

#include <algorithm>
#include <atomic>
#include <cstring>

namespace loop::runtime {
namespace {

struct Peer {
    bool here = false;   // on this host
    bool looked = false; // its file has been looked for
    const RankStatus* status = nullptr;
};
Lasting<std::vector<Peer>> peers;

std::int64_t read_word(const std::int64_t& word) {
    return __atomic_load_n(&word, __ATOMIC_ACQUIRE);
}

constexpr std::uint64_t inside_bit = std::uint64_t{1} << 63;

} // namespace

void open_peers(const std::vector<RankHome>& homes) {
    if (settings().records.empty()) return;
    const RankHome& own = homes[static_cast<std::size_t>(the_session.rank)];
    peers().assign(homes.size(), {});
    for (std::size_t rank = 0; rank < homes.size(); ++rank)
        peers()[rank].here = std::strcmp(homes[rank].host, own.host) == 0;
}

void open_peers_in_simulation() {
    if (settings().records.empty()) return;
    peers().assign(static_cast<std::size_t>(the_session.ranks), {true, false, nullptr});
}

void close_peers() {
    for (const Peer& peer : peers())
        if (peer.status != nullptr) munmap(const_cast<RankStatus*>(peer.status), sizeof(RankStatus));
    peers().clear();
}

bool has_peers() {
    return !peers().empty();
}

const RankStatus* status_of(int rank) {
    if (static_cast<std::size_t>(rank) >= peers().size() || rank == the_session.rank) return nullptr;
    Peer& peer = peers()[static_cast<std::size_t>(rank)];
    if (!peer.here) return nullptr;
    if (!peer.looked) peer.status = map_status(rank);
    peer.looked = true;
    return peer.status;
}

Call own_call() {
    const RankStatus& own = *the_status;
    Call call;
    call.place = own.place & ~inside_bit;
    call.number = own.call;
    std::copy(own.arguments, own.arguments + 3, call.arguments);
    return call;
}

bool read_present(const RankStatus& status, Call& call) {
    const std::int64_t published = read_word(status.published);
    const std::uint64_t waiting = __atomic_load_n(&status.waiting, __ATOMIC_ACQUIRE);
    call.place = __atomic_load_n(&status.place, __ATOMIC_ACQUIRE) & ~inside_bit;
    call.number = read_word(status.call);
    for (int i = 0; i < 3; ++i)
        call.arguments[i] = read_word(status.arguments[i]);
    std::atomic_thread_fence(std::memory_order_seq_cst);
    if (read_word(status.published) != published) return false;
    if (published >= 0) return read_word(status.sequence) == published;
    // The status of an MPI call is valid while the rank waits in the call.
    call.place = static_cast<std::uint64_t>(call.number) | host_call_bit;
    call.number = -published;
    return is_blocking_operation(static_cast<WaitKind>(waiting & 0xffffu)) &&
           __atomic_load_n(&status.waiting, __ATOMIC_ACQUIRE) == waiting;
}

std::int64_t read_entry(const NewArguments& entry, Call& call) {
    const std::int64_t number = read_word(entry.number);
    call.place = __atomic_load_n(&entry.place, __ATOMIC_ACQUIRE);
    call.number = read_word(entry.call);
    for (int i = 0; i < 3; ++i)
        call.arguments[i] = read_word(entry.arguments[i]);
    std::atomic_thread_fence(std::memory_order_seq_cst);
    return read_word(entry.number) == number ? number : 0;
}

void tell_new(const Call& own) {
    static std::int64_t count = 0;
    NewArguments& entry = the_status->history[++count % new_arguments_kept];
    __atomic_store_n(&entry.number, 0, __ATOMIC_SEQ_CST);
    entry.place = own.place;
    entry.call = own.number;
    std::copy(own.arguments, own.arguments + 3, entry.arguments);
    __atomic_store_n(&entry.number, count, __ATOMIC_RELEASE);
    std::atomic_thread_fence(std::memory_order_seq_cst);
}

void tell_among(const Call& own) {
    static std::int64_t count = 0;
    NewArguments& entry = the_status->among;
    __atomic_store_n(&entry.number, 0, __ATOMIC_RELAXED);
    __atomic_store_n(&entry.place, own.place, __ATOMIC_RELEASE);
    __atomic_store_n(&entry.call, own.number, __ATOMIC_RELEASE);
    for (int i = 0; i < 3; ++i)
        __atomic_store_n(&entry.arguments[i], own.arguments[i], __ATOMIC_RELEASE);
    __atomic_store_n(&entry.number, ++count, __ATOMIC_RELEASE);
}

bool has_told_more(const RankStatus& status, std::int64_t seen) {
    return read_word(status.history[(seen + 1) % new_arguments_kept].number) > seen;
}

} // namespace loop::runtime
