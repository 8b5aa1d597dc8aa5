#include "runner/campaign/journal.h"

#include "runner/campaign/json_fields.h"
#include "runner/system/failure.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/file.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

namespace loop::runner {

namespace fs = std::filesystem;
using Outcome = JournalEntry::Outcome;

namespace {

constexpr std::array<const char*, 6> outcome_words{"good",      "invalid",     "failed",
                                                   "timed out", "interrupted", "refused"};

/// The members of a line of the journal.
template <typename Fields, typename Entry>
void name_fields(Fields& fields, Entry& entry) {
    fields("point", entry.point);
    fields("index", entry.index);
    fields("warm_up", entry.warm_up);
    fields("round", entry.round);
    fields("id", entry.id);
    fields("started", entry.started);
    fields("seconds", entry.seconds);
    fields("outcome", entry.outcome, outcome_words);
    fields("measured_seconds", entry.measured_seconds);
    fields("failures", entry.failures);
    fields.added("notes", entry.notes);
}

std::string line_of(const JournalEntry& entry) {
    FieldWriter writer;
    name_fields(writer, entry);
    writer.json["folder"] = entry.folder(); // for readers of the file; it follows from the others
    return writer.json.dump() + "\n";
}

JournalEntry entry_from(const Json& json) {
    JournalEntry entry;
    FieldReader reader(json);
    name_fields(reader, entry);
    return entry;
}

Descriptor opened(const fs::path& path) {
    Descriptor file(::open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666));
    if (!file.is_open())
        throw Failure(ExitCode::InputOutput,
                      fmt::format("cannot open `{}`: {}", path.string(), std::strerror(errno)));
    return file;
}

} // namespace

std::string outcome_text(Outcome outcome) {
    return outcome_words[static_cast<std::size_t>(outcome)];
}

std::string JournalEntry::folder() const {
    return fmt::format("{}-{}", warm_up ? "warm-up" : "launch", index);
}

Journal::Journal(fs::path path) : path_(std::move(path)), file_(opened(path_)) {
    if (::flock(file_.get(), LOCK_EX | LOCK_NB) != 0)
        throw Failure(ExitCode::InputOutput, fmt::format("another loop is working on the sweep in `{}`",
                                                         path_.parent_path().string()));
    read();
    // The name of a new file must survive a power cut as well.
    const Descriptor folder(::open(path_.parent_path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (folder.is_open()) ::fsync(folder.get());
}

void Journal::read() {
    const std::string text = read_file(path_);
    std::size_t begin = 0;
    for (std::size_t line = 1; begin < text.size(); ++line) {
        const std::size_t end = text.find('\n', begin);
        // Only a line with its end has been written whole.
        if (end == std::string::npos) break;
        try {
            entries_.push_back(entry_from(Json::parse(std::string_view(text).substr(begin, end - begin))));
        } catch (const std::exception&) {
            throw Failure(ExitCode::InputOutput, fmt::format("{}:{}: not a launch", path_.string(), line),
                          "the journal is written by loop alone; remove the line if you know what it was");
        }
        begin = end + 1;
    }
    was_torn_ = begin < text.size();
    if (was_torn_ && ::ftruncate(file_.get(), static_cast<off_t>(begin)) != 0)
        throw Failure(ExitCode::InputOutput,
                      fmt::format("cannot write `{}`: {}", path_.string(), std::strerror(errno)));
}

void Journal::append(const JournalEntry& entry) {
    write_all(file_.get(), line_of(entry), path_);
    if (::fsync(file_.get()) != 0)
        throw Failure(ExitCode::InputOutput,
                      fmt::format("cannot write `{}`: {}", path_.string(), std::strerror(errno)));
    entries_.push_back(entry);
}

} // namespace loop::runner
