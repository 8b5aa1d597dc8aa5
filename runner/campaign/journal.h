#pragma once

#include "runner/system/files.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace loop::runner {

/// One launch of a sweep, as it ended.
struct JournalEntry {
    enum class Outcome { Good, Invalid, Failed, TimedOut, Interrupted, Refused };

    int point = 0; ///< its number
    int index = 0; ///< from 1, among the point's launches of its kind; never used twice
    bool warm_up = false;
    int round = 0;
    std::string id;
    std::string started;
    double seconds = 0; ///< wall clock of the launcher
    Outcome outcome = Outcome::Good;
    std::optional<double> measured_seconds; ///< of a good launch: what the sweep measures
    std::vector<std::string> failures;      ///< what went wrong, one sentence each
    std::vector<std::string> notes{};       ///< of a good launch: what its verdict notes

    bool is_good() const { return outcome == Outcome::Good; }
    /// The folder of the launch, in that of its point.
    std::string folder() const;
};

/// "good", "invalid", "failed", "timed out", "interrupted", "refused".
std::string outcome_text(JournalEntry::Outcome outcome);

/// The journal of a sweep: one JSON line a launch (docs/campaign-format.md), synced before the next one
/// begins.
class Journal {
public:
    /// Opens or creates the file and reads what is there. Half a line at the end, which a crash leaves, is
    /// cut off. Failure (InputOutput) when the file is damaged elsewhere, or another process works with it.
    explicit Journal(std::filesystem::path path);

    const std::vector<JournalEntry>& entries() const { return entries_; }
    void append(const JournalEntry& entry);
    bool was_torn() const { return was_torn_; }

private:
    void read();

    std::filesystem::path path_;
    Descriptor file_;
    std::vector<JournalEntry> entries_;
    bool was_torn_ = false;
};

} // namespace loop::runner
