#include "session/status.h"

#include "session/failure.h"
#include "session/settings.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace loop::runtime {
namespace {

RankStatus initial_status(int rank) {
    RankStatus status{};
    std::memcpy(status.magic, rank_status_magic, sizeof status.magic);
    status.rank = rank;
    status.lifecycle = static_cast<std::int32_t>(RankState::Starting);
    status.pid = getpid();
    return status;
}

// Constant-initialized, as a Program's constructor may run first.
constexpr RankStatus nobodys_status() {
    RankStatus status{};
    for (std::size_t i = 0; i < sizeof status.magic; ++i)
        status.magic[i] = rank_status_magic[i];
    status.rank = -1;
    status.lifecycle = static_cast<std::int32_t>(RankState::Starting);
    return status;
}
RankStatus private_status = nobodys_status();
int mapped_rank = -1;

std::string status_path(int rank) {
    return concat(settings().records, "/rank-", rank, ".status");
}

// Reserves the space before the file is mapped, so that a full disk is an error here and not a SIGBUS later.
RankStatus* map_file(const std::string& path) {
    const int file = open(path.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    if (file < 0) fail_output(path, errno);
    const int reserved = posix_fallocate(file, 0, sizeof(RankStatus));
    if (reserved != 0) fail_output(path, reserved);
    void* memory = mmap(nullptr, sizeof(RankStatus), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (memory == MAP_FAILED) fail_output(path, errno);
    close(file);
    return static_cast<RankStatus*>(memory);
}

// A folder that the user names may contain the files of an earlier start, which must not pass for those of
// this one. (`loop run` names new folders. There, the files may be those of this process's parent.)
void remove_earlier_files(int rank) {
    const std::string stem = concat(settings().records, "/rank-", rank);
    for (const char* end : {".json", ".trace", ".exception"})
        unlink((stem + end).c_str());
}

} // namespace

RankStatus* the_status = &private_status;

int status_rank() {
    return mapped_rank;
}

void require_records_directory() {
    const std::string& directory = settings().records;
    struct stat info {};
    if (mkdir(directory.c_str(), 0755) == 0 || errno == EEXIST) {
        if (stat(directory.c_str(), &info) != 0) fail_output(directory, errno);
        if (!S_ISDIR(info.st_mode)) fail_output(directory, ENOTDIR);
        return;
    }
    fail_output(directory, errno);
}

void open_status(int rank) {
    require_records_directory();
    if (settings().by_hand) remove_earlier_files(rank);
    RankStatus* status = map_file(status_path(rank));
    *status = initial_status(rank);
    the_status = status;
    mapped_rank = rank;
}

const RankStatus* map_status(int rank) {
    const int file = open(status_path(rank).c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) return nullptr;
    void* memory = MAP_FAILED;
    if (lseek(file, 0, SEEK_END) >= static_cast<off_t>(sizeof(RankStatus)))
        memory = mmap(nullptr, sizeof(RankStatus), PROT_READ, MAP_SHARED, file, 0);
    close(file);
    return memory == MAP_FAILED ? nullptr : static_cast<const RankStatus*>(memory);
}

void tell_crash_flush() noexcept {
    if (static_cast<RankState>(the_status->lifecycle) <= RankState::InConstruct)
        the_status->detail = has_told;
}

void end_status(RankState state, int detail) noexcept {
    const auto now = static_cast<RankState>(the_status->lifecycle);
    const bool ended = now > RankState::InConstruct;
    // \CLOSE0 replaces a signal that host code has survived. A signal or abort after \CLOSE0 replaces Closed.
    const bool dies_late =
        now == RankState::Closed && (state == RankState::Signalled || state == RankState::Aborted);
    if (ended && state != RankState::Closed && !dies_late) return;
    the_status->detail = detail;
    the_status->lifecycle = static_cast<std::int32_t>(state);
}

} // namespace loop::runtime
