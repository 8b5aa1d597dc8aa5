#include "runner/outcome/calls/compare_logs.h"

#include "runner/outcome/calls/broken_rules.h"
#include "runner/outcome/calls/buffering.h"
#include "runner/outcome/calls/buffers.h"
#include "runner/outcome/calls/collectives.h"
#include "runner/outcome/calls/epochs.h"
#include "runner/outcome/calls/messages.h"
#include "runner/outcome/calls/objects.h"
#include "runner/outcome/calls/races.h"
#include "runner/outcome/calls/thread_level.h"
#include "runner/outcome/calls/window_bounds.h"

#include <algorithm>

namespace loop::runner {

CallFindings compare_call_logs(const CallLogs& logs, const CallContext& context) {
    CallFindings findings = compare_collectives(logs);
    append(findings, compare_messages(logs));
    const bool all_meet = findings.empty();
    if (all_meet && !context.other_communication) append(findings, find_races(logs));
    if (all_meet) append(findings, needed_buffering(logs));
    append(findings, broken_rules(logs));
    append(findings, accesses_outside(logs));
    append(findings, thread_misuse(logs));
    append(findings, check_epochs(logs));
    append(findings, changed_buffers(logs));
    append(findings, left_objects(logs, context.strict));
    std::stable_sort(findings.begin(), findings.end(),
                     [](const CallFinding& a, const CallFinding& b) { return a.weight > b.weight; });
    return findings;
}

} // namespace loop::runner
