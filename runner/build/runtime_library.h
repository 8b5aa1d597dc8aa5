#pragma once

#include "runner/build/runtime_parts.h"
#include "runner/profile/profile.h"
#include "runner/system/cache.h"
#include "runner/system/installation.h"
#include "runner/system/interrupts.h"
#include "runner/system/logger.h"
#include "runner/system/process.h"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace loop::runner {

/// The runtime library for one machine. Each part is built once for each combination of its content,
/// compiler, and flags, unless the installation contains it prebuilt (`Cache::prebuilt_root`).
class RuntimeLibrary {
public:
    using Parts = std::vector<const RuntimePart*>;

    RuntimeLibrary(const Installation& installation, const MachineProfile& profile, const Cache& cache,
                   Interrupts& interrupts, const Logger& logger, RuntimeKind kind = RuntimeKind::Runtime);

    const RuntimeParts& parts() const { return parts_; }

    /// A hash that identifies all parts, as this compiler and these flags build them.
    std::string key() const;

    /// The path of the part's archive, whether or not it is built already. Does not read it.
    std::filesystem::path archive(const RuntimePart& part) const;

    /// Whether the part is compiled for this host's processor only.
    bool is_of_this_processor(const RuntimePart& part) const;

    /// Builds those `parts` that are missing. Runs the commands `beside` at the same time, writes their
    /// output to `logs`, and returns their exit statuses. Throws Failure (BuildFailed) if a part cannot be
    /// built.
    std::vector<ExitStatus> provide(const Parts& parts, const std::vector<Command>& beside = {},
                                    const std::vector<std::filesystem::path>& logs = {});

    /// Builds `parts` and copies them to `folder`, in the layout of `Cache::prebuilt_root`.
    void deliver(const Parts& parts, const std::filesystem::path& folder);

    /// The path to which deliver() copies the part's archive.
    std::filesystem::path delivered(const RuntimePart& part, const std::filesystem::path& folder) const;

private:
    struct Work;

    std::string key_of(const RuntimePart& part) const { return keys_.at(part.name); }
    std::vector<std::string> flags_for(const RuntimePart& part, const RuntimeUnit& unit,
                                       const std::string& cold_level) const;
    bool is_there(const RuntimePart& part) const;
    void add_units(const RuntimePart& part, const std::filesystem::path& folder, Work& work) const;
    void finish(const RuntimePart& part, const std::filesystem::path& folder) const;

    const Installation& installation_;
    const MachineProfile& profile_;
    const Cache& cache_;
    Cache prebuilt_;
    Interrupts& interrupts_;
    const Logger& logger_;
    RuntimeParts parts_;
    std::map<std::string, std::string> keys_; ///< the keys of parts by their names
};

} // namespace loop::runner
