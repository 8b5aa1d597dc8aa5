#include "session/handling.h"
#include "trace/records.h"

#include <algorithm>
#include <vector>

namespace loop::runtime::trace {

namespace {

Ticks handling(const Message& message) {
    if (message.sender_waits) return 0;
    return static_cast<Ticks>(receiving_ns(message.bytes)); // a tick of simulated time is a nanosecond
}

std::vector<Message>& gathered() {
    static auto* const messages = new std::vector<Message>;
    return *messages;
}

} // namespace

bool Waiting::takes_back_wait(Ticks end) {
    if (buffer.next == buffer.begin) return false;
    Record& last = buffer.next[-1];
    if (static_cast<Kind>(last.kind) != Kind::Wait) return false;
    if (end > last.ticks + 1) return false; // both times are rounded
    last.kind = no_kind;
    --buffer.next;
    return true;
}

void Waiting::simulated_received(const Message& message) {
    if (!gathers_) return record_arrivals(&message, 1);
    gathered().push_back(message);
}

void Waiting::gather() {
    gathers_ = true;
    gathered().clear();
}

void Waiting::end_gathering() {
    gathers_ = false;
    if (!gathered().empty()) record_arrivals(gathered().data(), gathered().size());
}

// The rank has just handled the last one of them. Host code does not tell whether a sender waited, so
// handling may be assumed that did not take place: no message came later than now.
void Waiting::record_arrivals(const Message* messages, std::size_t count) {
    Ticks handled = 0;
    for (std::size_t i = 0; i < count; ++i)
        handled += handling(messages[i]);
    const Ticks end = now();
    const Ticks since = buffer.next == buffer.begin ? end : buffer.next[-1].ticks;
    Ticks time = std::max(since, end - std::min(end, handled));
    if (waits_ && takes_back_wait(time)) time = since;
    waits_ = false;
    for (std::size_t i = 0; i < count; ++i) {
        put_message(time, Kind::Receive, messages[i]);
        time = std::min(end, time + handling(messages[i]));
    }
}

} // namespace loop::runtime::trace
