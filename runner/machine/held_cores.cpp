#include "runner/machine/held_cores.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>

namespace loop::runner {

namespace fs = std::filesystem;

namespace {

/// The folder, made if it is missing; not open unless it belongs to this user.
Descriptor folder_of_user(const fs::path& folder) {
    ::mkdir(folder.c_str(), 0700);
    Descriptor opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    struct stat status {};
    const bool is_ours = opened.is_open() && ::fstat(opened.get(), &status) == 0 &&
                         status.st_uid == ::geteuid() && (status.st_mode & S_IWOTH) == 0;
    return is_ours ? std::move(opened) : Descriptor();
}

enum class Lock { Ours, Another, Impossible };

Lock lock(const Descriptor& file) {
    if (!file.is_open()) return Lock::Impossible;
    if (::flock(file.get(), LOCK_EX | LOCK_NB) == 0) return Lock::Ours;
    return errno == EWOULDBLOCK ? Lock::Another : Lock::Impossible;
}

} // namespace

HeldCores::HeldCores(const fs::path& folder, const std::vector<int>& cores, std::size_t number) {
    hold(folder, cores, number);
    free_ = cores_.size();
    if (free_ < number) release();
}

HeldCores::~HeldCores() {
    release();
}

void HeldCores::hold(const fs::path& folder, const std::vector<int>& cores, std::size_t number) {
    const Descriptor gate = folder_of_user(folder);
    // One command after the other: two that each hold a part would leave cores unused.
    if (gate.is_open()) ::flock(gate.get(), LOCK_EX);
    for (const int core : cores) {
        if (cores_.size() == number) return;
        Descriptor file(gate.is_open() ? ::openat(gate.get(), fmt::format("core-{}", core).c_str(),
                                                  O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600)
                                       : -1);
        const Lock result = lock(file);
        if (result == Lock::Another) continue;
        cores_.push_back(core);
        if (result == Lock::Ours) locks_.push_back(std::move(file));
    }
}

void HeldCores::release() {
    for (const Descriptor& file : locks_)
        ::flock(file.get(), LOCK_UN); // a child that has not begun its program may have a copy
    locks_.clear();
    cores_.clear();
}

fs::path HeldCores::usual_folder() {
    if (const char* chosen = std::getenv("LOOP_CORES"); chosen != nullptr && *chosen != '\0') return chosen;
    return fmt::format("/dev/shm/loop-cores-{}", ::geteuid());
}

} // namespace loop::runner
