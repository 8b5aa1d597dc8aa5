#pragma once

#include <mpi.h>

#include <cstddef>
#include <limits>

namespace loop::runtime {

// How `size` bytes are passed to MPI: as bytes if an int can count them, else as one derived datatype, so
// that any message is a single MPI message.
struct MessageType {
    MPI_Datatype type;
    int count;
};

// Larger messages use a derived type. Tests lower this limit.
extern std::size_t max_plain_bytes;

MessageType derived_type(std::size_t size);

inline MessageType message_type(std::size_t size) {
    if (size <= max_plain_bytes) return {MPI_BYTE, static_cast<int>(size)};
    return derived_type(size);
}

void release_types();

} // namespace loop::runtime
