#include "report/read/communication.h"

#include <loop/calls.h>

namespace loop::report {

Moved moved(const SiteCounts& site, int ranks) {
    if (site.untimed) return {};
    const bool hidden = ranks > 1 && call_info(site.construct).role == ConstructRole::Global;
    const auto messages = static_cast<double>(hidden ? site.calls : site.messages);
    return {messages, static_cast<double>(site.bytes), static_cast<double>(site.bytes_received),
            messages > 0 || site.messages_received > 0};
}

std::optional<double> bus_bytes(std::string_view call, double contributed, int ranks) {
    const double p = ranks, others = (p - 1) / p;
    switch (call_info(call).kind) {
    case CallKind::Allreduce:
        return 2 * others * contributed;
    case CallKind::Reduce:
        return contributed;
    case CallKind::Bcast: // only the root contributes
        return p * contributed;
    case CallKind::Alltoall:
    case CallKind::Alltoallv:
    case CallKind::Reduce_scatter:
    case CallKind::Reduce_scatter_block:
        return others * contributed;
    case CallKind::Gather:
    case CallKind::Gatherv:
    case CallKind::Scatter:
    case CallKind::Scatterv:
    case CallKind::Allgather:
    case CallKind::Allgatherv:
        return others * p * contributed;
    default:
        return std::nullopt;
    }
}

} // namespace loop::report
