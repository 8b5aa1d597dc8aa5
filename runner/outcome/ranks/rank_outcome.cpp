#include "runner/outcome/ranks/rank_outcome.h"

#include "base/text/clean.h"
#include "base/text/strings.h"
#include "runner/system/failure.h"
#include "runner/system/files.h"

#include <loop/exception_file.h>

#include <fmt/core.h>

#include <algorithm>
#include <utility>

namespace loop::runner {

namespace fs = std::filesystem;

namespace {

/// Groups ranks by the sentence that applies to them, in order of first use.
class Groups {
public:
    void add(const std::string& sentence, int rank) {
        for (auto& [known, ranks] : groups_)
            if (known == sentence) return ranks.push_back(rank);
        groups_.push_back({sentence, {rank}});
    }

    std::vector<std::string> sentences() const {
        std::vector<std::string> result;
        for (const auto& [sentence, ranks] : groups_)
            result.push_back(rank_list(ranks) + " " + sentence);
        return result;
    }

private:
    std::vector<std::pair<std::string, std::vector<int>>> groups_;
};

bool says_its_end(const RankOutcome& outcome) {
    if (outcome.is_complete()) return outcome.died_late();
    return !end_text(outcome).empty();
}

bool vanished(const RankOutcome& outcome, bool inside_construct) {
    return !outcome.is_complete() && outcome.last_seen && !says_its_end(outcome) &&
           outcome.last_seen->state != RankState::Closed && outcome.last_seen->inside == inside_construct;
}

/// The ranks that caused the end, as far as known: those whose status says how they ended; otherwise, if some
/// waited in a construct, those that did not.
std::vector<bool> causes_among(const std::vector<RankOutcome>& outcomes) {
    const auto any = [&](auto is) { return std::any_of(outcomes.begin(), outcomes.end(), is); };
    const bool is_known = any(says_its_end);
    const bool waiting = any([](const RankOutcome& outcome) { return vanished(outcome, true); });
    std::vector<bool> causes;
    for (const RankOutcome& outcome : outcomes)
        causes.push_back(is_known ? says_its_end(outcome) : waiting && vanished(outcome, false));
    return causes;
}

std::string sentence_of(const RankOutcome& outcome, const std::string& source, bool is_cause,
                        bool others_are) {
    if (!outcome.last_seen) return "left no trace: the program did not reach its first construct";
    const RankPlace& seen = *outcome.last_seen;
    const std::string place = end_place(outcome, source);
    const std::string end = end_text(outcome);
    if (!end.empty()) return fmt::format("{}, {}", end, place);
    if (outcome.problem.kind != RecordProblem::Kind::Missing)
        return fmt::format("{}; last seen {}", outcome.problem.text(), place);
    if (seen.state == RankState::Closed) return fmt::format("ended {} but left no record", place);
    if (is_cause || !others_are)
        return fmt::format("exited without a record (`_exit` or killed), last seen {}", place);
    return fmt::format("did not finish, last seen {}", place);
}

/// Of a rank of a recorded program that is in no MPI call.
std::string last_call_text(const RankOutcome& rank) {
    return rank.calls.last.empty() ? "outside of MPI calls" : "after the MPI call at " + rank.calls.last;
}

/// Reads the file that a rank writes when an uncaught exception ends it. Accepts any file.
std::optional<formats::UncaughtException> read_exception(const fs::path& file) {
    constexpr std::size_t max_bytes = 4096;
    std::error_code ignored;
    if (!fs::is_regular_file(file, ignored)) return std::nullopt;
    try {
        const std::string text = read_file(file, max_bytes);
        const auto lines = lines_of(text);
        if (lines.size() < 2 || lines[0] != exception_file_version) return std::nullopt;
        return formats::UncaughtException{clean_text(std::string(lines[1])),
                                          lines.size() > 2 ? clean_text(std::string(lines[2])) : ""};
    } catch (const Failure&) {
        return std::nullopt;
    }
}

} // namespace

bool RankOutcome::died_late() const {
    return is_complete() && last_seen &&
           (last_seen->state == RankState::Signalled || last_seen->state == RankState::Aborted ||
            last_seen->state == RankState::Failed);
}

bool RankOutcome::could_not_write() const {
    return last_seen && last_seen->state == RankState::Failed &&
           last_seen->detail == static_cast<int>(ExitCode::InputOutput);
}

bool RankOutcome::was_alone() const {
    const bool says_so =
        last_seen && last_seen->state == RankState::Failed && last_seen->detail == wrong_launcher;
    return says_so || (problem.kind == RecordProblem::Kind::OtherRank && problem.ranks == 1);
}

std::string RecordProblem::text() const {
    switch (kind) {
    case Kind::None:
        return {};
    case Kind::Missing:
        return "has no record";
    case Kind::Unreadable:
        return fmt::format("has an unreadable record ({})", words);
    case Kind::Broken:
        return words;
    case Kind::OtherRank:
        return fmt::format("has a record that says `rank {} of {}`", rank, ranks);
    case Kind::OtherLaunch:
        return "has the record of another launch";
    }
    return {};
}

RecordProblem check_record(const std::string& text, int rank, int ranks, const std::string& launch_id,
                           std::optional<formats::RankRecord>& record) {
    using Kind = RecordProblem::Kind;
    formats::RankRecord read;
    if (std::string problem = read_rank_record(text, read); !problem.empty()) return {Kind::Broken, problem};
    if (read.rank != rank || read.ranks != ranks) return {Kind::OtherRank, {}, read.rank, read.ranks};
    if (read.launch != launch_id) return {Kind::OtherLaunch};
    record = std::move(read);
    return {};
}

std::vector<RankOutcome> read_outcomes(const fs::path& folder, int ranks, const std::string& launch_id) {
    std::vector<RankOutcome> outcomes;
    for (int rank = 0; rank < ranks; ++rank) {
        RankOutcome outcome;
        outcome.rank = rank;
        outcome.last_seen = read_status(folder, rank);
        if (outcome.last_seen && outcome.last_seen->state == RankState::Signalled)
            outcome.exception = read_exception(folder / exception_file_name(rank));
        const fs::path file = folder / formats::rank_record_name(rank);
        std::error_code ignored;
        try {
            outcome.problem = fs::is_regular_file(file, ignored)
                                  ? check_record(read_file(file), rank, ranks, launch_id, outcome.record)
                                  : RecordProblem{RecordProblem::Kind::Missing};
        } catch (const std::exception& error) { // unreadable
            outcome.problem = {RecordProblem::Kind::Unreadable, error.what()};
        }
        outcomes.push_back(std::move(outcome));
    }
    return outcomes;
}

bool are_finalising(const fs::path& folder, int ranks) {
    const auto is_over = [&](int rank, bool still_finalising) {
        const auto seen = read_status(folder, rank);
        return seen &&
               (seen->state == RankState::Refused ||
                (seen->state == RankState::Closed && (!still_finalising || seen->detail == in_finalisation)));
    };
    if (!is_over(0, true)) return false;
    for (int rank = 1; rank < ranks; ++rank)
        if (!is_over(rank, false)) return false;
    return true;
}

std::string end_text(const RankOutcome& rank) {
    if (!rank.last_seen) return {};
    if (!rank.exception) return end_text(*rank.last_seen);
    const auto& [type, words] = *rank.exception;
    const bool says_more = !words.empty() && words != type;
    return fmt::format("died by an uncaught `{}`{}", type, says_more ? fmt::format(" (\"{}\")", words) : "");
}

std::string seen_text(const RankOutcome& rank, const std::string& source) {
    return is_of_recorded_program(*rank.last_seen) ? last_call_text(rank)
                                                   : place_text(*rank.last_seen, source);
}

std::string end_place(const RankOutcome& rank, const std::string& source) {
    const RankPlace& seen = *rank.last_seen;
    const std::string& line = rank.calls.failed.empty() ? rank.calls.now : rank.calls.failed;
    const std::string call = seen.failed.empty() ? host_wait_name(seen.waits) : seen.failed;
    if (line.empty() && is_of_recorded_program(seen))
        return call.empty() ? last_call_text(rank) : fmt::format("in `{}`", call);
    if (line.empty()) return place_text(seen, source);
    return call.empty() ? "at " + line : fmt::format("in `{}` at {}", call, line);
}

std::vector<std::string> failure_sentences(const std::vector<RankOutcome>& outcomes,
                                           const std::string& source) {
    Groups first, second;
    const std::vector<bool> causes = causes_among(outcomes);
    const bool any_cause = std::find(causes.begin(), causes.end(), true) != causes.end();
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
        if (outcomes[i].is_complete() && !outcomes[i].died_late()) continue;
        Groups& group = causes[i] ? first : second;
        group.add(sentence_of(outcomes[i], source, causes[i], any_cause), outcomes[i].rank);
    }
    std::vector<std::string> sentences = first.sentences();
    for (std::string& sentence : second.sentences())
        sentences.push_back(std::move(sentence));
    return sentences;
}

} // namespace loop::runner
