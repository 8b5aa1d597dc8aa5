#include "runner/outcome/verdict.h"

#include "base/formats/node_threads.h"
#include "base/formats/trust.h"
#include "base/text/cpu_list.h"
#include "base/text/place.h"
#include "base/text/strings.h"
#include "runner/outcome/calls/launch_findings.h"
#include "runner/outcome/hang/rank_status.h"
#include "runner/outcome/hang/reason.h"
#include "runner/outcome/ranks/trace_outcome.h"
#include "runner/outcome/transport.h"

#include <loop/judgement.h>

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>

namespace loop::runner {

namespace {

using formats::RankRecord;
using formats::Trust;

template <class Record>
std::string place_in(const std::string& source, const Record& record) {
    const bool is_program = is_file_of_program(record.file, source);
    return fmt::format("{}:{}", is_program ? source : record.file, record.line);
}

using formats::node_threads;
using formats::threads_of;
using Records = std::vector<const RankRecord*>;

/// The ranks that have an item in the list for which `is` holds.
template <typename Item, typename Is>
std::string ranks_with(const Records& records, std::vector<Item> RankRecord::*list, const Is& is) {
    std::vector<int> ranks;
    for (const RankRecord* record : records)
        if (std::any_of((record->*list).begin(), (record->*list).end(), is)) ranks.push_back(record->rank);
    return rank_list(ranks);
}

/// One reason per group of ranks with the same result.
void judge_verifications(Trust& trust, const Records& records, const std::string& source) {
    using formats::Verification;
    for (const RankRecord* first : records)
        for (const Verification& check : first->verifications) {
            if (check.failures == 0) continue;
            const auto same = [&](const Verification& other) {
                return other.failures > 0 && other.text == check.text && is_same_line(other, check);
            };
            trust.invalidate(fmt::format("`{}` does not hold on {} ({})", check.text,
                                         ranks_with(records, &RankRecord::verifications, same),
                                         place_in(source, check)));
        }
}

void judge_results(Trust& trust, const Records& records, const std::string& source) {
    using formats::RankResult;
    const auto word = [](const RankResult& result) {
        return std::isfinite(result.value) ? "" : formats::json_number(result.value).get<std::string>();
    };
    for (const RankRecord* first : records)
        for (const RankResult& result : first->results) {
            if (std::isfinite(result.value)) continue;
            const auto same = [&](const RankResult& other) {
                return other.name == result.name && is_same_line(other, result) &&
                       word(other) == word(result);
            };
            trust.note(fmt::format("result `{}` is {} on {} ({})", result.name, word(result),
                                   ranks_with(records, &RankRecord::results, same),
                                   place_in(source, result)));
        }
}

void judge_payload(Trust& trust, const RankRecord& record, const std::string& source) {
    if (!record.payload) return;
    const formats::RankPayload& payload = *record.payload;
    if (payload.wrong_bytes == 0 && payload.wrong_messages == 0) return;
    std::string where;
    if (!payload.faults.empty())
        where = fmt::format(", first in `{}` from rank {} ({})", payload.faults[0].construct,
                            payload.faults[0].sender, place_in(source, payload.faults[0]));
    trust.invalidate(fmt::format("{} in {} to rank {}{}", counted(payload.wrong_bytes, "wrong byte"),
                                 counted(payload.wrong_messages, "message"), record.rank, where));
}

void judge_placement(Trust& trust, const RankRecord& record, const Records& all) {
    const int threads = node_threads(record, all);
    if (is_oversubscribed(threads, record.node_cores))
        return trust.note(oversubscribed_text(record.node_ranks, record.node_cores, threads));
    if (is_oversubscribed(threads_of(record), record.thread_cpus))
        trust.note(fmt::format("ranks may not run on a core for each of their threads; rank {} has {} on {}",
                               all.front()->rank, counted(threads_of(*all.front()), "thread"),
                               counted(all.front()->thread_cpus, "core")));
}

/// One note for each list of processors that ranks could run on although the command may not use them.
void judge_processors(Trust& trust, const Records& records, const std::vector<int>& allowed) {
    if (allowed.empty()) return;
    std::map<std::vector<int>, std::vector<int>> ranks_outside;
    for (const RankRecord* record : records) {
        const std::vector<int> cpus = parse_cpu_list(record->cpus);
        std::vector<int> outside;
        std::set_difference(cpus.begin(), cpus.end(), allowed.begin(), allowed.end(),
                            std::back_inserter(outside));
        if (!outside.empty()) ranks_outside[outside].push_back(record->rank);
    }
    for (const auto& [outside, ranks] : ranks_outside)
        trust.note(fmt::format("{} could run on processor{} {}, which the command may not use (only {})",
                               rank_list(ranks), outside.size() == 1 ? "" : "s", cpu_list(outside),
                               cpu_list(allowed)));
}

/// Whether a rank that has a core of its own had to wait for it because another program ran there.
bool is_disturbed(const RankRecord& record, const Records& all) {
    const double whole = record.elapsed_seconds.value_or(0) + record.excluded_seconds;
    return loop::is_disturbed(node_threads(record, all), record.node_cores, record.usage.core_wait_seconds,
                              record.usage.core_wait_of_seconds.value_or(whole));
}

/// A rank that a quota stops waits for its core, too: at least half of what the ranks waited must be the
/// quota's, or another program took part.
bool is_by_quota(const formats::RunThrottling& throttled, const Records& records) {
    double waited = 0;
    for (const RankRecord* record : records)
        waited = std::max(waited, record->usage.core_wait_seconds);
    return throttled.seconds >= 0.5 * waited;
}

void judge_disturbance(Trust& trust, const Records& records,
                       const std::optional<formats::RunThrottling>& throttled) {
    if (std::none_of(records.begin(), records.end(),
                     [&](const RankRecord* record) { return is_disturbed(*record, records); }))
        return;
    if (throttled)
        trust.note(fmt::format(
            "disturbed: a control group's quota{} stopped the ranks {}, for {:.2g} s summed over processors; "
            "ranks show that time as idle; use no more ranks and threads than the quota has cores",
            throttled->quota_cores ? fmt::format(" of {:.2f} cores", *throttled->quota_cores) : "",
            counted(throttled->times, "time"), throttled->seconds));
    if (!throttled || !is_by_quota(*throttled, records)) trust.note(disturbed_text);
}

void judge_launcher(Trust& trust, const LaunchEnd& end) {
    if (end.lingered)
        return trust.note(
            "MPI_Finalize did not return after every rank had written its record; the ranks were stopped");
    if (end.timed_out)
        return trust.note(
            "the launch reached its time limit after every rank had written its record; the ranks "
            "were stopped");
    if (end.status.signal != 0)
        trust.note(fmt::format("the launcher died by {} after every rank had finished",
                               signal_text(end.status.signal)));
    else if (end.status.code != 0)
        trust.note(fmt::format("the launcher returned {} although every rank finished", end.status.code));
    if (end.swept > 0)
        trust.note(fmt::format("{} outlived the launcher and {} killed", counted(end.swept, "process"),
                               end.swept == 1 ? "was" : "were"));
}

void judge_missing(Trust& trust, const LaunchResult& launch, const std::string& source) {
    if (launch.end.timed_out) trust.invalidate("stopped by the timeout");
    if (launch.end.interrupted_by != 0)
        trust.invalidate("interrupted by " + signal_text(launch.end.interrupted_by));
    if (!launch.end.problem.empty()) trust.invalidate(launch.end.problem);
    if (launch.never_started()) return;
    for (const std::string& sentence : end_sentences(launch, source))
        trust.invalidate(sentence);
    for (const std::string& sentence : launcher_sentences(launch.end))
        trust.invalidate(sentence);
}

using Weight = formats::RunFinding::Weight;

/// The sentences of the findings with weights from `least` to `most`, in their order.
std::vector<std::string> finding_sentences(const LaunchResult& launch, Weight least, Weight most) {
    std::vector<std::string> sentences;
    for (const formats::RunFinding& finding : launch.findings)
        if (finding.weight >= least && finding.weight <= most) sentences.push_back(finding.text);
    return sentences;
}

void judge_findings(Trust& trust, const LaunchResult& launch) {
    for (const formats::RunFinding& finding : launch.findings) {
        if (finding.weight == Weight::Fault) trust.invalidate(finding.text);
        if (finding.weight == Weight::Note) trust.note(finding.text);
    }
}

/// Whether a rank waits in a call for a window: in MPI_Win_free, say, because an MPI_Win_fence is missing.
bool waits_for_window(const RankOutcome& rank) {
    return rank.last_seen && rank.last_seen->waits >= WaitKind::Win_create &&
           rank.last_seen->waits <= WaitKind::Win_flush_all;
}

/// A fault that the calls of all ranks show is certain. It replaces a reason that is only guessed from their
/// status.
std::string hang_sentence(const LaunchResult& launch, const std::string& source) {
    using Class = HangReason::Class;
    const HangReason reason = reason_of_hang(launch.ranks, source);
    const formats::RunFinding* const fault = first_fault(launch.findings);
    const bool is_better = reason.what == Class::DifferentArguments || reason.what == Class::EarlyExit;
    const bool is_same = fault != nullptr && fault->what == class_text(reason.what) &&
                         std::none_of(launch.ranks.begin(), launch.ranks.end(), waits_for_window);
    return fault == nullptr || is_better || is_same ? reason.sentence : fault->text;
}

/// Whether the rank waits in a call that MPI usually completes without other ranks: a send, or a collective
/// operation of a rank that receives nothing from others. For other communicators than MPI_COMM_WORLD, the
/// root's rank in the world is not known.
bool waits_as_strict(const RankOutcome& rank) {
    if (!rank.last_seen) return false;
    const RankPlace& seen = *rank.last_seen;
    const bool knows_root = seen.communicator == world_communicator;
    const bool is_root = seen.arguments[1] == rank.rank;
    switch (is_completion(seen.waits) ? seen.begun : seen.waits) {
    case WaitKind::Send:
    case WaitKind::Isend:
    case WaitKind::Send_init:
    case WaitKind::Sendrecv:
    case WaitKind::Scan:
    case WaitKind::Exscan:
        return true;
    case WaitKind::Bcast:
    case WaitKind::Scatter:
    case WaitKind::Scatterv:
        return knows_root && is_root;
    case WaitKind::Gather:
    case WaitKind::Gatherv:
    case WaitKind::Reduce:
        return knows_root && !is_root;
    default:
        return false;
    }
}

/// Whether a hang shows that the program relies on buffers, and not a fault that the calls of all ranks show.
bool relies_on_buffers(const LaunchResult& launch) {
    return first_fault(launch.findings) == nullptr &&
           std::any_of(launch.ranks.begin(), launch.ranks.end(), waits_as_strict);
}

void judge_launch(Trust& trust, const LaunchResult& launch, const std::string& source) {
    if (!launch.is_complete()) return judge_missing(trust, launch, source);
    if (launch.is_good()) judge_launcher(trust, launch.end);
    if (!launch.is_good()) judge_missing(trust, launch, source);
    Records records;
    for (const RankOutcome& rank : launch.ranks)
        records.push_back(&*rank.record);
    if (!launch.misplaced.empty()) trust.invalidate(launch.misplaced);
    judge_findings(trust, launch);
    judge_verifications(trust, records, source);
    judge_results(trust, records, source);
    judge_processors(trust, records, launch.allowed);
    for (const std::string& loss : trace_losses(launch.ranks))
        trust.note(loss);
    for (const RankRecord* record : records) {
        judge_payload(trust, *record, source);
        judge_placement(trust, *record, records);
    }
    judge_disturbance(trust, records, launch.throttled);
    if (!launch.slow_transport.empty()) trust.note(launch.slow_transport);
    if (const std::string why = without_shared_memory(records); !why.empty()) trust.note(why);
    for (const RankRecord* record : records)
        for (const std::string& note : record->notes)
            trust.note(note);
}

} // namespace

bool LaunchResult::never_started() const {
    return !end.job.empty() && !end.queue_seconds;
}

bool LaunchResult::is_complete() const {
    return !ranks.empty() && std::all_of(ranks.begin(), ranks.end(),
                                         [](const RankOutcome& rank) { return rank.is_complete(); });
}

bool LaunchResult::is_good() const {
    return is_complete() &&
           std::none_of(ranks.begin(), ranks.end(), [](const RankOutcome& rank) { return rank.died_late(); });
}

bool LaunchResult::is_refused() const {
    return std::any_of(ranks.begin(), ranks.end(), [](const RankOutcome& rank) {
        return rank.last_seen && rank.last_seen->state == RankState::Refused;
    });
}

bool LaunchResult::could_not_write() const {
    return std::any_of(ranks.begin(), ranks.end(),
                       [](const RankOutcome& rank) { return rank.could_not_write(); });
}

std::vector<std::string> fault_sentences(const LaunchResult& launch) {
    return finding_sentences(launch, Weight::Fault, Weight::Fault);
}

std::vector<std::string> end_sentences(const LaunchResult& launch, const std::string& source) {
    if (!launch.end.was_stopped()) {
        // If all records are complete, a rank died in MPI_Finalize. Facts, such as objects that were never
        // freed, may be the cause.
        auto sentences =
            finding_sentences(launch, launch.is_complete() ? Weight::Fact : Weight::Note, Weight::Fault);
        for (std::string& sentence : failure_sentences(launch.ranks, source))
            sentences.push_back(std::move(sentence));
        return sentences;
    }
    std::vector<std::string> sentences;
    if (launch.end.hung) {
        sentences.emplace_back("hang: the ranks wait for each other and make no progress");
        sentences.push_back(hang_sentence(launch, source));
        if (launch.strict && relies_on_buffers(launch))
            sentences.emplace_back("unsafe: this program relies on MPI buffering its messages");
    }
    // The sentence on a hang already has its reason. In other launches that were stopped, faults may be the
    // reason.
    const Weight most = launch.end.hung ? Weight::Note : Weight::Fault;
    for (std::string& finding : finding_sentences(launch, Weight::Note, most))
        sentences.push_back(std::move(finding));
    const auto ranks = rank_status_messages(launch.ranks, source, launch.end.stall_seconds);
    sentences.insert(sentences.end(), ranks.begin(), ranks.end());
    return sentences;
}

Verdict judge(const std::vector<LaunchResult>& launches, bool verifies, int launches_planned,
              const std::string& source) {
    Trust trust;
    for (const LaunchResult& launch : launches)
        judge_launch(trust, launch, source);
    if (launches.empty()) trust.invalidate("nothing was launched");
    if (!verifies) trust.note(not_verified_text);
    if (static_cast<int>(launches.size()) < launches_planned)
        trust.note(fmt::format("only {} of {} launches ran", launches.size(), launches_planned));
    return trust.verdict();
}

} // namespace loop::runner
