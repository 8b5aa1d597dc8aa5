#pragma once

#include "comm/datatype.h"
#include "constructs/way.h"

#include <mpi.h>

#include <cstddef>

namespace loop::runtime {

using StartSend = int (*)(const void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*);
// MPI's function that starts a send.
StartSend send_function(SendMode mode);
// MPI's function that makes a persistent send; not for buffered sends.
StartSend init_function(SendMode mode);

// Makes sure that the buffer attached to MPI has room for buffered messages of this size together. If it is
// full, waits until all messages in it have left, so no message of the present call may be in it.
void make_bsend_room(std::size_t messages, std::size_t bytes);
void release_bsend_room();

// Reads every byte of a message.
void touch_read(const void* data, const MessageType& type, std::size_t bytes);
// Also writes it, with the same value.
void touch_write(void* data, std::size_t bytes);

} // namespace loop::runtime
