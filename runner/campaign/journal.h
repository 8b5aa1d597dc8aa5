#pragma once

#include "base/formats/journal.h"
#include "runner/system/files.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace loop::runner {

using formats::JournalEntry;

/// The journal of a sweep: one JSON line a launch (docs/campaign-format.md), synced before the next one
/// begins.
class Journal {
public:
    /// Opens or creates the file and reads what is there. Half a line at the end, which a crash leaves, is
    /// cut off. Failure (InputOutput) if the file is damaged elsewhere, or another process works with it.
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
