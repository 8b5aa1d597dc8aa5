#pragma once

#include "runner/system/files.h"

#include <cstddef>
#include <string>
#include <vector>

namespace loop::runner {

/// Cores of this host that one launch has for itself: other `loop` commands of this user leave them out until
/// this object is destroyed, or its process has ended. Each is the name of a Unix socket without a file, so
/// nothing is left behind.
class HeldCores {
public:
    /// Holds `number` cores: the first ones of `cores` that no other object with the same `set` holds, or
    /// none if fewer are free. Never throws: if names cannot be taken, nobody holds cores.
    HeldCores(const std::string& set, const std::vector<int>& cores, std::size_t number);

    /// Empty if too few are free.
    const std::vector<int>& cores() const { return cores_; }
    /// The number of `cores` that were free, at most as many as were requested.
    std::size_t free() const { return free_; }

    /// $LOOP_CORES, or a name of this user.
    static std::string usual_set();

private:
    std::vector<int> cores_;
    std::vector<Descriptor> names_;
    std::size_t free_ = 0;
};

} // namespace loop::runner
