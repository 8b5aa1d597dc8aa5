#pragma once

#include "host_calls/logged.h"
#include "host_calls/memory.h"
#include "host_calls/type_layout.h"

#include <mpi.h>

#include <cstdint>
#include <memory>
#include <vector>

// Whether the buffers of host code's MPI calls are in memory of the program, where that is known (memory.h).
// What is not is logged as a broken rule, before the entry of the call. Local; each function does nothing if
// nothing is known, or if there is no log.
namespace loop::runtime::trace {

// The memory that a call uses: `count` entries of a datatype, which are `offset` bytes behind the begin of
// the buffer that the call names.
struct BufferUse {
    BufferRole role = BufferRole::Data;
    const void* data = nullptr; // of these entries
    std::int64_t count = 0;
    std::shared_ptr<const TypeLayout> layout;
    std::int64_t offset = 0;
};
using BufferUses = std::vector<BufferUse>;

// Whether to check: in programs whose memory is known.
inline bool checks_memory() {
    return is_memory_known() && logs_here();
}

// No use, without entries, for MPI_IN_PLACE, and for a type that is not known.
BufferUses use_of(BufferRole role, const void* data, std::int64_t count, MPI_Datatype type);
BufferUses use_of_bytes(BufferRole role, const void* data, std::int64_t bytes);

inline void add_uses(BufferUses& all, BufferUses more) {
    all.insert(all.end(), more.begin(), more.end());
}

// To be called if checks_memory(). Return whether all memory is good, as far as is known.
bool check_uses(const CalledAt& at, const BufferUses& uses);
// The same, and the uses are kept for check_kept() until the request completes.
bool check_and_keep(const CalledAt& at, std::uint64_t number, BufferUses uses);

// A buffer of a call that is about to be made. Returns whether it is good, as far as is known.
inline bool check_use(const CalledAt& at, BufferRole role, const void* data, std::int64_t count,
                      MPI_Datatype type) {
    return !checks_memory() || check_uses(at, use_of(role, data, count, type));
}

// Keeps a use without checking it: of a persistent request, which begins later.
void keep_use(std::uint64_t number, BufferRole role, const void* data, std::int64_t count, MPI_Datatype type);

// When a call checks the uses that are kept. A rank may test a request very often, and to check a long buffer
// takes time: so tests check in calls 1, 2, 4, 8, ... of them.
enum class KeptCheck { Always, OfTests };

// To be called before a call that begins or may complete the request with this number: the memory must still
// be good.
void check_kept(const CalledAt& at, std::uint64_t number, KeptCheck check = KeptCheck::Always);
void forget_kept(std::uint64_t number);

// The memory of a request or window, by its number in the log, that was good before: returns whether it still
// is.
bool check_again(const CalledAt& at, std::uint64_t number, BufferRole role, const void* data,
                 std::int64_t bytes);

// To be called when MPI has committed or copied the type, and when it has been freed.
void learn_layout(MPI_Datatype type);
void forget_layout(MPI_Datatype type);

} // namespace loop::runtime::trace
