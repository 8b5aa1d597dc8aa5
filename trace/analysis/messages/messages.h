#pragma once

#include "trace/read/time_range.h"

#include <vector>

namespace loop::report {

constexpr std::uint32_t no_event = 0xffffffff;
constexpr std::int64_t large_message = 256; ///< bytes; smaller ones take the time of a start-up

/// A send and its receive. The two events also have the site, tag, and communicator. Only those that are
/// measured belong into tables and statistics; diagrams and exports show all of them.
struct Message {
    std::int64_t sent_ns;
    std::int64_t received_ns;
    std::int64_t bytes; ///< as sent
    std::int32_t sender;
    std::int32_t receiver;
    std::uint32_t send_event;    ///< index into the events of the sender
    std::uint32_t receive_event; ///< index into the events of the receiver
    bool is_measured = true;     ///< sent and received in measured time: no warm-up, no \UNTIMED

    std::int64_t transit_ns() const { return received_ns - sent_ns; } ///< negative if violated
    bool violated() const { return received_ns < sent_ns; }           ///< received before it was sent
};

/// A send without a receive, or a receive without a send.
struct LoneMessage {
    std::int32_t rank;
    std::uint32_t event; ///< index into the events of the rank
    bool explained;      ///< the partner's event may be lost: its trace is missing, cut, or full
    bool is_measured = true;
};

struct Messages {
    std::vector<Message> matched;        ///< by receiver, then in the order of its receives
    std::vector<LoneMessage> unreceived; ///< sends without a receive
    std::vector<LoneMessage> unsent;     ///< receives without a send
    std::uint64_t violated = 0;
    std::int64_t worst_violation_ns = 0; ///< the largest time by which a receive precedes its send
};

/// Matches messages by sender, receiver, communicator, and tag, first in, first out. Takes linear time.
Messages match_messages(const Trace& trace);

/// Returns indices into `matched`, ordered by send time.
std::vector<std::uint32_t> by_sending_time(const Messages& messages);

} // namespace loop::report
