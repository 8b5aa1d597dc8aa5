#include "comm/meeting.h"

#include "measure/clock.h"
#include "session/failure.h"
#include "session/session.h"
#include "session/settings.h"
#include "session/status.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <string>

namespace loop::runtime {
namespace {

struct Peer {
    bool here = false;   // on this host
    bool looked = false; // for its file
    const RankStatus* status = nullptr;
};
std::vector<Peer>& peers() {
    static auto* const all = new std::vector<Peer>; // ranks end anywhere
    return *all;
}

const RankStatus* map_status(int rank) {
    const std::string path = settings().records + "/rank-" + std::to_string(rank) + ".status";
    const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) return nullptr;
    void* memory = MAP_FAILED;
    if (lseek(file, 0, SEEK_END) >= static_cast<off_t>(sizeof(RankStatus)))
        memory = mmap(nullptr, sizeof(RankStatus), PROT_READ, MAP_SHARED, file, 0);
    close(file);
    return memory == MAP_FAILED ? nullptr : static_cast<const RankStatus*>(memory);
}

const RankStatus* status_of(int rank) {
    if (static_cast<std::size_t>(rank) >= peers().size() || rank == the_session.rank) return nullptr;
    Peer& peer = peers()[static_cast<std::size_t>(rank)];
    if (!peer.here) return nullptr;
    if (!peer.looked) peer.status = map_status(rank);
    peer.looked = true;
    return peer.status;
}

std::int64_t read_word(const std::int64_t& word) {
    return __atomic_load_n(&word, __ATOMIC_ACQUIRE);
}

// A call and its arguments, of this rank or as another one has told it.
struct Call {
    std::uint64_t place = 0; // without the bit of being inside
    std::int64_t number = 0;
    std::int64_t arguments[3] = {};
};

constexpr std::uint64_t inside_bit = std::uint64_t{1} << 63;

bool is_mpi(const Call& call) {
    return (call.place & host_call_bit) != 0;
}

Call own_call() {
    const RankStatus& own = *the_status;
    Call call;
    call.place = own.place & ~inside_bit;
    call.number = own.call;
    std::copy(own.arguments, own.arguments + 3, call.arguments);
    return call;
}

// The collective operation of host text in which this rank is: `call` has its kind there.
Call own_mpi_call() {
    Call call = own_call();
    call.place = static_cast<std::uint64_t>(the_status->call) | host_call_bit;
    call.number = -the_status->published;
    return call;
}

void remember(const Call& call) {
    static std::int64_t count = 0;
    NewArguments& entry = the_status->history[++count % new_arguments_kept];
    __atomic_store_n(&entry.number, 0, __ATOMIC_SEQ_CST);
    entry.place = call.place;
    entry.call = call.number;
    std::copy(call.arguments, call.arguments + 3, entry.arguments);
    __atomic_store_n(&entry.number, count, __ATOMIC_RELEASE);
}

// The construct where a rank is now; false where it was just about to change its words.
bool read_present(const RankStatus& status, Call& call) {
    const std::int64_t published = read_word(status.published);
    call.place = __atomic_load_n(&status.place, __ATOMIC_ACQUIRE) & ~inside_bit;
    call.number = read_word(status.call);
    for (int i = 0; i < 3; ++i)
        call.arguments[i] = read_word(status.arguments[i]);
    std::atomic_thread_fence(std::memory_order_seq_cst);
    return read_word(status.sequence) == published && read_word(status.published) == published;
}

bool read_entry(const NewArguments& entry, Call& call) {
    const std::int64_t number = read_word(entry.number);
    call.place = __atomic_load_n(&entry.place, __ATOMIC_ACQUIRE);
    call.number = read_word(entry.call);
    for (int i = 0; i < 3; ++i)
        call.arguments[i] = read_word(entry.arguments[i]);
    std::atomic_thread_fence(std::memory_order_seq_cst);
    return number != 0 && read_word(entry.number) == number;
}

std::string value_text(std::int64_t value, const char* name) {
    if (std::strcmp(name, "number of partners") == 0 && (value & ring_bit) != 0)
        return std::to_string(value & ~ring_bit) + " on a ring";
    return std::to_string(value);
}

// --- what two calls that are the same by their numbers must have in common

void compare_constructs(const Call& own, const Call& other, int rank) {
    if (own.place != other.place || own.number != other.number) return;
    for (int i = 0; i < 3; ++i) {
        if (own.arguments[i] == other.arguments[i]) continue;
        const char* name = argument_name(the_session.construct, i);
        fail(the_session.site, the_session.construct,
             std::string("different arguments: the ") + name + " is " + value_text(own.arguments[i], name) +
                 ", and " + value_text(other.arguments[i], name) + " on rank " + std::to_string(rank) +
                 " in the same call of this line");
    }
}

std::string call_name(const Call& call) {
    return host_wait_name(static_cast<WaitKind>(call.place & 0xffffu));
}

[[noreturn]] void fail_in_mpi(const Call& own, const std::string& problem) {
    const RankPlace place = place_of(*the_status);
    fail(Site{"", 0}, call_name(own),
         problem + " (in host text after " + display_name(place.construct) + " in line " +
             std::to_string(place.line) + ")",
         exit_run_failed);
}

// Types as numbers: 0 is one that nothing is known of, 1 bytes, which may stand for any.
bool types_differ(std::int64_t own, std::int64_t other) {
    return own > 1 && other > 1 && own != other;
}

bool counts_differ(const Call& own, const Call& other) {
    const bool comparable = own.arguments[2] == other.arguments[2] && own.arguments[2] != 0 &&
                            own.arguments[0] >= 0 && other.arguments[0] >= 0;
    return comparable && own.arguments[0] != other.arguments[0];
}

void compare_mpi_calls(const Call& own, const Call& other, int rank) {
    if (!is_mpi(other) || own.number != other.number) return;
    const std::string there = " on rank " + std::to_string(rank);
    if (own.place != other.place)
        fail_in_mpi(own, "different sequence: the " + std::to_string(own.number) +
                             ". collective operation on MPI_COMM_WORLD is " + call_name(other) + there);
    if (own.arguments[1] != other.arguments[1])
        fail_in_mpi(own, "different arguments: the root is " + std::to_string(own.arguments[1]) + ", and " +
                             std::to_string(other.arguments[1]) + there);
    if (types_differ(own.arguments[2], other.arguments[2]))
        fail_in_mpi(own, "different arguments: the datatype is another one" + there);
    if (counts_differ(own, other))
        fail_in_mpi(own, "different arguments: the count is " + std::to_string(own.arguments[0]) + ", and " +
                             std::to_string(other.arguments[0]) + there);
}

void compare(const Call& own, int rank) {
    const RankStatus* status = status_of(rank);
    if (status == nullptr) return;
    Call other;
    if (!is_mpi(own) && read_present(*status, other)) compare_constructs(own, other, rank);
    for (const NewArguments& entry : status->history) {
        if (!read_entry(entry, other)) continue;
        if (is_mpi(own)) {
            compare_mpi_calls(own, other, rank);
        } else {
            compare_constructs(own, other, rank);
        }
    }
}

// Both have told before either looks: one of two that come at the same time sees the other.
void tell_before(const Call& own) {
    remember(own);
    std::atomic_thread_fence(std::memory_order_seq_cst);
}

void compare_with_neighbours(const Call& own) {
    tell_before(own);
    const int ranks = the_session.ranks;
    compare(own, (the_session.rank + 1) % ranks);
    compare(own, (the_session.rank + ranks - 1) % ranks);
}

} // namespace

void open_meetings(const std::vector<RankHome>& homes) {
    if (settings().records.empty()) return;
    const RankHome& own = homes[static_cast<std::size_t>(the_session.rank)];
    peers().assign(homes.size(), {});
    for (std::size_t rank = 0; rank < homes.size(); ++rank)
        peers()[rank].here = std::strcmp(homes[rank].host, own.host) == 0;
}

void open_meetings_in_simulation() {
    if (settings().records.empty()) return;
    peers().assign(static_cast<std::size_t>(the_session.ranks), {true, false, nullptr});
}

void close_meetings() {
    for (const Peer& peer : peers())
        if (peer.status != nullptr) munmap(const_cast<RankStatus*>(peer.status), sizeof(RankStatus));
    peers().clear();
}

void meet(const std::vector<patterns::Partner>& receivers, const std::vector<patterns::Partner>& senders) {
    if (peers().empty()) return;
    const Excluded not_measured;
    const Call own = own_call();
    tell_before(own);
    for (const auto* partners : {&receivers, &senders})
        for (const patterns::Partner& partner : *partners)
            compare(own, partner.rank);
}

void meet(int parent, const std::vector<int>& children) {
    if (peers().empty()) return;
    const Excluded not_measured;
    const Call own = own_call();
    tell_before(own);
    if (parent >= 0) compare(own, parent);
    for (const int child : children)
        compare(own, child);
}

void meet_neighbours() {
    if (peers().empty()) return;
    const Excluded not_measured;
    compare_with_neighbours(own_call());
}

void meet_neighbours_in_mpi() {
    if (peers().empty()) return;
    const Excluded not_measured;
    compare_with_neighbours(own_mpi_call());
}

} // namespace loop::runtime
