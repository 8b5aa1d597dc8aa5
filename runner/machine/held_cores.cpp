#include "runner/machine/held_cores.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <system_error>
#include <utility>

namespace loop::runner {

namespace fs = std::filesystem;

namespace {

bool is_private(const struct stat& status) {
    return status.st_uid == ::geteuid() && (status.st_mode & S_IWOTH) == 0;
}

/// The folder, made if it is missing, and locked: one command after the other takes or releases cores. Not
/// open if it cannot be used, or belongs to another user.
Descriptor locked_folder(const fs::path& folder) {
    // The command that had the lock may have removed the folder.
    for (int attempt = 0; attempt < 100; ++attempt) {
        ::mkdir(folder.c_str(), 0700);
        Descriptor opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
        struct stat status {};
        if (!opened.is_open() || ::flock(opened.get(), LOCK_EX) != 0 || ::fstat(opened.get(), &status) != 0 ||
            !is_private(status))
            return Descriptor();
        if (status.st_nlink > 0) return opened;
    }
    return Descriptor();
}

std::string file_of(int core) {
    return fmt::format("core-{}", core);
}

Descriptor opened_in(const Descriptor& folder, const std::string& name) {
    const int flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC;
    return Descriptor(folder.is_open() ? ::openat(folder.get(), name.c_str(), flags, 0600) : -1);
}

enum class Lock { Ours, Another, Impossible };

Lock lock(const Descriptor& file) {
    if (!file.is_open()) return Lock::Impossible;
    if (::flock(file.get(), LOCK_EX | LOCK_NB) == 0) return Lock::Ours;
    return errno == EWOULDBLOCK ? Lock::Another : Lock::Impossible;
}

/// Removes the files of cores that nobody holds, also those of commands that were killed, and the folder if
/// no file is left.
void remove_unlocked(const fs::path& path) {
    const Descriptor folder = locked_folder(path);
    if (!folder.is_open()) return;
    std::error_code error;
    for (fs::directory_iterator item(path, error), end; !error && item != end; item.increment(error)) {
        const std::string name = item->path().filename().string();
        if (name.compare(0, 5, "core-") == 0 && lock(opened_in(folder, name)) == Lock::Ours)
            ::unlinkat(folder.get(), name.c_str(), 0);
    }
    ::rmdir(path.c_str());
}

} // namespace

HeldCores::HeldCores(fs::path folder, const std::vector<int>& cores, std::size_t number)
    : folder_(std::move(folder)) {
    hold(cores, number);
    free_ = cores_.size();
    if (free_ < number) release();
}

HeldCores::~HeldCores() {
    release();
}

void HeldCores::hold(const std::vector<int>& cores, std::size_t number) {
    const Descriptor folder = locked_folder(folder_);
    for (const int core : cores) {
        if (cores_.size() == number) return;
        Descriptor file = opened_in(folder, file_of(core));
        const Lock result = lock(file);
        if (result == Lock::Another) continue;
        cores_.push_back(core);
        if (result == Lock::Ours) locks_.push_back(std::move(file));
    }
}

void HeldCores::release() {
    cores_.clear();
    if (locks_.empty()) return;
    for (const Descriptor& file : locks_)
        ::flock(file.get(), LOCK_UN); // a child that has not begun its program may have a copy
    locks_.clear();
    remove_unlocked(folder_);
}

fs::path HeldCores::usual_folder() {
    if (const char* chosen = std::getenv("LOOP_CORES"); chosen != nullptr && *chosen != '\0') return chosen;
    return fmt::format("/dev/shm/loop-cores-{}", ::geteuid());
}

} // namespace loop::runner
