#include "trace/analysis/messages/operation_time.h"

namespace loop::report {

namespace {

bool is(const std::vector<Event>& events, std::size_t index, EventKind kind) {
    return index < events.size() && events[index].kind == kind;
}

/// Whether an event of this kind ends what the rank did before.
bool ends_something(EventKind kind) {
    return kind == EventKind::Enter || kind == EventKind::Post || kind == EventKind::Receive ||
           kind == EventKind::Resume || kind == EventKind::Included;
}

} // namespace

bool is_within_operation(EventKind kind) {
    return kind == EventKind::Excluded || kind == EventKind::Included || kind == EventKind::Wait ||
           kind == EventKind::Resume;
}

OperationTime send_time(const std::vector<Event>& events, std::size_t index) {
    OperationTime result{events[index].time_ns, events[index].time_ns};
    if (index > 0 && is(events, index - 1, EventKind::Enter)) result.begin_ns = events[index - 1].time_ns;
    std::size_t next = index + 1;
    // A wait that ends without a message belongs to the send.
    if (is(events, next, EventKind::Wait) && is(events, next + 1, EventKind::Resume)) {
        result.waited = true;
        result.waited_ns = events[next + 1].time_ns - events[next].time_ns;
        result.end_ns = events[next + 1].time_ns;
        next += 2;
        if (!is(events, next, EventKind::Leave)) return result;
    }
    if (next < events.size()) result.end_ns = events[next].time_ns;
    return result;
}

OperationTime receive_time(const std::vector<Event>& events, std::size_t index) {
    OperationTime result{events[index].time_ns, events[index].time_ns};
    if (index > 0 && is(events, index - 1, EventKind::Wait)) {
        result.begin_ns = events[index - 1].time_ns;
        result.waited = true;
        result.waited_ns = events[index].time_ns - result.begin_ns;
        if (index > 1 && ends_something(events[index - 2].kind)) result.begin_ns = events[index - 2].time_ns;
    } else if (index > 0 &&
               (ends_something(events[index - 1].kind) || is(events, index - 1, EventKind::Send))) {
        result.begin_ns = events[index - 1].time_ns;
    }
    if (is(events, index + 1, EventKind::Leave)) result.end_ns = events[index + 1].time_ns;
    return result;
}

OperationTime collective_time(const std::vector<Event>& events, std::size_t index, std::int64_t call_ns) {
    OperationTime result{call_ns, events[index].time_ns};
    if (index > 1 && is(events, index - 1, EventKind::Resume) && is(events, index - 2, EventKind::Wait)) {
        result.waited = true;
        std::size_t first_wait = index - 2;
        for (std::size_t i = index; i > 0 && is_within_operation(events[i - 1].kind); --i) {
            if (events[i - 1].kind != EventKind::Wait) continue;
            first_wait = i - 1;
            result.waited_ns += events[i].time_ns - events[i - 1].time_ns;
        }
        // A call may perform several operations; only the first begins with the call.
        const bool first = first_wait == 0 || is(events, first_wait - 1, EventKind::Enter);
        if (!first) result.begin_ns = events[first_wait].time_ns;
    }
    if (is(events, index + 1, EventKind::Leave)) result.end_ns = events[index + 1].time_ns;
    return result;
}

} // namespace loop::report
