#pragma once

#include "base/formats/journal.h"
#include "runner/system/files.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace loop::runner {

using formats::JournalEntry;

/// The journal of a sweep: one JSON line per launch (docs/sweeps.md), synced to disk before the next
/// launch begins.
class Journal {
public:
    /// Opens or creates the file and reads its entries. An incomplete last line, which a crash leaves, is cut
    /// off. Throws Failure (InputOutput) if the file is damaged elsewhere or another process uses it.
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
