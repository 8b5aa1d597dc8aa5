#include "runner/outcome/calls/memory_words.h"

#include <fmt/core.h>

namespace loop::runner {

namespace {

std::string buffer_text(BufferRole role) {
    switch (role) {
    case BufferRole::Data:
        return "the buffer of ";
    case BufferRole::Send:
        return "the send buffer of ";
    case BufferRole::Receive:
        return "the receive buffer of ";
    case BufferRole::Origin:
        return "the origin buffer of ";
    case BufferRole::Result:
        return "the result buffer of ";
    case BufferRole::Window:
        return "the memory of the window of ";
    }
    return "a buffer of ";
}

/// What the buffer lies in, up to its first byte that is not memory of the program.
std::string owner_text(MemoryKind kind) {
    switch (kind) {
    case MemoryKind::Stack:
        return "its array on the stack";
    case MemoryKind::Global:
        return "its global array";
    case MemoryKind::Heap:
        return "its block of the heap";
    case MemoryKind::Freed:
    case MemoryKind::LeftScope:
    case MemoryKind::Unknown:
        break;
    }
    return "the program's memory there";
}

bool is_gone(MemoryKind kind) {
    return kind == MemoryKind::Freed || kind == MemoryKind::LeftScope;
}

/// A buffer that was never good.
std::string state_text(MemoryKind kind, std::int64_t needed, std::int64_t there) {
    const std::string from = there > 0 ? fmt::format(", from its byte {} on,", there) : "";
    if (kind == MemoryKind::Freed) return fmt::format(" is{} in memory that was freed", from);
    if (kind == MemoryKind::LeftScope)
        return fmt::format(" is{} in a variable whose function or block has ended", from);
    if (there <= 0) return " begins outside of the arrays and variables of the program";
    return fmt::format(" needs {} bytes, but {} ends after {}", needed, owner_text(kind), there);
}

} // namespace

void describe_memory(CallWords& words, const GroupedCall& broken) {
    const LoggedCall& call = *broken.call;
    const MemoryKind kind = kind_in(call.combine);
    const CallPlace place(call);
    words << buffer_text(role_in(call.combine)) << CallPlace(broken.other == nullptr ? call : *broken.other);
    if (broken.other != nullptr && is_gone(kind)) {
        words << (kind == MemoryKind::Freed ? " was freed before "
                                            : " is in a variable whose function or block had ended before ")
              << place;
        return;
    }
    words << state_text(kind, call.count, static_cast<std::int64_t>(call.type));
    if (broken.other != nullptr) words << ", in " << place;
}

} // namespace loop::runner
