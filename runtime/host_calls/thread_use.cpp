#include "host_calls/thread_use.h"

#include "host_calls/call_log.h"
#include "session/frames.h"
#include "session/simulation.h"

#include <loop/calls.h>

#include <mpi.h>
#include <pthread.h>

namespace loop::runtime::trace {
namespace {

bool is_mpi_main_thread() {
    int is_main = 1;
    PMPI_Is_thread_main(&is_main);
    return is_main != 0;
}

// Threads may call this at the same time.
void note_misuse(ThreadMisuse misuse, std::uint16_t call, const void* caller) {
    CallLogHeader* const header = the_call_log.header;
    if (header == nullptr) return;
    std::uint16_t none = 0;
    if (!__atomic_compare_exchange_n(&header->misuse, &none, static_cast<std::uint16_t>(misuse), false,
                                     __ATOMIC_RELAXED, __ATOMIC_RELAXED))
        return;
    header->misused = call;
    header->misused_from = linked_address(caller);
}

pthread_t calling{}; // the thread whose turn it is, if there is one
bool is_called = false;

} // namespace

int thread_level() {
    static int level = -1;
    if (level < 0 && PMPI_Query_thread(&level) != MPI_SUCCESS) level = -1;
    return level;
}

void check_other_thread(std::uint16_t call, const void* caller) {
    if (is_simulated || the_call_log.header == nullptr) return;
    const int level = thread_level();
    const bool is_funneled = level == MPI_THREAD_SINGLE || level == MPI_THREAD_FUNNELED;
    if (is_funneled && !is_mpi_main_thread()) note_misuse(ThreadMisuse::OtherThread, call, caller);
}

void check_finalize(const void* caller) {
    if (!is_simulated && !is_in_first_thread && !is_mpi_main_thread())
        note_misuse(ThreadMisuse::Finalize, call_index("MPI_Finalize"), caller);
}

void Turn::begin(std::uint16_t call, const void* caller) {
    if (__atomic_exchange_n(&is_called, true, __ATOMIC_ACQUIRE)) {
        // A call within a call of the same thread is none of its own.
        if (pthread_equal(calling, pthread_self()) == 0) note_misuse(ThreadMisuse::AtOnce, call, caller);
        return;
    }
    calling = pthread_self();
    is_first_ = true;
}

void Turn::end() {
    __atomic_store_n(&is_called, false, __ATOMIC_RELEASE);
}

} // namespace loop::runtime::trace
