#pragma once

#include "runner/system/files.h"

#include <sys/types.h>

#include <vector>

struct pollfd;

namespace loop::runner {

/// Ends the ranks of a launch on this host with SIGTERM, so that they write their traces first. Until they
/// have ended, all other processes of the launch are stopped (SIGSTOP): MPICH's launcher kills all ranks at
/// once when it receives SIGTERM or when one rank ends before the others.
class GracefulShutdown {
public:
    /// No rank has been signalled.
    GracefulShutdown() = default;
    /// `alive` are the processes of the launch; those also in `ranks` receive SIGTERM. If there are none,
    /// nothing is stopped.
    GracefulShutdown(const std::vector<pid_t>& alive, const std::vector<pid_t>& ranks);

    bool have_ended() const { return handles_.empty(); }
    /// Adds descriptors that become readable when a rank ends.
    void add_to(std::vector<pollfd>& waits) const;
    /// Removes ranks that have ended.
    void update();

private:
    std::vector<Descriptor> handles_;
};

} // namespace loop::runner
