#include "runner/launch/scratch.h"

#include "runner/launch/orphans.h"
#include "runner/system/files.h"

#include <fcntl.h>
#include <linux/magic.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <utility>

namespace loop::runner {

namespace fs = std::filesystem;

namespace {

/// Folders for the shared memory of Open MPI's components: point-to-point (versions 4, then 5), one-sided.
constexpr std::array of_shared_memory{
    "OMPI_MCA_btl_vader_backing_directory", "OMPI_MCA_btl_sm_backing_directory",
    "OMPI_MCA_osc_sm_backing_directory", "OMPI_MCA_osc_rdma_backing_directory"};
constexpr const char* of_temporary_files = "TMPDIR";
constexpr const char* shared_memory = "/dev/shm";
const std::string prefix = "loop-";
constexpr std::size_t id_length = 16;

bool is_launch_id(const std::string& text) {
    return text.size() == id_length && text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

fs::path named(const fs::path& parent, const std::string& launch_id) {
    return parent / (prefix + launch_id);
}

void empty_and_remove(const fs::path& path) {
    std::error_code ignored;
    if (!path.empty()) fs::remove_all(path, ignored);
}

Descriptor opened(const fs::path& folder) {
    return Descriptor(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
}

/// Whether the open folder is the one at `path` and belongs to this user.
bool is_at(const Descriptor& folder, const fs::path& path) {
    struct stat open_one {
    }, named_one{};
    return ::fstat(folder.get(), &open_one) == 0 && ::lstat(path.c_str(), &named_one) == 0 &&
           open_one.st_dev == named_one.st_dev && open_one.st_ino == named_one.st_ino &&
           open_one.st_uid == ::geteuid();
}

/// Whether the file system is local to this host: locks and /proc cover this host only.
bool is_of_this_host(const fs::path& folder) {
    constexpr std::array<unsigned long, 8> local{EXT4_SUPER_MAGIC, XFS_SUPER_MAGIC,  BTRFS_SUPER_MAGIC,
                                                 TMPFS_MAGIC,      F2FS_SUPER_MAGIC, OVERLAYFS_SUPER_MAGIC,
                                                 RAMFS_MAGIC,      0x2fc12fc1 /* ZFS */};
    struct statfs system {};
    return ::statfs(folder.c_str(), &system) == 0 &&
           std::find(local.begin(), local.end(), static_cast<unsigned long>(system.f_type)) != local.end();
}

/// Removes folders of launches in `parent` whose command has exited and that no process names in `variable`.
void remove_abandoned(const fs::path& parent, const std::string& variable) {
    if (!is_of_this_host(parent)) return;
    std::error_code error;
    for (fs::directory_iterator item(parent, error), end; !error && item != end; item.increment(error)) {
        const std::string name = item->path().filename().string();
        if (name.compare(0, prefix.size(), prefix) != 0 || !is_launch_id(name.substr(prefix.size())))
            continue;
        const Descriptor folder = opened(item->path());
        if (!folder.is_open() || !is_at(folder, item->path()) ||
            ::flock(folder.get(), LOCK_EX | LOCK_NB) != 0)
            continue;
        if (processes_of_launch(0, variable + "=" + item->path().string()).empty())
            empty_and_remove(item->path());
    }
}

} // namespace

LockedFolder::LockedFolder(fs::path path) {
    // Until it is locked, another process may consider the folder abandoned and remove it.
    for (int attempt = 0; attempt < 3; ++attempt) {
        if (::mkdir(path.c_str(), 0700) != 0) return;
        lock_ = opened(path);
        // On a file system without locks, no other process gets a lock either.
        if (lock_.is_open()) ::flock(lock_.get(), LOCK_EX);
        if (!lock_.is_open() || !is_at(lock_, path)) continue;
        path_ = std::move(path);
        return;
    }
}

LockedFolder::~LockedFolder() {
    empty_and_remove(path_);
}

Scratch::Scratch(const std::string& launch_id)
    : temporary_(named(temporary_root(), launch_id)), shared_(named(shared_memory, launch_id)) {
    remove_abandoned(temporary_root(), of_temporary_files);
    remove_abandoned(shared_memory, of_shared_memory[0]);
    std::vector<fs::path> made;
    for (const LockedFolder* folder : {&temporary_, &shared_})
        if (!folder->path().empty()) made.push_back(folder->path());
    guardian_ = std::make_unique<Guardian>(removal_of(made));
}

void Scratch::add_to(std::map<std::string, std::string>& environment) const {
    if (!temporary_.path().empty()) environment.emplace(of_temporary_files, temporary_.path().string());
    if (shared_.path().empty()) return;
    for (const char* name : of_shared_memory)
        if (std::getenv(name) == nullptr) environment.emplace(name, shared_.path().string());
}

void remove_scratch(const std::string& launch_id) {
    if (!is_launch_id(launch_id)) return;
    empty_and_remove(named(temporary_root(), launch_id));
    empty_and_remove(named(shared_memory, launch_id));
}

} // namespace loop::runner
