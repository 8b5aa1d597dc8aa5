#pragma once

#include "host_calls/buffer_uses.h"
#include "host_calls/logged_operations.h"

#include <mpi.h>

#include <cstdint>
#include <utility>

// The memory that collective operations use. Called before MPI has checked the arguments: nothing is asked of
// MPI, and a communicator that LOOP does not know has no uses. To be called if checks_memory().
namespace loop::runtime::trace {

template <class... More>
BufferUses both(BufferUses all, More... more) {
    (add_uses(all, std::move(more)), ...);
    return all;
}

inline BufferUses use_if(bool condition, BufferUses uses) {
    return condition ? std::move(uses) : BufferUses{};
}

// Whether this rank gives data to the root. On an intercommunicator, only those of the other group do.
inline bool gives_to_root(MPI_Comm comm, int root) {
    const Channel* const channel = find_channel(comm);
    return channel != nullptr && (!channel->is_inter || (root != MPI_ROOT && root != MPI_PROC_NULL));
}

// The number of ranks that it exchanges data with; 0: unknown.
inline std::int64_t partners_in(MPI_Comm comm) {
    const Channel* const channel = find_channel(comm);
    return channel == nullptr ? 0 : static_cast<std::int64_t>(channel->partners.size());
}
inline bool is_known_intra(MPI_Comm comm) {
    const Channel* const channel = find_channel(comm);
    return channel != nullptr && !channel->is_inter;
}

inline void displace(BufferUse& use, std::int64_t bytes) {
    use.data = reinterpret_cast<const void*>(reinterpret_cast<std::uintptr_t>(use.data) +
                                             static_cast<std::uintptr_t>(bytes));
    use.offset = bytes;
}

// One part for each of the ranks; places count in extents of the type. Null counts or places: none.
template <class Count, class Place>
BufferUses parts_of(BufferRole role, const void* data, const Count* counts, const Place* places,
                    MPI_Datatype type, std::int64_t ranks) {
    BufferUses all;
    if (data == MPI_IN_PLACE || counts == nullptr || places == nullptr) return all;
    for (std::int64_t i = 0; i < ranks; ++i) {
        BufferUses part = use_of(role, data, counts[i], type);
        for (BufferUse& use : part)
            displace(use, static_cast<std::int64_t>(places[i]) * use.layout->extent);
        add_uses(all, std::move(part));
    }
    return all;
}

// The same with a type for each rank; places are in bytes.
template <class Count, class Place>
BufferUses typed_parts_of(BufferRole role, const void* data, const Count* counts, const Place* places,
                          const MPI_Datatype* types, std::int64_t ranks) {
    BufferUses all;
    if (data == MPI_IN_PLACE || counts == nullptr || places == nullptr || types == nullptr) return all;
    for (std::int64_t i = 0; i < ranks; ++i) {
        BufferUses part = use_of(role, data, counts[i], types[i]);
        for (BufferUse& use : part)
            displace(use, static_cast<std::int64_t>(places[i]));
        add_uses(all, std::move(part));
    }
    return all;
}

inline BufferUses sent(const void* data, std::int64_t count, MPI_Datatype type) {
    return use_of(BufferRole::Send, data, count, type);
}
inline BufferUses received(const void* data, std::int64_t count, MPI_Datatype type) {
    return use_of(BufferRole::Receive, data, count, type);
}

// With MPI_IN_PLACE, what a rank gives is where it receives.
template <class Count>
BufferUses reduced_and_scattered(const void* out, const void* in, const Count* counts, MPI_Datatype type,
                                 MPI_Comm comm) {
    const std::int64_t all = sum_if_known(comm, counts);
    return both(sent(out, all, type),
                received(in, out == MPI_IN_PLACE ? all : own_count(comm, counts), type));
}

inline BufferUses reduced_and_scattered(const void* out, const void* in, std::int64_t count,
                                        MPI_Datatype type, MPI_Comm comm) {
    if (!is_known_intra(comm)) return {};
    const std::int64_t all = count * partners_in(comm);
    return both(sent(out, all, type), received(in, out == MPI_IN_PLACE ? all : count, type));
}

// The first rank receives nothing.
inline BufferUses scanned_before(const void* out, const void* in, std::int64_t count, MPI_Datatype type,
                                 MPI_Comm comm) {
    const bool receives = is_known_intra(comm) && (find_channel(comm)->rank > 0 || out == MPI_IN_PLACE);
    return both(sent(out, count, type), use_if(receives, received(in, count, type)));
}

} // namespace loop::runtime::trace
