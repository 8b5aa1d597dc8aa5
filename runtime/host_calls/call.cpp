#include "host_calls/call.h"

#include "host_calls/followed_thread.h"
#include "host_calls/wait.h"
#include "session/session.h"
#include "session/simulation.h"
#include "trace/call_counts.h"
#include "trace/sites.h"

#include <pthread.h>

namespace loop::runtime::trace {
namespace {

pthread_t recording_thread{};

bool is_any_or_valid_tag(int tag) {
    return tag >= 0 || tag == MPI_ANY_TAG;
}

} // namespace

void open_host_calls() {
    recording_thread = pthread_self();
}

bool is_recording_thread() {
    return threads_take_turns || pthread_equal(pthread_self(), recording_thread) != 0;
}

void HostCall::enter(const char* name, const void* caller) {
    site_ = site_index(name, linked_address(caller), the_session.site);
    begin_ = begin_of_call();
    count_call(site_);
    put(begin_, Kind::Enter, static_cast<std::int32_t>(site_), 0, 0, 0);
}

// Recorded after the call, with the time before it.
void HostCall::sent(MPI_Comm comm, int partner, int tag, std::int64_t bytes) {
    if (!recorded_ || partner == MPI_PROC_NULL) return;
    const Channel& channel = learn_channel(comm);
    count_sent(bytes);
    put_message(begin_, Kind::Send,
                {channel.world(partner), tag, static_cast<std::size_t>(bytes), channel.index});
}

void HostCall::waited_for_receiver(std::int64_t after_ns) {
    const Ticks end = now(), begin = begin_ + static_cast<Ticks>(after_ns);
    if (begin >= end) return;
    put(begin, Kind::Wait, 0, -1, 0, 0);
    put(end, Kind::Resume, 0, 0, 0, 0);
    ends_with_record();
}

void HostCall::posted(MPI_Comm comm, int partner, int tag, std::int64_t bytes) {
    if (!recorded_ || partner == MPI_PROC_NULL) return;
    const Channel& channel = learn_channel(comm);
    const int own_tag = tag == MPI_ANY_TAG ? -1 : tag;
    put_message(begin_, Kind::Post,
                {channel.world(partner), own_tag, static_cast<std::size_t>(bytes), channel.index});
}

void record_received(Waiting& waiting, const Message& message) {
    count_received(static_cast<std::int64_t>(message.bytes));
    waiting.received(message);
}

void HostCall::collective(MPI_Comm comm, int root, std::int64_t bytes, bool waited) {
    if (recorded_) collective(learn_channel(comm), root, bytes, waited);
}

void HostCall::collective(const Channel& channel, int root, std::int64_t bytes, bool waited) {
    if (!recorded_) return;
    put(waited ? again() : now(), Kind::Collective, 0, channel.world(root), static_cast<std::uint64_t>(bytes),
        channel.index);
}

std::int64_t bytes_of(std::int64_t count, MPI_Datatype type) {
    MPI_Count size = 0;
    if (PMPI_Type_size_x(type, &size) != MPI_SUCCESS || size == MPI_UNDEFINED) return 0;
    return count * static_cast<std::int64_t>(size);
}

bool is_message(const MPI_Status& status) {
    if (status.MPI_SOURCE == MPI_PROC_NULL) return false;
    int cancelled = 0;
    PMPI_Test_cancelled(const_cast<MPI_Status*>(&status), &cancelled); // SMPI's parameter is not const
    return cancelled == 0;
}

// SMPI has no MPI_Get_elements_x.
std::size_t received_bytes(const MPI_Status& status) {
    if constexpr (is_simulated) {
        int bytes = 0;
        PMPI_Get_count(const_cast<MPI_Status*>(&status), MPI_BYTE, &bytes);
        return bytes == MPI_UNDEFINED ? 0 : static_cast<std::size_t>(bytes);
    }
    MPI_Count bytes = 0;
    PMPI_Get_elements_x(const_cast<MPI_Status*>(&status), MPI_BYTE, &bytes);
    return bytes == MPI_UNDEFINED ? 0 : static_cast<std::size_t>(bytes);
}

Message received_message(MPI_Comm comm, const MPI_Status& status) {
    const Channel& channel = learn_channel(comm);
    return {channel.world(status.MPI_SOURCE), status.MPI_TAG, received_bytes(status), channel.index};
}

bool has_arrived(MPI_Comm comm, int source, int tag) {
    const Channel* const channel = find_channel(comm);
    const bool valid = channel != nullptr && is_any_or_valid_tag(tag) &&
                       (source == MPI_ANY_SOURCE || channel->world(source) >= 0);
    if (!valid) return true;
    if (is_simulated) return false; // a probe would cost simulated time
    int there = 0;
    return PMPI_Iprobe(source, tag, comm, &there, MPI_STATUS_IGNORE) != MPI_SUCCESS || there != 0;
}

} // namespace loop::runtime::trace
