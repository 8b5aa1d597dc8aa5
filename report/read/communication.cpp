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

} // namespace loop::report
