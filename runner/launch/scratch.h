#pragma once

#include "runner/system/files.h"
#include "runner/system/guardian.h"

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace loop::runner {

/// A folder that is locked while its command runs and removed with this object.
class LockedFolder {
public:
    /// path() is empty if the folder cannot be made.
    explicit LockedFolder(std::filesystem::path path);
    LockedFolder(const LockedFolder&) = delete;
    LockedFolder& operator=(const LockedFolder&) = delete;
    ~LockedFolder();

    const std::filesystem::path& path() const { return path_; }

private:
    std::filesystem::path path_;
    Descriptor lock_;
};

/// Folders on this host that exist as long as a launch; they are removed with everything in them, because
/// killed launchers and ranks do not clean up: Open MPI leaves its session in TMPDIR and its shared memory in
/// /dev/shm.
class Scratch {
public:
    /// Creates a folder in $TMPDIR (or /tmp) and one in /dev/shm, named after the launch. If a folder cannot
    /// be made, the launch uses the system's default instead. If this command is killed, a Guardian removes
    /// them. If that is killed too, the next launch does, once no process of their launches is left; but not
    /// on file systems that other hosts may share.
    explicit Scratch(const std::string& launch_id);

    /// Sets the environment variables that select these folders; shared memory settings of the user or the
    /// profile are kept.
    void add_to(std::map<std::string, std::string>& environment) const;

private:
    std::unique_ptr<Guardian> guardian_; ///< dismissed when the folders are removed
    LockedFolder temporary_, shared_;
};

/// Removes the folders of a launch whose `loop` was killed, if TMPDIR has not changed since. Ignores an
/// invalid `launch_id`.
void remove_scratch(const std::string& launch_id);

} // namespace loop::runner
