#include "lifecycle/own_reasons.h"

#include "comm/payload_report.h"
#include "lifecycle/record.h"
#include "lifecycle/trace.h"
#include "measure/results.h"
#include "measure/threads.h"
#include "output/notes.h"
#include "session/clock.h"
#include "session/concat.h"
#include "session/core_times.h"
#include "session/session.h"

#include <loop/judgement.h>

#include <algorithm>
#include <cmath>

namespace loop::runtime {
namespace {

std::string in_line(const Site& site) {
    return concat(" (", site.file, ":", site.line, ")");
}

void add_checks(std::vector<OwnReason>& reasons) {
    for (const VerificationEntry& check : all_verifications()) {
        if (check.failures > 0)
            reasons.push_back({true, concat("`", check.text, "` does not hold", in_line(check.site))});
    }
    const PayloadReport& payload = payload_report();
    if (payload.wrong_messages == 0) return;
    std::string text = "messages with wrong bytes";
    if (!payload.faults.empty())
        text += concat(", first in `", construct_name(payload.faults[0].construct), "`",
                       in_line(payload.faults[0].site));
    reasons.push_back({true, text});
}

void add_results(std::vector<OwnReason>& reasons) {
    for (const ResultEntry& result : all_results()) {
        if (!std::isfinite(result.value))
            reasons.push_back(
                {false, concat("result `", result.name, "` is not a finite number", in_line(result.site))});
    }
}

void add_cores(std::vector<OwnReason>& reasons) {
    const NodeSummary& node = own_node_summary();
    const int threads = node.node_ranks * std::max(1, static_cast<int>(cores_of_threads().size()));
    if (is_oversubscribed(threads, node.node_cores))
        reasons.push_back({false, oversubscribed_text(node.node_ranks, node.node_cores, threads)});
    const auto cores = measured_cores();
    if (cores && is_disturbed(threads, node.node_cores, cores->waited, cores->seconds))
        reasons.push_back({false, disturbed_text});
}

void add_trace(std::vector<OwnReason>& reasons) {
    const trace::Report& report = trace::report();
    if (!report.problem.empty()) reasons.push_back({false, "the trace is missing: " + report.problem});
    if (report.dropped > 0)
        reasons.push_back({false,
                           "the trace lacks its last events: the buffer was full (the last argument of "
                           "\\OPEN0 is its size)"});
}

} // namespace

std::vector<OwnReason> own_reasons() {
    std::vector<OwnReason> reasons;
    add_checks(reasons);
    add_results(reasons);
    add_cores(reasons);
    add_trace(reasons);
    for (const std::string& note : all_notes())
        reasons.push_back({false, note});
    return reasons;
}

} // namespace loop::runtime
