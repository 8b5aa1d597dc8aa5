#pragma once

#include "comm/datatype.h"

#include <mpi.h>

#include <cstddef>
#include <optional>
#include <string>

namespace loop::runtime {

enum class SendMode { Standard, Synchronous, Buffered };

// How constructs communicate inside a \WITH.
struct Way {
    std::size_t align = 0; // of the runtime's buffers
    std::size_t offset = 0;
    std::optional<std::size_t> own_into_offset = {};
    std::size_t buffers = 1;
    bool touch = false;
    SendMode mode = SendMode::Standard;
    bool any_source = false;
    bool persistent = false;

    // Whether the exchange of a pair of messages needs nothing but another function that sends.
    bool keeps_pairs() const { return !touch && !any_source && !persistent && mode != SendMode::Buffered; }
    std::size_t into_offset() const { return own_into_offset.value_or(offset); }
};

// Of the innermost \WITH; null: as usual. Ways with the same options have the same address.
extern const Way* the_way;

Way present_way();
// Null if the options are the usual ones.
const Way* find_way(const Way& way);

// "synchronous, any source, 4 buffers"
std::string describe(const Way& way);

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
