#include "trace/events_file.h"

#include "output/notes.h"
#include "session/concat.h"
#include "session/lasting.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace loop::runtime::trace {
namespace {

constexpr std::size_t events_piece = std::size_t{1} << 22;

struct EventsFile {
    std::string path; // empty: none is wanted
    int file = -1;
    char* memory = nullptr;
    std::size_t first_bytes = 0;
    std::size_t further_bytes = 0; // at most
    std::size_t bytes = 0;         // of the file, so far
    bool ended = false;

    std::size_t most_bytes() const { return first_bytes + further_bytes; }
};
Lasting<EventsFile> the_file;

std::size_t in_whole_pages(std::size_t bytes) {
    const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    return (bytes + page - 1) / page * page;
}

// Adds to the file and maps what was added. Returns 0 or errno.
int extend_file(std::size_t bytes) {
    EventsFile& f = the_file();
    const int error = posix_fallocate(f.file, static_cast<off_t>(f.bytes), static_cast<off_t>(bytes));
    if (error != 0) return error;
    const void* const piece =
        mmap(f.memory + f.bytes, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED | MAP_POPULATE, f.file,
             static_cast<off_t>(f.bytes));
    if (piece == MAP_FAILED) return errno;
    f.bytes += bytes;
    return 0;
}

// Pieces before the last two leave memory, but stay at their addresses.
int extend_by_piece() {
    EventsFile& f = the_file();
    const int error = extend_file(events_piece);
    if (error == 0 && f.bytes >= f.first_bytes + 3 * events_piece)
        madvise(f.memory + f.bytes - 3 * events_piece, events_piece, MADV_DONTNEED);
    return error;
}

// Returns 0 or errno.
int open_events_file() {
    EventsFile& f = the_file();
    void* const all =
        mmap(nullptr, f.most_bytes(), PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (all == MAP_FAILED) return errno;
    f.memory = static_cast<char*>(all);
    f.file = ::open(f.path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    int error = f.file < 0 ? errno : extend_file(f.first_bytes);
    if (error == 0) return 0;
    munmap(all, f.most_bytes());
    f.memory = nullptr;
    if (f.file >= 0) unlink(f.path.c_str());
    return error;
}

std::string why_no_more(int error) {
    const EventsFile& f = the_file();
    if (error == 0)
        return concat("trace: its events have filled the ", f.further_bytes >> 20,
                      " MiB that they may take on disk (`loop record --disk MIB` gives more)");
    return concat("trace: cannot write more events to `", f.path, "`: ", std::strerror(error));
}

} // namespace

void keep_records_in(const std::string& path, std::uint64_t further_bytes) {
    the_file().path = path;
    the_file().further_bytes = static_cast<std::size_t>(further_bytes) / events_piece * events_piece;
}

void* map_events_file(std::size_t bytes) {
    EventsFile& f = the_file();
    if (f.path.empty()) return nullptr;
    f.first_bytes = in_whole_pages(bytes);
    const int error = open_events_file();
    if (error == 0) return f.memory;
    add_note(concat("trace: cannot keep events in `", f.path, "`: ", std::strerror(error),
                    "; they are only in memory, and lost if the rank is killed"));
    f.path.clear();
    return nullptr;
}

std::size_t most_events_bytes() {
    return the_file().memory == nullptr ? 0 : the_file().most_bytes();
}

std::size_t add_events_piece() {
    EventsFile& f = the_file();
    if (f.memory == nullptr || f.ended) return 0;
    const bool is_at_limit = f.bytes == f.most_bytes();
    const int error = is_at_limit ? 0 : extend_by_piece();
    if (!is_at_limit && error == 0) return f.bytes;
    f.ended = true;
    add_note(why_no_more(error));
    return 0;
}

void remove_events_file() noexcept {
    if (the_file().memory != nullptr) unlink(the_file().path.c_str());
}

} // namespace loop::runtime::trace
