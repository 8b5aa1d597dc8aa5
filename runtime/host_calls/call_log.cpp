#include "host_calls/call_log.h"

#include "host_calls/wait.h"
#include "output/growing_file.h"
#include "session/concat.h"
#include "session/mpi_state.h"
#include "session/settings.h"
#include "session/simulation.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstring>
#include <string>

namespace loop::runtime::trace {
namespace {

// Simulated ranks share this host's memory, and there may be thousands.
constexpr std::int64_t entries = is_simulated ? call_log_entries / 8 : call_log_entries;
constexpr std::size_t file_bytes = sizeof(CallLogHeader) + entries * sizeof(LoggedCall);

// Writes to each page, so that the program has no page faults for it later.
void touch_pages(char* memory) {
    for (std::size_t at = 0; at < file_bytes; at += 4096)
        *static_cast<volatile char*>(memory + at) = 0;
}

std::string log_path(int rank) {
    return concat(settings().records, "/rank-", rank, ".calls");
}

// The log of a recorded program grows in pieces.
constexpr std::size_t most_bytes = std::size_t{1} << 36;
constexpr std::size_t piece_bytes = std::size_t{1} << 22;

struct GrowingLog {
    GrowingFile file;
    std::size_t first_bytes = 0;

    LoggedCall* end() const { return reinterpret_cast<LoggedCall*>(file.memory() + file.bytes()); }
};
GrowingLog growing;

char* map_growing_file(const std::string& path, std::size_t entries_at_first) {
    growing.first_bytes = entries_at_first * sizeof(LoggedCall) / piece_bytes * piece_bytes + piece_bytes;
    return growing.file.create(path, most_bytes, growing.first_bytes) == 0 ? growing.file.memory() : nullptr;
}

// The last two pieces stay in memory, and what was there at first.
bool add_piece() {
    GrowingFile& file = growing.file;
    if (file.bytes() + piece_bytes > most_bytes || file.extend(piece_bytes) != 0) return false;
    if (file.bytes() >= growing.first_bytes + 3 * piece_bytes)
        file.put_aside(file.bytes() - 3 * piece_bytes, piece_bytes);
    the_call_log.end = growing.end();
    return true;
}

// Returns null if there is no space or no permission: then the run has no log. Neither has a process of the
// same rank that this one starts: it must not cut the file. The file does not stay open, as all ranks of a
// simulation share one limit of open files.
char* map_log_file(const std::string& path) {
    const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    if (file < 0) return nullptr;
    void* memory = MAP_FAILED;
    if (posix_fallocate(file, 0, file_bytes) == 0)
        memory = mmap(nullptr, file_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    ::close(file);
    if (memory != MAP_FAILED) return static_cast<char*>(memory);
    unlink(path.c_str());
    return nullptr;
}

} // namespace

CallLog the_call_log;

void open_call_log(int rank, std::size_t entries_at_first) {
    const Settings& s = settings();
    if (!tells || the_call_log.header != nullptr || s.records.empty() || !s.watched) return;
    the_call_log.grows = s.recorded;
    char* const memory =
        s.recorded ? map_growing_file(log_path(rank), entries_at_first) : map_log_file(log_path(rank));
    if (memory == nullptr) return;
    if (!is_simulated && !s.recorded) touch_pages(memory);
    auto* const header = reinterpret_cast<CallLogHeader*>(memory);
    std::memcpy(header->magic, call_log_magic, sizeof header->magic);
    header->rank = rank;
    the_call_log.header = header;
    the_call_log.next = reinterpret_cast<LoggedCall*>(header + 1);
    the_call_log.end = the_call_log.grows ? growing.end() : the_call_log.next + entries;
}

void open_call_log_late() {
    const bool is_new = the_call_log.header == nullptr;
    open_call_log(the_session.rank);
    if (the_call_log.header == nullptr) return;
    the_call_log.header->ranks = the_session.ranks;
    know_own_channels();
    if (is_new && !the_session.finalise_mpi) // host code may have called MPI before
        miss_in_log(log_misses_messages | log_misses_collectives | log_misses_order);
    if (!is_followed_thread()) miss_in_log(log_misses_threads);
}

// The file is cut to what it holds. The mapping stays, as other threads may still report what is missing.
void close_call_log() {
    CallLog& log = the_call_log;
    if (log.header == nullptr || log.header->closed != 0) return;
    log.next = log.end = nullptr;
    __atomic_store_n(&log.header->closed, 1, __ATOMIC_RELEASE);
    const auto used = static_cast<off_t>(sizeof(CallLogHeader)) +
                      static_cast<off_t>(log.header->calls) * static_cast<off_t>(sizeof(LoggedCall));
    if (::truncate(log_path(log.header->rank).c_str(), used) != 0) return; // it stays long
}

void miss_in_log(std::uint32_t why) {
    if (the_call_log.header != nullptr)
        __atomic_fetch_or(&the_call_log.header->misses, why, __ATOMIC_RELAXED);
}

void continue_log() {
    if (the_call_log.grows && add_piece()) return;
    the_call_log.next = the_call_log.end = nullptr;
    miss_in_log(log_is_full);
}

} // namespace loop::runtime::trace
