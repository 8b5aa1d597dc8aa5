#include "trace/read/event_block.h"

#include "trace/read/file_header.h"

#include <loop/varint.h>

#include <cmath>

namespace loop::report {

namespace {

/// The fields that follow the time, by kind of event.
enum Field : unsigned { Site = 1, Partner = 2, Bytes = 4, TagAndCommunicator = 8 };
constexpr unsigned message_fields = Partner | Bytes | TagAndCommunicator;
constexpr unsigned fields_of_kind[16] = {0,
                                         Site,           // Enter
                                         Site,           // Leave
                                         message_fields, // Send
                                         message_fields, // Post
                                         Partner,        // Wait
                                         message_fields, // Receive
                                         0,              // Resume
                                         Bytes,          // Mark
                                         message_fields, // Collective
                                         0,              // Excluded
                                         0};             // Included
constexpr unsigned last_kind = 11, thread_kind = 12, thread_message_kind = 13;
constexpr std::uint64_t most_threads = 1U << 16;

constexpr unsigned same_site = 0x10, same_bytes = 0x20, same_partner = 0x40, same_tag = 0x80;
constexpr std::uint64_t largest_message = std::uint64_t{1} << 42;

/// Reads the events of one block, and fills in fields omitted because they equal those of the event before.
class BlockReader {
public:
    BlockReader(const EventNumbers& numbers, const unsigned char* payload)
        : numbers_(numbers), at_(payload),
          max_ticks_(static_cast<std::uint64_t>(static_cast<double>(longest_ns) / numbers.ns_per_tick)) {}

    const unsigned char* at() const { return at_; }

    /// Returns false if there is no valid event.
    bool read(Event& event, OpenSites& open) {
        const unsigned head = *at_++;
        const unsigned kind = head & 0xf;
        if (kind == 0 || kind > last_kind || !read_time(event)) return false;
        event.kind = static_cast<EventKind>(kind);
        const unsigned fields = fields_of_kind[kind];
        return read_site(event, head, fields, open) && (!(fields & Partner) || read_partner(event, head)) &&
               (!(fields & Bytes) || read_bytes(event, head)) &&
               (!(fields & TagAndCommunicator) || read_tag_and_communicator(event, head));
    }

    unsigned kind() const { return *at_ & 0xf; }
    bool read(ThreadEvent& event) {
        if (!read_earlier_time(event.time_ns)) return false;
        const std::uint64_t number = read_varint(at_);
        if (number >> 2 >= most_threads) return false;
        event.thread = static_cast<std::int32_t>(number >> 2);
        event.state = static_cast<ThreadEvent::State>(number & 3);
        return true;
    }
    bool read(ThreadMessageEvent& event) {
        if (!read_earlier_time(event.time_ns)) return false;
        const std::uint64_t number = read_varint(at_), partner = read_varint(at_), bytes = read_varint(at_);
        if (number >> 1 >= most_threads || partner >= static_cast<std::uint64_t>(numbers_.ranks) ||
            bytes > largest_message)
            return false;
        event.thread = static_cast<std::int32_t>(number >> 1);
        event.is_received = (number & 1) != 0;
        event.partner = static_cast<std::int32_t>(partner);
        event.bytes = static_cast<std::int64_t>(bytes);
        return true;
    }

private:
    /// What threads do is recorded later.
    bool read_earlier_time(std::int64_t& time_ns) {
        ++at_;
        Event recorded{};
        if (!read_time(recorded)) return false;
        const std::uint64_t before = read_varint(at_);
        if (before > max_ticks_) return false;
        time_ns = recorded.time_ns - std::llrint(static_cast<double>(before) * numbers_.ns_per_tick);
        return true;
    }

    bool read_time(Event& event) {
        const std::uint64_t step = read_varint(at_);
        if (step > 2 * max_ticks_) return false;
        ticks_ += first_ ? from_zigzag(step) : static_cast<std::int64_t>(step);
        first_ = false;
        if (ticks_ > static_cast<std::int64_t>(max_ticks_) || ticks_ < -static_cast<std::int64_t>(max_ticks_))
            return false;
        event.time_ns = numbers_.base_ns + std::llrint(static_cast<double>(ticks_) * numbers_.ns_per_tick);
        return true;
    }

    bool read_site(Event& event, unsigned head, unsigned fields, OpenSites& open) {
        event.site = open.innermost();
        if (!(fields & Site)) return true;
        if (!(head & same_site)) site_ = read_varint(at_);
        if (site_ >= numbers_.sites.size()) return false;
        event.site = numbers_.sites[site_];
        if (event.kind == EventKind::Enter)
            open.enter(event.site);
        else
            open.leave(event.site);
        return true;
    }

    bool read_partner(Event& event, unsigned head) {
        if (!(head & same_partner)) partner_ = read_signed_varint(at_);
        event.partner = static_cast<std::int32_t>(partner_);
        return partner_ >= no_partner && partner_ < numbers_.ranks;
    }

    bool read_bytes(Event& event, unsigned head) {
        if (event.kind == EventKind::Mark) {
            event.bytes = static_cast<std::int64_t>(read_varint(at_));
            return true;
        }
        if (!(head & same_bytes)) bytes_ = read_varint(at_);
        event.bytes = static_cast<std::int64_t>(bytes_);
        return bytes_ <= largest_message;
    }

    bool read_tag_and_communicator(Event& event, unsigned head) {
        if (!(head & same_tag)) {
            tag_ = read_signed_varint(at_);
            communicator_ = read_varint(at_);
        }
        if (communicator_ >= numbers_.communicators.size()) return false;
        event.tag = static_cast<std::int32_t>(tag_);
        event.communicator = numbers_.communicators[communicator_];
        return true;
    }

    const EventNumbers& numbers_;
    const unsigned char* at_;
    std::uint64_t max_ticks_;
    bool first_ = true;
    std::int64_t ticks_ = 0;
    std::uint64_t site_ = no_site;
    std::int64_t partner_ = no_partner - 1;
    std::uint64_t bytes_ = largest_message + 1;
    std::int64_t tag_ = 0;
    std::uint64_t communicator_ = no_site;
};

} // namespace

bool EventDecoder::decode(const unsigned char* payload, std::size_t size, std::uint32_t count,
                          DecodedEvents& result) {
    const unsigned char* const end = payload + size;
    BlockReader reader(numbers_, payload);
    Event no_event{};
    no_event.partner = no_partner;
    for (std::uint32_t i = 0; i < count; ++i) {
        if (reader.at() >= end) return false;
        const auto append = [&](auto& list, auto event, auto&... open) {
            if (!reader.read(event, open...) || reader.at() > end) return false;
            list.push_back(event);
            return true;
        };
        const unsigned kind = reader.kind();
        const bool good = kind == thread_kind           ? append(result.threads, ThreadEvent{})
                          : kind == thread_message_kind ? append(result.thread_messages, ThreadMessageEvent{})
                                                        : append(result.events, no_event, open_);
        if (!good) return false;
    }
    return reader.at() == end;
}

} // namespace loop::report
