#include "runner/rank_outcome.h"

#include "runner/failure.h"
#include "runner/files.h"
#include "runner/words.h"

#include <compiler.h>
#include <fmt/core.h>

#include <utility>

namespace loop::runner {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

namespace {

constexpr const char* schema = "loop-rank-record/1";
constexpr const char* checksum_word = "checksum fnv1a64 ";

/// Sentences that several ranks share, in order of first use.
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

    bool empty() const { return groups_.empty(); }

private:
    std::vector<std::pair<std::string, std::vector<int>>> groups_;
};

std::string sentence_of(const RankOutcome& outcome, const std::string& source, bool others_are_to_blame) {
    if (!outcome.last_seen) return "left no trace: the program did not get as far as its first construct";
    const RankPlace& seen = *outcome.last_seen;
    const std::string place = place_text(seen, source);
    const std::string end = end_text(seen);
    if (!end.empty()) return fmt::format("{}, {}", end, place);
    if (outcome.problem != "has no record") return fmt::format("{}; last seen {}", outcome.problem, place);
    if (seen.state == RankState::Closed) return fmt::format("ended {}, and its record is missing", place);
    return others_are_to_blame
               ? fmt::format("did not finish, last seen {}", place)
               : fmt::format("ended without a record (`_exit`, or killed), last seen {}", place);
}

bool is_cause(const RankOutcome& outcome) {
    return !outcome.is_complete() && outcome.last_seen && !end_text(*outcome.last_seen).empty();
}

} // namespace

std::string check_record(const std::string& text, int rank, int ranks, const std::string& launch_id,
                         ordered_json& record) {
    const std::vector<std::string_view> lines = lines_of(text);
    if (lines.size() != 2 || text.back() != '\n') return "has an incomplete record";
    if (lines[1] != checksum_word + compiler::content_hash(lines[0]))
        return "has a record with a wrong checksum";
    ordered_json parsed = ordered_json::parse(lines[0], nullptr, false);
    if (!parsed.is_object() || parsed.value("schema", "") != schema)
        return fmt::format("has a record that is not of schema {}", schema);
    if (parsed.value("rank", -1) != rank || parsed.value("ranks", -1) != ranks)
        return fmt::format("has the record of rank {} of {}", parsed.value("rank", -1),
                           parsed.value("ranks", -1));
    if (parsed.value("launch", "") != launch_id) return "has the record of another launch";
    record = std::move(parsed);
    return {};
}

std::vector<RankOutcome> read_outcomes(const fs::path& folder, int ranks, const std::string& launch_id) {
    std::vector<RankOutcome> outcomes;
    for (int rank = 0; rank < ranks; ++rank) {
        RankOutcome outcome;
        outcome.rank = rank;
        outcome.last_seen = read_status(folder / fmt::format("rank-{}.status", rank));
        const fs::path file = folder / fmt::format("rank-{}.json", rank);
        std::error_code ignored;
        try {
            outcome.problem = fs::exists(file, ignored)
                                  ? check_record(read_file(file), rank, ranks, launch_id, outcome.record)
                                  : "has no record";
        } catch (const std::exception& error) { // unreadable, or JSON of unexpected types
            outcome.problem = fmt::format("has an unreadable record ({})", error.what());
        }
        outcomes.push_back(std::move(outcome));
    }
    return outcomes;
}

std::vector<std::string> failure_sentences(const std::vector<RankOutcome>& outcomes,
                                           const std::string& source) {
    Groups causes, others;
    for (const RankOutcome& outcome : outcomes)
        if (is_cause(outcome)) causes.add(sentence_of(outcome, source, false), outcome.rank);
    for (const RankOutcome& outcome : outcomes)
        if (!outcome.is_complete() && !is_cause(outcome))
            others.add(sentence_of(outcome, source, !causes.empty()), outcome.rank);
    std::vector<std::string> sentences = causes.sentences();
    for (std::string& sentence : others.sentences())
        sentences.push_back(std::move(sentence));
    return sentences;
}

std::vector<std::string> roll_call(const std::vector<RankOutcome>& outcomes, const std::string& source) {
    Groups groups;
    for (const RankOutcome& outcome : outcomes) {
        if (outcome.is_complete()) {
            groups.add("finished", outcome.rank);
        } else if (!outcome.last_seen) {
            groups.add("did not get as far as the first construct", outcome.rank);
        } else {
            const std::string end = end_text(*outcome.last_seen);
            const std::string place = place_text(*outcome.last_seen, source);
            groups.add(end.empty() ? place : fmt::format("{}, {}", end, place), outcome.rank);
        }
    }
    return groups.sentences();
}

} // namespace loop::runner
