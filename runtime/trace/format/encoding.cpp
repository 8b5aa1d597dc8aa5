#include "trace/format/encoding.h"

#include <loop/fnv.h>
#include <loop/varint.h>

namespace loop::runtime::trace {
namespace {

constexpr unsigned same_site = 0x10;
constexpr unsigned same_bytes = 0x20;
constexpr unsigned same_partner = 0x40;
constexpr unsigned same_channel = 0x80; // same tag and communicator

struct Fields {
    bool site, partner, message;
};

void little_endian(char* to, std::uint64_t value, int bytes) {
    for (int i = 0; i < bytes; ++i)
        to[i] = static_cast<char>(value >> (8 * i));
}

Fields fields_of(Kind kind) {
    switch (kind) {
    case Kind::Enter:
    case Kind::Leave:
        return {true, false, false};
    case Kind::Wait:
        return {false, true, false};
    case Kind::Send:
    case Kind::Post:
    case Kind::Receive:
    case Kind::Collective:
        return {false, true, true};
    case Kind::Resume:
    case Kind::Mark:
    case Kind::Excluded:
    case Kind::Included:
    case Kind::Thread:
    case Kind::ThreadMessage:
        break;
    }
    return {false, false, false};
}

} // namespace

void Block::put(std::uint64_t value) {
    put_varint(value, [this](char byte) { bytes_[size_++] = byte; });
}

void Block::put_signed(std::int64_t value) {
    put(zigzag(value));
}

// Readings on two cores may be slightly out of order; in the file, time never decreases.
void Block::put_time(Ticks ticks) {
    if (events_ == 0) {
        put_signed(static_cast<std::int64_t>(ticks - open_ticks_));
        ticks_ = ticks;
        return;
    }
    const Ticks later = ticks > ticks_ ? ticks - ticks_ : 0;
    put(later);
    ticks_ += later;
}

void Block::add(const Record& record) {
    const auto kind = static_cast<Kind>(record.kind);
    const Fields has = fields_of(kind);
    const auto bytes = static_cast<std::int64_t>(record.bytes);
    const auto communicator = static_cast<std::int64_t>(record.communicator);
    const bool site = has.site && site_ != record.word;
    const bool partner = has.partner && partner_ != record.partner;
    const bool size = has.message && size_of_message_ != bytes;
    const bool channel = has.message && (tag_ != record.word || communicator_ != communicator);
    unsigned head = record.kind;
    if (has.site && !site) head |= same_site;
    if (has.message && !size) head |= same_bytes;
    if (has.partner && !partner) head |= same_partner;
    if (has.message && !channel) head |= same_channel;
    bytes_[size_++] = static_cast<char>(head);
    put_time(record.ticks);
    if (site) put(static_cast<std::uint64_t>(site_ = record.word));
    if (partner) put_signed(partner_ = record.partner);
    if (size) put(static_cast<std::uint64_t>(size_of_message_ = bytes));
    if (channel) {
        put_signed(tag_ = record.word);
        put(static_cast<std::uint64_t>(communicator_ = communicator));
    }
    if (kind == Kind::Mark) put(static_cast<std::uint64_t>(static_cast<std::int64_t>(record.word)));
    if (kind == Kind::Thread) {
        put(record.bytes);
        put(static_cast<std::uint64_t>(communicator) << 2 | static_cast<std::uint32_t>(record.word));
    }
    if (kind == Kind::ThreadMessage) {
        const bool is_received = record.word < 0;
        put(record.bytes);
        put(static_cast<std::uint64_t>(communicator) << 1 | (is_received ? 1U : 0U));
        put(static_cast<std::uint64_t>(record.partner));
        put(static_cast<std::uint64_t>(is_received ? ~record.word : record.word));
    }
    ++events_;
}

void Block::put_head(char (&head)[head_bytes]) const {
    little_endian(head, size_, 4);
    little_endian(head + 4, events_, 4);
    little_endian(head + 8, fnv1a64({bytes_, size_}), 8);
}

void Block::clear() {
    size_ = 0;
    events_ = 0;
    ticks_ = 0;
    site_ = size_of_message_ = communicator_ = -1;
    partner_ = tag_ = none;
}

} // namespace loop::runtime::trace
