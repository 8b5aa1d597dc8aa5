#pragma once

#include "trace/read/trace.h"

#include <cstddef>
#include <vector>

namespace loop::report {

/// How long a rank spent in an operation, and how much of that it waited.
struct OperationTime {
    std::int64_t begin_ns;
    std::int64_t end_ns;
    std::int64_t waited_ns = 0;
    bool waited = false;

    std::int64_t length_ns() const { return end_ns - begin_ns; }
};

/// Whether an operation goes on after such an event: a rank may wait in it several times, and for what is not
/// measured.
bool is_within_operation(EventKind kind);

/// Returns the time of the Send or Receive event at `index`, derived from the neighboring events; see
/// SideTraffic.
OperationTime send_time(const std::vector<Event>& events, std::size_t index);
OperationTime receive_time(const std::vector<Event>& events, std::size_t index);
/// Returns the time of the Collective event at `index` in a call that began at `call_ns`. It begins with the
/// call, or with its recorded wait if it is not the first operation in the call. It ends with the call if
/// nothing else follows in the call.
OperationTime collective_time(const std::vector<Event>& events, std::size_t index, std::int64_t call_ns);

} // namespace loop::report
