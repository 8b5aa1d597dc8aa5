#include "trace/spill.h"

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

constexpr std::size_t spilled_bytes = std::size_t{1} << 22;

struct Spill {
    std::string path;
    std::size_t limit = 0; // of the file; 0: nothing is spilled
    int file = -1;
    char* memory = nullptr; // the file's bytes follow it
    std::size_t memory_bytes = 0;
    std::size_t file_bytes = 0;
    bool ended = false;
};
Lasting<Spill> the_spill;

std::size_t in_whole_pages(std::size_t bytes) {
    const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    return (bytes + page - 1) / page * page;
}

bool is_file_open() {
    Spill& s = the_spill();
    if (s.file >= 0) return true;
    s.file = ::open(s.path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (s.file < 0) return false;
    unlink(s.path.c_str());
    return true;
}

// Returns 0 or errno. Pieces before the last two leave memory, but stay at their addresses.
int add_piece_of_file() {
    Spill& s = the_spill();
    if (!is_file_open()) return errno;
    const int error = posix_fallocate(s.file, static_cast<off_t>(s.file_bytes), spilled_bytes);
    if (error != 0) return error;
    char* const piece = s.memory + s.memory_bytes + s.file_bytes;
    if (mmap(piece, spilled_bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED | MAP_POPULATE, s.file,
             static_cast<off_t>(s.file_bytes)) == MAP_FAILED)
        return errno;
    if (s.file_bytes >= 2 * spilled_bytes) madvise(piece - 2 * spilled_bytes, spilled_bytes, MADV_DONTNEED);
    s.file_bytes += spilled_bytes;
    return 0;
}

std::string why_no_more(int error) {
    const Spill& s = the_spill();
    if (error == 0)
        return concat("trace: its events have filled the ", s.limit >> 20,
                      " MiB that they may take on disk (`loop record --disk MIB` gives more)");
    return concat("trace: cannot write more events to `", s.path, "`: ", std::strerror(error));
}

} // namespace

void let_spill(std::uint64_t bytes, const std::string& path) {
    the_spill().limit = static_cast<std::size_t>(bytes) / spilled_bytes * spilled_bytes;
    the_spill().path = path;
}

void* reserve_with_spill(std::size_t bytes) {
    Spill& s = the_spill();
    if (s.limit == 0) return nullptr;
    s.memory_bytes = in_whole_pages(bytes);
    const std::size_t both = s.memory_bytes + s.limit;
    void* const all = mmap(nullptr, both, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (all == MAP_FAILED) return nullptr;
    if (mprotect(all, s.memory_bytes, PROT_READ | PROT_WRITE) == 0) {
        s.memory = static_cast<char*>(all);
        return all;
    }
    munmap(all, both);
    return nullptr;
}

std::size_t reserved_bytes() {
    const Spill& s = the_spill();
    return s.memory == nullptr ? 0 : s.memory_bytes + s.limit;
}

std::size_t add_spilled_piece() {
    Spill& s = the_spill();
    if (s.memory == nullptr || s.ended) return 0;
    const bool is_at_limit = s.file_bytes == s.limit;
    const int error = is_at_limit ? 0 : add_piece_of_file();
    if (!is_at_limit && error == 0) return s.memory_bytes + s.file_bytes;
    s.ended = true;
    add_note(why_no_more(error));
    return 0;
}

} // namespace loop::runtime::trace
