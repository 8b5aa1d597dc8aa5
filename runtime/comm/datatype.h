#pragma once

#include <mpi.h>

#include <cstddef>
#include <limits>

namespace loop::runtime {

// How `size` bytes are passed to MPI: as bytes if an int can count them, else as one derived datatype (on a
// simulated machine as elements of one), so that any message is a single MPI message. Ends the run if that is
// impossible.
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

// `blocks` blocks of `block` bytes, whose begins are `stride` bytes apart.
struct StridedBytes {
    long long blocks;
    long long block;
    long long stride;
};
MessageType strided_type(long long blocks, long long block, long long stride);
// The bytes that a message of `size` bytes occupies: one block, unless its type comes from strided_type().
StridedBytes shape_of(const MessageType& type, std::size_t size);

void release_types();

} // namespace loop::runtime
