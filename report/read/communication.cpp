#include "report/read/communication.h"

#include "runtime/include/loop/rank_status.h"

namespace loop::report {

Moved moved(const SiteCounts& site, int ranks) {
    if (site.untimed) return {};
    const bool hidden = ranks > 1 && construct_role(site.construct.c_str()) == ConstructRole::Global;
    const auto messages = static_cast<double>(hidden ? site.calls : site.messages);
    return {messages, static_cast<double>(site.bytes), static_cast<double>(site.bytes_received),
            messages > 0 || site.messages_received > 0};
}

} // namespace loop::report
