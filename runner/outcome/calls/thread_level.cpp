#include "runner/outcome/calls/thread_level.h"

#include "base/text/strings.h"
#include "runner/outcome/calls/grouped_calls.h"

#include <map>

namespace loop::runner {

namespace {

const char* text_of(ThreadMisuse misuse) {
    switch (misuse) {
    case ThreadMisuse::OtherThread:
        return " was called by another thread than the main one, which needs MPI_THREAD_SERIALIZED or "
               "MPI_THREAD_MULTIPLE";
    case ThreadMisuse::AtOnce:
        return " was called while another thread was in an MPI call, which needs MPI_THREAD_MULTIPLE";
    case ThreadMisuse::Finalize:
        return " was called by another thread than the main one";
    case ThreadMisuse::None:
        break;
    }
    return " was called by a thread that may not call it";
}

} // namespace

CallFindings thread_misuse(const CallLogs& logs) {
    std::map<ThreadMisuse, GroupedCalls> by_kind;
    for (const CallLog& log : logs)
        if (log.misuse != ThreadMisuse::None) by_kind[log.misuse].add(log.misused, nullptr, log.rank);
    CallFindings findings;
    for (const auto& [misuse, calls] : by_kind)
        for (const GroupedCall& call : calls.all()) {
            CallFinding finding{CallFinding::Class::ThreadLevel, CallFinding::Weight::Fault, call.ranks};
            finding.words << CallPlace(*call.call) << text_of(misuse) << " (" + rank_list(call.ranks) + ")";
            findings.push_back(std::move(finding));
        }
    return findings;
}

} // namespace loop::runner
