#include "host_calls/strict.h"

#include "host_calls/buffer_sample.h"
#include "host_calls/thread_use.h"
#include "host_calls/wait.h"
#include "session/lasting.h"
#include "session/settings.h"

#include <loop/fnv.h>

#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace loop::runtime::trace {
namespace {

std::uint64_t strict_random = 0;

std::uint64_t next_random() { // xorshift
    strict_random ^= strict_random << 13;
    strict_random ^= strict_random >> 7;
    return strict_random ^= strict_random << 17;
}

// Long enough for messages that other ranks send now.
constexpr int looks = 20;
constexpr int look_microseconds = 100;

bool is_message_there(MPI_Comm comm, int source, int tag) {
    int there = 0;
    return PMPI_Iprobe(source, tag, comm, &there, MPI_STATUS_IGNORE) == MPI_SUCCESS && there != 0;
}

std::vector<int> sources_there(MPI_Comm comm, int ranks, int tag) {
    std::vector<int> found;
    for (int rank = 0; rank < ranks; ++rank)
        if (is_message_there(comm, rank, tag)) found.push_back(rank);
    return found;
}

Lasting<std::unordered_map<std::uint64_t, WatchedBuffer>> watched_buffers;

std::uint64_t hash_of_bytes(const void* data, std::size_t bytes) {
    return fnv1a64({static_cast<const char*>(data), bytes});
}

std::size_t bytes_received(const MPI_Status& status) {
#ifdef SMPI_H // which lacks MPI_Get_elements_x
    int bytes = 0;
    PMPI_Get_count(const_cast<MPI_Status*>(&status), MPI_BYTE, &bytes);
#else
    MPI_Count bytes = 0; // may be more than 2 GiB
    PMPI_Get_elements_x(const_cast<MPI_Status*>(&status), MPI_BYTE, &bytes);
#endif
    return bytes > 0 ? static_cast<std::size_t>(bytes) : 0;
}

bool is_watchable(std::uint64_t number, const void* data) {
    if (number == 0 || data == nullptr || data == MPI_BOTTOM) return false;
    const int level = thread_level();
    return level == MPI_THREAD_SINGLE || level == MPI_THREAD_FUNNELED;
}

bool can_watch(std::uint64_t number, const void* data) {
    return is_strict && is_watchable(number, data);
}

// Without --strict, of each send that is pending: the last ones.
struct SampledSend {
    std::uint64_t number = 0; // in the call log; 0: none
    BufferSample sample{};
};
constexpr std::size_t sampled_sends = 16;
SampledSend samples[sampled_sends];

SampledSend& slot_of(std::uint64_t number) {
    return samples[number % sampled_sends];
}

bool end_sample(std::uint64_t number) {
    SampledSend& slot = slot_of(number);
    if (number == 0 || slot.number != number) return false;
    slot.number = 0;
    return slot.sample.has_changed();
}

// Not all ranks need know a communicator that was first seen in use. If any thread may call MPI, a rank does
// not know those that other threads have made or use.
bool do_all_ranks_know(MPI_Comm comm) {
    if (comm == MPI_COMM_WORLD) return true;
    if (!is_simulated && thread_level() == MPI_THREAD_MULTIPLE) return false;
    const Channel* const channel = find_channel(comm);
    return channel != nullptr && channel->number != 0 && !channel->is_inter;
}

} // namespace

bool is_strict = false;

void open_strict() {
    is_strict = settings().strict != 0 && !settings().records.empty();
    strict_random =
        settings().strict * 0x9e3779b97f4a7c15u + static_cast<std::uint64_t>(the_session.rank) + 1;
}

void meet_if_strict(MPI_Comm comm) {
    if (is_strict && do_all_ranks_know(comm)) PMPI_Barrier(comm);
}

int choose_source_strictly(MPI_Comm comm, int source, int tag) {
    if (source != MPI_ANY_SOURCE || !is_followed_thread()) return source;
    const Channel* const channel = find_channel(comm);
    if (channel == nullptr || (tag < 0 && tag != MPI_ANY_TAG)) return source;
    const auto ranks = static_cast<int>(channel->partners.size());
    for (int look = 0; look < looks; ++look) {
        usleep(look_microseconds);
        is_message_there(comm, source, tag); // lets MPI proceed
    }
    const std::vector<int> found = sources_there(comm, ranks, tag);
    return found.empty() ? source : found[next_random() % found.size()];
}

int strict_sendrecv(const void* out, int out_count, MPI_Datatype out_type, int to, int out_tag, void* in,
                    int in_count, MPI_Datatype in_type, int from, int in_tag, MPI_Comm comm,
                    MPI_Status* status) {
    MPI_Request both[2];
    int code = PMPI_Irecv(in, in_count, in_type, from, in_tag, comm, &both[0]);
    if (code != MPI_SUCCESS) return code;
    code = PMPI_Issend(out, out_count, out_type, to, out_tag, comm, &both[1]);
    if (code != MPI_SUCCESS) return code;
    code = PMPI_Wait(&both[0], status);
    const int sent = PMPI_Wait(&both[1], MPI_STATUS_IGNORE);
    return code != MPI_SUCCESS ? code : sent;
}

void watch_send(std::uint64_t number, const void* data, int count, MPI_Datatype type) {
    if (!is_strict) {
        const std::size_t sampled = is_watchable(number, data) ? dense_bytes(count, type) : 0;
        if (sampled != 0) slot_of(number) = {number, BufferSample(data, sampled)};
        return;
    }
    const std::size_t bytes = can_watch(number, data) ? dense_bytes(count, type) : 0;
    if (bytes != 0) watched_buffers()[number] = {data, bytes, hash_of_bytes(data, bytes), nullptr};
}

void* watch_receive(std::uint64_t number, void* data, int count, MPI_Datatype type) {
    const std::size_t bytes = can_watch(number, data) ? dense_bytes(count, type) : 0;
    if (bytes == 0) return data;
    auto* const own = new char[bytes];
    watched_buffers()[number] = {data, bytes, hash_of_bytes(data, bytes), own};
    return own;
}

void forget_sample(std::uint64_t number) {
    if (SampledSend& slot = slot_of(number); slot.number == number) slot.number = 0;
}

bool end_watch(std::uint64_t number, const MPI_Status& status) {
    if (!is_strict) return end_sample(number);
    const auto found = watched_buffers().find(number);
    if (found == watched_buffers().end()) return false;
    const WatchedBuffer watched = found->second;
    watched_buffers().erase(found);
    const bool changed = hash_of_bytes(watched.data, watched.bytes) != watched.hash;
    if (watched.own == nullptr) return changed;
    int canceled = 0;
    PMPI_Test_cancelled(const_cast<MPI_Status*>(&status), &canceled);
    const std::size_t bytes = canceled == 0 ? std::min(watched.bytes, bytes_received(status)) : 0;
    std::memcpy(const_cast<void*>(watched.data), watched.own, bytes);
    delete[] watched.own;
    return changed;
}

} // namespace loop::runtime::trace
