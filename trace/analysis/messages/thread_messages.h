#pragma once

#include "trace/analysis/messages/messages.h"

#include <vector>

namespace loop::report {

/// A message from a thread to the thread of the same number on another rank.
struct ThreadMessage {
    std::int64_t sent_ns, received_ns, bytes;
    std::int32_t sender, receiver, thread;
    bool is_measured = true; ///< as in Message
};

/// Matches messages of threads by sender, receiver, and thread, first in, first out. Returns them by sender,
/// then in the order in which they were sent; without messages of which only one end was recorded.
std::vector<ThreadMessage> match_thread_messages(const Trace& trace);

/// The matched messages of ranks and of threads together, in the order of `Messages::matched`. Those of
/// threads have no events.
Messages with_thread_messages(Messages messages, const std::vector<ThreadMessage>& of_threads);

} // namespace loop::report
