#pragma once

#include "runner/system/files.h"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace loop::runner {

/// A folder that is locked while its command runs and removed with this object.
class LockedFolder {
public:
    /// `path` is empty afterwards where the folder cannot be made.
    explicit LockedFolder(std::filesystem::path path);
    LockedFolder(const LockedFolder&) = delete;
    LockedFolder& operator=(const LockedFolder&) = delete;
    ~LockedFolder();

    const std::filesystem::path& path() const { return path_; }

private:
    std::filesystem::path path_;
    Descriptor lock_;
};

/// Folders on this host that exist as long as a launch, and are removed with everything in them. Killed
/// launchers and ranks do not clean up: Open MPI leaves its session in TMPDIR and its memory in /dev/shm.
class Scratch {
public:
    /// A folder in $TMPDIR (or /tmp) and one in /dev/shm, named after the launch. Where one cannot be made
    /// there is none: the launch then uses what it would use without us. First removes those of commands that
    /// were killed, once nothing lives any more of their launches;
    /// not where other hosts may share the file system.
    explicit Scratch(const std::string& launch_id);

    /// Adds the variables that lead there; what the user or the profile has set for shared memory stays.
    void add_to(std::map<std::string, std::string>& environment) const;

private:
    LockedFolder temporary_, shared_;
};

/// Removes what a launch has left whose `loop` was killed, where TMPDIR is what it was then. A `launch_id`
/// that is none is ignored.
void remove_scratch(const std::string& launch_id);

} // namespace loop::runner
