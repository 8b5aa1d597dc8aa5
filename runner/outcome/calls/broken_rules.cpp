#include "runner/outcome/calls/broken_rules.h"

#include "base/text/strings.h"
#include "runner/outcome/calls/grouped_calls.h"
#include "runner/outcome/calls/memory_words.h"

#include <algorithm>
#include <array>
#include <map>

namespace loop::runner {

namespace {

/// The name of one of MPI's own operators.
std::string operator_name(std::int32_t combine) {
    constexpr std::array names{"an MPI_Op", "MPI_SUM",    "MPI_MAX",   "MPI_MIN", "MPI_PROD",
                               "MPI_LAND",  "MPI_BAND",   "MPI_LOR",   "MPI_BOR", "MPI_LXOR",
                               "MPI_BXOR",  "MPI_MINLOC", "MPI_MAXLOC"};
    const auto index = static_cast<std::size_t>(combine);
    return names[combine > 0 && index < names.size() ? index : 0];
}

std::string elements_of(std::uint64_t type) {
    constexpr std::array names{"unknown elements",
                               "bytes",
                               "char",
                               "signed char",
                               "unsigned char",
                               "short",
                               "unsigned short",
                               "int",
                               "unsigned",
                               "long",
                               "unsigned long",
                               "long long",
                               "unsigned long long",
                               "float",
                               "double",
                               "long double",
                               "wchar_t",
                               "bool",
                               "complex of float",
                               "complex of double",
                               "complex of long double"};
    return names[type < names.size() ? static_cast<std::size_t>(type) : 0];
}

void describe(CallWords& words, const GroupedCall& broken) {
    const CallPlace place(*broken.call);
    switch (static_cast<CallRule>(broken.call->tag)) {
    case CallRule::Operator:
        words << place
              << " applies " + operator_name(broken.call->combine) + " to " + elements_of(broken.call->type) +
                     ", which MPI does not allow";
        return;
    case CallRule::OwnSignatures:
        words << place << " does not send as many elements of the same types as it receives";
        return;
    case CallRule::TargetSignature:
        words << place << " has other elements at its origin than at its target";
        return;
    case CallRule::Overlap:
        words << place << " receives with a datatype whose entries overlap";
        return;
    case CallRule::PendingBuffer:
        words << "the buffer of " << place << " overlaps that of ";
        if (broken.other == nullptr)
            words << "a receive that is pending";
        else
            words << CallPlace(*broken.other) << ", which is pending";
        return;
    case CallRule::OwnBuffers:
        words << "the buffers of " << place << " overlap";
        return;
    case CallRule::Memory:
        describe_memory(words, broken);
        return;
    case CallRule::None:
        break;
    }
    words << place << " breaks a rule of MPI";
}

bool begins_request(const LoggedCall& call) {
    switch (call.event) {
    case CallEvent::Collective:
    case CallEvent::Send:
    case CallEvent::Receive:
    case CallEvent::Prepared:
    case CallEvent::Access:
    case CallEvent::Made:
        return true;
    default:
        return false;
    }
}

/// The call that made the request or window with this number.
const LoggedCall* call_that_began(const CallLog& log, std::uint64_t request) {
    const auto found = std::find_if(log.calls.begin(), log.calls.end(), [&](const LoggedCall& call) {
        return call.request == request && begins_request(call);
    });
    return request == 0 || found == log.calls.end() ? nullptr : &*found;
}

} // namespace

CallFindings broken_rules(const CallLogs& logs) {
    std::map<std::int32_t, GroupedCalls> by_rule;
    for (const CallLog& log : logs)
        for (const LoggedCall& call : log.calls)
            if (call.event == CallEvent::Broken)
                by_rule[call.tag].add(call, call_that_began(log, call.request), log.rank);
    CallFindings findings;
    for (const auto& [rule, calls] : by_rule)
        for (const GroupedCall& broken : calls.all()) {
            CallFinding finding{CallFinding::Class::InvalidArguments, CallFinding::Weight::Fault,
                                broken.ranks};
            describe(finding.words, broken);
            finding.words << " (" + rank_list(broken.ranks) + ")";
            findings.push_back(std::move(finding));
        }
    return findings;
}

} // namespace loop::runner
