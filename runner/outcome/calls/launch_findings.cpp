#include "runner/outcome/calls/launch_findings.h"

#include "runner/outcome/calls/compare_logs.h"
#include "runner/outcome/ranks/call_places.h"

#include <algorithm>

namespace loop::runner {

namespace {

/// Whether constructs or PICL's calls have exchanged messages.
bool have_communicated(const RankOutcome& rank) {
    return !rank.record || !rank.record->sites.empty();
}

formats::RunFinding with_lines(const CallFinding& finding, const CallLines& lines) {
    formats::RunFinding result;
    result.what = class_text(finding.what);
    result.weight = finding.weight;
    result.text = finding.text(lines);
    result.ranks = finding.ranks;
    for (const std::uint64_t address : finding.words.addresses())
        if (const auto found = lines.find(address); found != lines.end() && !found->second.empty())
            result.lines.push_back(found->second);
    return result;
}

} // namespace

std::vector<formats::RunFinding> findings_of_launch(const std::filesystem::path& records,
                                                    const std::vector<RankOutcome>& ranks, bool strict,
                                                    const CodeFiles& files, const std::string& source,
                                                    Interrupts& interrupts) {
    CallContext context;
    context.strict = strict;
    context.other_communication = std::any_of(ranks.begin(), ranks.end(), have_communicated);
    const CallLogs logs = read_call_logs(records, static_cast<int>(ranks.size()));
    const CallFindings findings = compare_call_logs(logs, context);
    const CallLines lines = lines_of_addresses(addresses_of(findings), files, source, interrupts);
    std::vector<formats::RunFinding> result;
    for (const CallFinding& finding : findings)
        result.push_back(with_lines(finding, lines));
    return result;
}

void note_first_calls(const std::filesystem::path& records, std::vector<RankOutcome>& ranks) {
    const bool all_done =
        std::all_of(ranks.begin(), ranks.end(), [](const RankOutcome& rank) { return rank.is_complete(); });
    if (all_done) return;
    const CallLogs logs = read_call_logs(records, static_cast<int>(ranks.size()));
    for (RankOutcome& rank : ranks)
        rank.is_first_call =
            rank.last_seen && rank.last_seen->in_host_call() &&
            is_first_call(logs[static_cast<std::size_t>(rank.rank)], rank.last_seen->host_address);
}

const formats::RunFinding* first_fault(const std::vector<formats::RunFinding>& findings) {
    const auto found = std::find_if(findings.begin(), findings.end(), [](const formats::RunFinding& finding) {
        return finding.weight == formats::RunFinding::Weight::Fault;
    });
    return found == findings.end() ? nullptr : &*found;
}

} // namespace loop::runner
