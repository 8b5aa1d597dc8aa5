#pragma once

#include "runner/system/files.h"

#include <sys/types.h>

#include <vector>

struct pollfd;

namespace loop::runner {

/// The ranks of a launch on this host, asked to end (SIGTERM: they write their traces first). Until they have
/// ended, everything else of the launch is stopped (SIGSTOP): MPICH's launcher kills all ranks at once when
/// it is asked to end, and when one rank has ended before the others.
class AskedRanks {
public:
    /// Nothing was asked.
    AskedRanks() = default;
    /// `alive` are the processes of the launch; those that are in `ranks` too are asked. Where none is,
    /// nothing is stopped either.
    AskedRanks(const std::vector<pid_t>& alive, const std::vector<pid_t>& ranks);

    bool have_ended() const { return handles_.empty(); }
    /// Adds what becomes readable when one ends.
    void add_to(std::vector<pollfd>& waits) const;
    /// Forgets those that have ended.
    void update();

private:
    std::vector<Descriptor> handles_;
};

} // namespace loop::runner
