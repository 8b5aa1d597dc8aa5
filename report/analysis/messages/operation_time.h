#pragma once

#include "report/trace/trace.h"

#include <cstddef>
#include <vector>

namespace loop::report {

/// How long a send or a receive took its rank, and how much of it the rank waited.
struct OperationTime {
    std::int64_t begin_ns;
    std::int64_t end_ns;
    std::int64_t waited_ns = 0;
    bool waited = false;

    std::int64_t length_ns() const { return end_ns - begin_ns; }
};

/// Of the Send or the Receive at `index`, from the neighbouring events; see SideTraffic.
OperationTime send_time(const std::vector<Event>& events, std::size_t index);
OperationTime receive_time(const std::vector<Event>& events, std::size_t index);
/// Of the Collective at `index` in a call that began at `call_ns`: from its recorded wait, or
/// else from the call's begin, to the call's end where nothing comes after it.
OperationTime collective_time(const std::vector<Event>& events, std::size_t index, std::int64_t call_ns);

} // namespace loop::report
