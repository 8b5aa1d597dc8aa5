#pragma once

#include "runner/system/files.h"

#include <sys/types.h>

#include <filesystem>
#include <string>
#include <vector>

/// Cleans up after this command if it is killed (SIGKILL): it can do nothing then.
namespace loop::runner {

/// A small process in a session of its own, which waits for the end of this command and then runs another
/// command. The destructor dismisses it. Whoever kills it too, or the whole host, leaves everything as it is.
class Guardian {
public:
    /// `command` is searched in PATH and runs in the current folder, without output. If no process can be
    /// created, there is no guardian.
    explicit Guardian(const std::vector<std::string>& command);
    Guardian(const Guardian&) = delete;
    Guardian& operator=(const Guardian&) = delete;
    ~Guardian();

private:
    pid_t id_ = -1;
    Descriptor lifeline_; ///< the guardian reads the other end
};

/// The command that removes folders, also while ending processes still write to them.
std::vector<std::string> removal_of(const std::vector<std::filesystem::path>& folders);

} // namespace loop::runner
