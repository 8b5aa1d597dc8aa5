#pragma once

#include "runner/system/files.h"

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace loop::runner {

/// Cores of this host that one launch has for itself: other `loop` commands of this user leave them out until
/// this object is destroyed, or its process has ended.
class HeldCores {
public:
    /// Locks a file in `folder` for each of `number` cores: the first ones of `cores` that no other object
    /// holds, or none if fewer are free. The files, and
    /// the folder, are removed when nobody holds cores. Never throws: if the folder cannot be used, nobody
    /// holds cores.
    HeldCores(std::filesystem::path folder, const std::vector<int>& cores, std::size_t number);
    HeldCores(HeldCores&&) noexcept = default;
    HeldCores& operator=(HeldCores&&) = delete;
    ~HeldCores();

    /// Empty if too few are free.
    const std::vector<int>& cores() const { return cores_; }
    /// The number of `cores` that were free.
    std::size_t free() const { return free_; }

    /// $LOOP_CORES, or a folder of this user in /dev/shm.
    static std::filesystem::path usual_folder();

private:
    void hold(const std::vector<int>& cores, std::size_t number);
    void release();

    std::filesystem::path folder_;
    std::vector<int> cores_;
    std::vector<Descriptor> locks_;
    std::size_t free_ = 0;
};

} // namespace loop::runner
