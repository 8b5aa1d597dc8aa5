#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace loop::runner {

/// Folders on this host that live as long as a launch: whatever its launcher and its ranks leave in them goes with
/// it. Killed ones tidy up nothing; Open MPI then leaves its session in TMPDIR, and its memory in /dev/shm for ever.
class Scratch {
public:
    /// A folder in $TMPDIR (or /tmp) and one in /dev/shm, named after the launch. Where one cannot be made there is
    /// none: the launch then uses what it would use without us.
    explicit Scratch(const std::string& launch_id);
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;
    ~Scratch();

    /// Adds the variables that lead there; what the user or the profile has set for shared memory stays.
    void add_to(std::map<std::string, std::string>& environment) const;

private:
    std::filesystem::path temporary_, shared_; ///< empty: none
};

/// Removes what a launch has left whose `loop` was killed, where TMPDIR is what it was then. A `launch_id` that is
/// none is ignored.
void remove_scratch(const std::string& launch_id);

} // namespace loop::runner
