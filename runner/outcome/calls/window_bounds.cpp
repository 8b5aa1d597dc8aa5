#include "runner/outcome/calls/window_bounds.h"

#include "base/text/strings.h"
#include "runner/outcome/calls/grouped_calls.h"

#include <fmt/core.h>

#include <map>
#include <utility>

namespace loop::runner {

namespace {

struct Part {
    std::int64_t bytes = 0;
    std::int64_t unit = 1;
};

/// By the number of the window and the rank whose part it is.
using Parts = std::map<std::pair<std::uint64_t, int>, Part>;

Parts parts_of(const CallLogs& logs) {
    Parts parts;
    for (const CallLog& log : logs)
        for (const LoggedCall& call : log.calls) {
            const bool is_window = call.event == CallEvent::Made && call.object == CallObject::Window;
            if (is_window && call.communicator != 0 && call.count >= 0 && call.tag > 0)
                parts[{call.communicator, log.rank}] = {call.count, call.tag};
        }
    return parts;
}

bool is_outside(const LoggedCall& access, const Part& part) {
    if (access.tag <= 0) return false; // it reaches nowhere, or it is not known how far
    const auto place = static_cast<std::int64_t>(access.place);
    if (place < 0 || place > part.bytes / part.unit) return true;
    return place * part.unit + access.tag > part.bytes;
}

CallFinding finding_for(const GroupedCall& outside, const Part& part) {
    CallFinding finding{CallFinding::Class::InvalidArguments, CallFinding::Weight::Fault, outside.ranks};
    const LoggedCall& access = *outside.call;
    finding.words << CallPlace(access)
                  << fmt::format(
                         " reaches beyond the window: {} bytes from displacement {} (unit {}), and the "
                         "part of rank {} has {} bytes",
                         access.tag, static_cast<std::int64_t>(access.place), part.unit, access.partner,
                         part.bytes)
                  << " (" + rank_list(outside.ranks) + ")";
    return finding;
}

} // namespace

CallFindings accesses_outside(const CallLogs& logs) {
    const Parts parts = parts_of(logs);
    GroupedCalls outside;
    for (const CallLog& log : logs)
        for (const LoggedCall& call : log.calls) {
            if (call.event != CallEvent::Access) continue;
            const auto part = parts.find({call.communicator, call.partner});
            if (part != parts.end() && is_outside(call, part->second)) outside.add(call, nullptr, log.rank);
        }
    CallFindings findings;
    for (const GroupedCall& call : outside.all())
        findings.push_back(finding_for(call, parts.at({call.call->communicator, call.call->partner})));
    return findings;
}

} // namespace loop::runner
