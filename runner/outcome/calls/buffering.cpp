#include "runner/outcome/calls/buffering.h"

#include "base/text/strings.h"
#include "runner/outcome/calls/unbuffered.h"

#include <fmt/core.h>

#include <map>

namespace loop::runner {

namespace {

/// Calls at the same line, and the ranks that are in them.
struct Calls {
    const LoggedCall* call = nullptr;
    std::vector<int> ranks{};
};
using CallsByLine = std::map<std::uint64_t, Calls>;

void add(CallsByLine& all, const LoggedCall& call, int rank) {
    Calls& calls = all[call.address];
    if (calls.call == nullptr) calls.call = &call;
    calls.ranks.push_back(rank);
}

CallFinding finding_of(const UnbufferedStall& stall) {
    CallFinding finding{CallFinding::Class::NeededBuffer, CallFinding::Weight::Note, {}};
    CallsByLine sends, others;
    for (const UnbufferedStall::Waiting& one : stall.waiting) {
        finding.ranks.push_back(one.rank);
        add(one.send != nullptr ? sends : others, one.send != nullptr ? *one.send : *one.call, one.rank);
    }
    const bool several = finding.ranks.size() > 1;
    finding.words << "on a machine that does not buffer "
                  << (sends.size() > 1 ? "the messages of " : "the message of ");
    const char* before = "";
    for (const auto& [address, calls] : sends) {
        finding.words << before << CallPlace(*calls.call);
        before = " and of ";
    }
    finding.words << fmt::format(", {} {}", rank_list(finding.ranks),
                                 several ? "wait for each other" : "waits for itself");
    for (const auto& [address, calls] : others)
        finding.words << fmt::format("; {} {} in ", rank_list(calls.ranks),
                                     calls.ranks.size() > 1 ? "are" : "is")
                      << CallPlace(*calls.call);
    return finding;
}

} // namespace

CallFindings needed_buffering(const CallLogs& logs) {
    CallFindings findings;
    for (const UnbufferedStall& stall : stalls_without_buffers(logs))
        findings.push_back(finding_of(stall));
    return findings;
}

} // namespace loop::runner
