#include "runner/outcome/calls/buffers.h"

#include "base/text/strings.h"

#include <map>
#include <utility>

namespace loop::runner {

namespace {

struct ChangedAtLine {
    const LoggedCall* begin = nullptr; // the call that started the message or access
    const LoggedCall* end = nullptr;   // the call that completed it
    std::vector<int> ranks{};
};

/// By the addresses of the two calls.
using ChangedAtLines = std::map<std::pair<std::uint64_t, std::uint64_t>, ChangedAtLine>;

void add_changes(ChangedAtLines& all, const CallLog& log) {
    std::map<std::uint64_t, const LoggedCall*> begun;
    for (const LoggedCall& call : log.calls) {
        if (call.event == CallEvent::Send || call.event == CallEvent::Receive ||
            call.event == CallEvent::Access)
            begun[call.request] = &call;
        if (call.event != CallEvent::Changed || begun.find(call.request) == begun.end()) continue;
        const LoggedCall& begin = *begun[call.request];
        ChangedAtLine& changed = all[{begin.address, call.address}];
        changed.begin = &begin, changed.end = &call;
        if (changed.ranks.empty() || changed.ranks.back() != log.rank) changed.ranks.push_back(log.rank);
    }
}

} // namespace

CallFindings changed_buffers(const CallLogs& logs) {
    ChangedAtLines all;
    for (const CallLog& log : logs)
        add_changes(all, log);
    CallFindings findings;
    for (const auto& [addresses, changed] : all) {
        CallFinding finding{CallFinding::Class::ChangedBuffer, CallFinding::Weight::Fault, changed.ranks};
        finding.words << "the buffer of " << CallPlace(*changed.begin) << " was changed before "
                      << CallPlace(*changed.end) << " (" + rank_list(changed.ranks) + ")";
        findings.push_back(std::move(finding));
    }
    return findings;
}

} // namespace loop::runner
