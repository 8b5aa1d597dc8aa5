#include "host_calls/broken_rules.h"

#include "host_calls/pending_buffers.h"
#include "host_calls/thread_use.h"
#include "session/lasting.h"

namespace loop::runtime::trace {
namespace {

constexpr int most_broken = 100;
int broken_so_far = 0;

Lasting<PendingBuffers> pending;

// If several threads may call MPI at the same time, others may complete what this one has begun.
bool watches_buffers() {
    return logs_here() && !is_simulated && thread_level() != MPI_THREAD_MULTIPLE;
}

void log_pending(const CalledAt& at, std::uint64_t request) {
    if (request != 0) log_broken(at, CallRule::PendingBuffer, {{}, 0, request});
}

} // namespace

// The entry of the call has the time before it.
void log_broken(const CalledAt& at, CallRule rule, const BrokenFacts& broken) {
    if (++broken_so_far > most_broken) return;
    CallFacts facts{CallEvent::Broken};
    facts.tag = static_cast<std::int32_t>(rule);
    facts.combine = broken.combine;
    facts.signature = broken.signature;
    facts.request = broken.request;
    log_at(at, facts, gaps.on ? 0 : static_cast<std::uint64_t>(the_session.sequence));
}

void check_send_buffer(const CalledAt& at, const void* data, int count, MPI_Datatype type, int to) {
    if (to != MPI_PROC_NULL && logs_here())
        log_pending(at, pending().overlapping(data, dense_bytes(count, type)));
}

void check_receive_buffer(const CalledAt& at, const void* data, int count, MPI_Datatype type, int from) {
    if (from == MPI_PROC_NULL || !logs_here()) return;
    log_pending(at, pending().overlapping_part(data, dense_bytes(count, type)));
    if (entries_overlap(count, type)) log_broken(at, CallRule::Overlap);
}

void check_both_buffers(const CalledAt& at, const void* out, int out_count, MPI_Datatype out_type,
                        const void* in, int in_count, MPI_Datatype in_type) {
    if (!logs_here()) return;
    if (have_common_bytes(out, dense_bytes(out_count, out_type), in, dense_bytes(in_count, in_type)))
        log_broken(at, CallRule::OwnBuffers);
}

void begin_pending(std::uint64_t number, const void* data, int count, MPI_Datatype type) {
    if (number != 0 && watches_buffers()) pending().add(number, data, dense_bytes(count, type));
}

void end_pending(std::uint64_t number) {
    pending().remove(number);
}

void give_up_pending() {
    pending().give_up();
}

} // namespace loop::runtime::trace
