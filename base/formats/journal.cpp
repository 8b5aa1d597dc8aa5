#include "base/formats/journal.h"

#include <fmt/core.h>

namespace loop::formats {

std::string outcome_text(Outcome outcome) {
    return outcome_names[static_cast<std::size_t>(outcome)];
}

std::string JournalEntry::folder() const {
    return fmt::format("{}-{}", warm_up ? "warm-up" : "launch", index);
}

std::string line_of(const JournalEntry& entry) {
    return to_json(entry).dump() + "\n";
}

ReadJournal read_journal(std::string_view text, Reader::Texts texts) {
    ReadJournal journal;
    std::size_t line = 1;
    for (std::size_t end = 0; (end = text.find('\n', journal.end)) != std::string_view::npos; ++line) {
        const Json json = Json::parse_or_discard(text.substr(journal.end, end - journal.end));
        JournalEntry entry;
        entry.outcome = Outcome::Failed;
        entry.notes.reset();
        Problems problems;
        Reader reader(json, problems, texts);
        JournalEntry::members(reader, entry);
        journal.entries.push_back(std::move(entry));
        journal.end = end + 1;
        if (problems.empty() || journal.wrong_line != 0) continue;
        journal.wrong_line = line;
        journal.problem = problems.front();
    }
    return journal;
}

} // namespace loop::formats
