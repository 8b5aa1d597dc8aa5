#pragma once

#include "base/formats/fields.h"

#include <string_view>

/// journal.jsonl of a sweep (docs/sweeps.md): one line per launch, in the order in which they ended.
namespace loop::formats {

inline constexpr const char* journal_file_name = "journal.jsonl";

/// How a launch of a sweep ended.
enum class Outcome { Good, Invalid, Failed, TimedOut, Interrupted, Refused };

inline constexpr std::array<const char*, 6> outcome_names{"good",      "invalid",     "failed",
                                                          "timed out", "interrupted", "refused"};
std::string outcome_text(Outcome outcome);

struct JournalEntry {
    int point = 0; ///< the point's number
    int index = 0; ///< from 1, for warm-ups and other launches separately; never reused
    bool warm_up = false;
    int round = 0;
    std::string id;
    std::string started;
    double seconds = 0; ///< wall clock of the launcher
    Outcome outcome = Outcome::Good;
    std::optional<double> measured_seconds; ///< of a good launch: the time that the sweep measures
    std::vector<std::string> failures;      ///< what went wrong, one sentence each
    /// Of a good launch: the notes of its verdict; none if an older version wrote the journal.
    std::optional<std::vector<std::string>> notes{std::in_place};

    bool is_good() const { return outcome == Outcome::Good; }
    /// The launch's folder, relative to the point's folder.
    std::string folder() const;

    static constexpr auto members = [](auto& fields, auto& self) {
        fields.expected("point", self.point);
        fields.expected("index", self.index);
        fields.expected("warm_up", self.warm_up);
        fields.expected("round", self.round);
        fields.expected("id", self.id);
        fields.expected("started", self.started);
        fields.expected("seconds", self.seconds);
        fields.expected("outcome", self.outcome, outcome_names);
        fields.expected("measured_seconds", self.measured_seconds);
        fields.expected("failures", self.failures);
        fields("notes", self.notes);
        fields.made("folder", [&] { return self.folder(); }); // for readers of the file
    };
};

/// The entry as a line of the journal, with its line end.
std::string line_of(const JournalEntry& entry);

struct ReadJournal {
    std::vector<JournalEntry> entries;
    std::size_t wrong_line = 0; ///< number of the first malformed line, from 1; 0: none
    Problem problem{};          ///< of that line
    std::size_t end = 0;        ///< the offset after the last complete line
};

/// Accepts any text. An incomplete entry counts as failed.
ReadJournal read_journal(std::string_view text, Reader::Texts texts = Reader::Texts::AsTheyAre);

} // namespace loop::formats
