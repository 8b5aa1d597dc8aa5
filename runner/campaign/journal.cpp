#include "runner/campaign/journal.h"

#include "runner/system/failure.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

namespace loop::runner {

namespace fs = std::filesystem;
namespace {

Descriptor opened(const fs::path& path) {
    constexpr int flags = O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC;
    Descriptor file(::open(path.c_str(), flags, 0666));
    struct stat status {};
    const bool is_link = !file.is_open() && errno == ELOOP;
    if (!file.is_open() && !is_link) refuse_file("open", path, errno);
    if (is_link || ::fstat(file.get(), &status) != 0 || !S_ISREG(status.st_mode))
        throw Failure(ExitCode::InputOutput,
                      fmt::format("cannot open `{}`: it is a link, or not a regular file", path.string()),
                      "only loop writes the journal");
    return file;
}

} // namespace

Journal::Journal(fs::path path) : path_(std::move(path)), file_(opened(path_)) {
    if (::flock(file_.get(), LOCK_EX | LOCK_NB) != 0)
        throw Failure(ExitCode::InputOutput,
                      fmt::format("another loop process is working on the sweep in `{}`",
                                  path_.parent_path().string()));
    read();
    // The name of a new file must also survive a power failure.
    const Descriptor folder(::open(path_.parent_path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (folder.is_open()) ::fsync(folder.get());
}

void Journal::read() {
    const std::string text = read_file(path_);
    formats::ReadJournal journal = formats::read_journal(text);
    if (journal.wrong_line != 0)
        throw Failure(ExitCode::InputOutput,
                      fmt::format("{}:{}: not a launch: {}", path_.string(), journal.wrong_line,
                                  journal.problem.text()),
                      "only loop writes the journal; remove the line if you know its origin");
    entries_ = std::move(journal.entries);
    was_torn_ = journal.end < text.size();
    if (was_torn_ && ::ftruncate(file_.get(), static_cast<off_t>(journal.end)) != 0)
        refuse_file("write", path_, errno);
}

void Journal::append(const JournalEntry& entry) {
    write_all(file_.get(), formats::line_of(entry), path_);
    if (::fsync(file_.get()) != 0) refuse_file("write", path_, errno);
    entries_.push_back(entry);
}

} // namespace loop::runner
