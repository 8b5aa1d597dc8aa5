#include "runner/outcome/verdict.h"

#include "base/text/words.h"
#include "runner/outcome/hang/reason.h"
#include "runner/outcome/hang/roll.h"
#include "runner/outcome/ranks/record_shape.h"
#include "runner/outcome/ranks/trace_outcome.h"

#include <fmt/core.h>

#include <algorithm>

namespace loop::runner {


namespace {

/// Collects reasons: each once, and the worst of them decides.
class Bench {
public:
    explicit Bench(std::string source) : source_(std::move(source)) {}

    void note(const std::string& reason) { add(Verdict::Word::ValidWithNotes, reason); }
    void invalid(const std::string& reason) { add(Verdict::Word::Invalid, reason); }

    std::string place(const Json& item) const {
        return fmt::format("{}:{}", source_, item.value("line", 0));
    }

    Verdict verdict() {
        // What makes the run invalid is read first.
        Verdict result{verdict_.word, invalid_};
        result.reasons.insert(result.reasons.end(), notes_.begin(), notes_.end());
        return result;
    }

private:
    void add(Verdict::Word word, const std::string& reason) {
        verdict_.word = std::max(verdict_.word, word);
        std::vector<std::string>& list = word == Verdict::Word::Invalid ? invalid_ : notes_;
        if (std::find(list.begin(), list.end(), reason) == list.end()) list.push_back(reason);
    }

    std::string source_;
    Verdict verdict_;
    std::vector<std::string> invalid_, notes_;
};

void judge_verifications(Bench& bench, const std::vector<const Json*>& records) {
    for (const Json* first : records)
        for (const Json& check : list_in(*first, "verifications")) {
            if (check.value("failures", 0LL) == 0) continue;
            // One reason for the ranks that say the same.
            std::vector<int> ranks;
            for (const Json* record : records)
                for (const Json& other : list_in(*record, "verifications"))
                    if (other.value("failures", 0LL) > 0 &&
                        other.value("text", "") == check.value("text", "") &&
                        other.value("line", 0) == check.value("line", 0))
                        ranks.push_back(record->value("rank", 0));
            ranks.erase(std::unique(ranks.begin(), ranks.end()), ranks.end());
            bench.invalid(fmt::format("`{}` does not hold on {} ({})", check.value("text", ""),
                                      rank_list(ranks), bench.place(check)));
        }
}

/// Values that are not finite are words in a record.
void judge_results(Bench& bench, const std::vector<const Json*>& records) {
    for (const Json* first : records)
        for (const Json& result : list_in(*first, "results")) {
            const auto value = result.find("value");
            if (value == result.end() || !value->is_string()) continue;
            std::vector<int> ranks;
            for (const Json* record : records)
                for (const Json& other : list_in(*record, "results"))
                    if (other.value("name", "") == result.value("name", "") &&
                        other.value("line", 0) == result.value("line", 0) && other.value("value", Json()) == *value)
                        ranks.push_back(record->value("rank", 0));
            bench.note(fmt::format("result `{}` is {} on {} ({})", result.value("name", ""),
                                   value->get<std::string>(), rank_list(ranks), bench.place(result)));
        }
}

void judge_payload(Bench& bench, const Json& record) {
    const auto payload = record.find("payload");
    if (payload == record.end()) return;
    const long long wrong = payload->value("wrong_bytes", 0LL);
    if (wrong == 0 && payload->value("wrong_messages", 0LL) == 0) return;
    const Json& faults = list_in(*payload, "faults");
    std::string where;
    if (!faults.empty())
        where = fmt::format(", first in `{}` from rank {} ({})", faults[0].value("construct", ""),
                            faults[0].value("sender", 0), bench.place(faults[0]));
    bench.invalid(fmt::format("{} wrong byte{} in {} message{} to rank {}{}", wrong, wrong == 1 ? "" : "s",
                              payload->value("wrong_messages", 0LL),
                              payload->value("wrong_messages", 0LL) == 1 ? "" : "s", record.value("rank", 0),
                              where));
}

void judge_placement(Bench& bench, const Json& record) {
    const int ranks = record.value("node_ranks", 0), cores = record.value("node_cores", 0);
    if (cores > 0 && ranks > cores)
        bench.note(
            fmt::format("oversubscribed: {} ranks share {} core{}", ranks, cores, cores == 1 ? "" : "s"));
}

constexpr const char* disturbed =
    "disturbed: a rank waited more than 5 % of the time for its core, which another program had; ranks that "
    "waited for it show that as idle";

/// Whether a rank that had a core of its own waited for it all the same: something else was running there.
/// Below 0.1 ms it may have been the system.
bool is_disturbed(const Json& record) {
    const auto usage = record.find("usage");
    if (usage == record.end() || record.value("node_ranks", 0) > record.value("node_cores", 0)) return false;
    const double waited = usage->value("core_wait_seconds", 0.0);
    const double whole = record.value("elapsed_seconds", 0.0) + record.value("excluded_seconds", 0.0);
    return waited > 1e-4 && waited > 0.05 * usage->value("core_wait_of_seconds", whole);
}

void judge_launcher(Bench& bench, const LaunchEnd& end) {
    if (end.lingered)
        return bench.note(
            "MPI_Finalize did not return after every rank had written its record; the ranks were ended");
    if (end.status.signal != 0)
        bench.note(fmt::format("the launcher died by {} after every rank had finished",
                               signal_text(end.status.signal)));
    else if (end.status.code != 0)
        bench.note(fmt::format("the launcher returned {} though every rank finished", end.status.code));
    if (end.swept > 0)
        bench.note(fmt::format("{} process{} outlived the launcher and {} killed", end.swept,
                               end.swept == 1 ? "" : "es", end.swept == 1 ? "was" : "were"));
}

void judge_missing(Bench& bench, const LaunchResult& launch, const std::string& source) {
    if (launch.end.timed_out) bench.invalid("the time-out stopped it");
    if (launch.end.interrupted_by != 0)
        bench.invalid("interrupted by " + signal_text(launch.end.interrupted_by));
    if (!launch.end.problem.empty()) bench.invalid(launch.end.problem);
    if (launch.never_started()) return;
    for (const std::string& sentence : end_sentences(launch, source))
        bench.invalid(sentence);
    for (const std::string& sentence : launcher_sentences(launch.end))
        bench.invalid(sentence);
}

void judge_launch(Bench& bench, const LaunchResult& launch, const std::string& source) {
    if (!launch.is_complete()) return judge_missing(bench, launch, source);
    if (launch.is_good()) judge_launcher(bench, launch.end);
    if (!launch.is_good()) judge_missing(bench, launch, source);
    std::vector<const Json*> records;
    for (const RankOutcome& rank : launch.ranks)
        records.push_back(&rank.record);
    judge_verifications(bench, records);
    judge_results(bench, records);
    for (const std::string& loss : trace_losses(launch.ranks))
        bench.note(loss);
    for (const Json* record : records) {
        judge_payload(bench, *record);
        judge_placement(bench, *record);
        if (is_disturbed(*record)) bench.note(disturbed);
        for (const Json& note : list_in(*record, "notes"))
            bench.note(note.get<std::string>());
    }
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

std::string verdict_text(Verdict::Word word) {
    if (word == Verdict::Word::Valid) return "VALID";
    return word == Verdict::Word::Invalid ? "INVALID" : "VALID WITH NOTES";
}

std::vector<std::string> end_sentences(const LaunchResult& launch, const std::string& source) {
    if (!launch.end.was_stopped()) return failure_sentences(launch.ranks, source);
    std::vector<std::string> sentences;
    if (launch.end.hung) {
        sentences.emplace_back("hang: the ranks wait for each other, and nothing moves");
        sentences.push_back(reason_of_hang(launch.ranks, source).sentence);
    }
    const auto roll = roll_call(launch.ranks, source, launch.end.standing);
    sentences.insert(sentences.end(), roll.begin(), roll.end());
    return sentences;
}

Verdict judge(const std::vector<LaunchResult>& launches, bool asked_to_verify, int launches_planned,
              const std::string& source) {
    Bench bench(source);
    for (const LaunchResult& launch : launches)
        judge_launch(bench, launch, source);
    if (launches.empty()) bench.invalid("nothing was launched");
    if (!asked_to_verify) bench.note("not verified: `--no-verify` was given");
    if (static_cast<int>(launches.size()) < launches_planned)
        bench.note(fmt::format("{} of {} launches were made", launches.size(), launches_planned));
    return bench.verdict();
}

} // namespace loop::runner
