#include "comm/way.h"

#include "comm/buffers.h"
#include "session/failure.h"
#include "session/lasting.h"
#include "session/session.h"
#include "session/waits.h"

#include <algorithm>
#include <climits>
#include <cstdint>
#include <cstring>

namespace loop::runtime {

StartSend send_function(SendMode mode) {
    switch (mode) {
    case SendMode::Synchronous:
        return PMPI_Issend;
    case SendMode::Buffered:
        return PMPI_Ibsend;
    case SendMode::Standard:
        break;
    }
    return PMPI_Isend;
}

StartSend init_function(SendMode mode) {
    return mode == SendMode::Synchronous ? PMPI_Ssend_init : PMPI_Send_init;
}

namespace {

struct BsendRoom {
    Buffer memory;
    std::size_t attached = 0;
    std::size_t used = 0; // at most; MPI does not tell when a message has left
};
Lasting<BsendRoom> bsend_room;

} // namespace

void release_bsend_room() {
    BsendRoom& room = bsend_room();
    if (room.attached == 0) return;
    void* memory = nullptr;
    int bytes = 0;
    const Waits waits(waits_for_partners);
    check_mpi(PMPI_Buffer_detach(&memory, &bytes), "waiting for buffered messages");
    room.attached = 0;
}

void make_bsend_room(std::size_t messages, std::size_t bytes) {
    constexpr std::size_t most = INT_MAX, calls_between_waits = 64, least = std::size_t{1} << 20;
    BsendRoom& room = bsend_room();
    const std::size_t needed =
        require_buffered(the_session.construct, the_session.site, messages, bytes, MPI_BSEND_OVERHEAD);
    if (room.used + needed > room.attached) {
        release_bsend_room();
        const std::size_t wanted =
            std::min(most, std::max({needed * 2, std::min(needed * calls_between_waits, most / 32), least}));
        check_mpi(PMPI_Buffer_attach(room.memory.reserve(1, wanted), static_cast<int>(wanted)),
                  "attaching the buffer for MODE: \"buffered\"");
        room.attached = wanted;
        room.used = 0;
    }
    room.used += needed;
}

namespace {

constexpr std::size_t word_bytes = sizeof(std::uint64_t);

// The compiler must assume that the value is used and that it may have changed.
template <class Word>
void use(Word& word) {
    asm volatile("" : "+r"(word)); // NOLINT(hicpp-no-assembler)
}

template <class Word>
Word read(const char* at) {
    Word word;
    std::memcpy(&word, at, sizeof word);
    use(word);
    return word;
}

template <class Word>
void rewrite(char* at) {
    const Word word = read<Word>(at);
    std::memcpy(at, &word, sizeof word);
}

} // namespace

void touch_read(const void* data, const MessageType& type, std::size_t bytes) {
    const StridedBytes shape = shape_of(type, bytes);
    const char* at = static_cast<const char*>(data);
    for (long long block = 0; block < shape.blocks; ++block, at += shape.stride) {
        const auto size = static_cast<std::size_t>(shape.block);
        std::size_t i = 0;
        for (; i + word_bytes <= size; i += word_bytes)
            read<std::uint64_t>(at + i);
        for (; i < size; ++i)
            read<unsigned char>(at + i);
    }
}

void touch_write(void* data, std::size_t bytes) {
    char* const at = static_cast<char*>(data);
    std::size_t i = 0;
    for (; i + word_bytes <= bytes; i += word_bytes)
        rewrite<std::uint64_t>(at + i);
    for (; i < bytes; ++i)
        rewrite<unsigned char>(at + i);
}

} // namespace loop::runtime
