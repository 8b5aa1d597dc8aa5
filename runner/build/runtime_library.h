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

/// The runtime library of one machine, part by part: each is built once, by its content, the compiler and its
/// flags, unless it was built already by who installed LOOP (`Cache::prebuilt_root`).
class RuntimeLibrary {
public:
    using Parts = std::vector<const RuntimePart*>;

    RuntimeLibrary(const Installation& installation, const MachineProfile& profile, const Cache& cache,
                   Interrupts& interrupts, const Logger& logger);

    const RuntimeParts& parts() const { return parts_; }

    /// Names all parts as they would be built here.
    std::string key() const;

    /// Where the part's archive is, or would be once it is built. Reads nothing of it.
    std::filesystem::path archive(const RuntimePart& part) const;

    /// Whether the part is compiled for the processor that is here.
    bool is_of_this_processor(const RuntimePart& part) const;

    /// Builds those of `parts` that are not there, and runs the commands `beside` at the same time. Returns
    /// how these ended; what they wrote is in `logs`. Failure (BuildFailed) if a part cannot be built.
    std::vector<ExitStatus> provide(const Parts& parts, const std::vector<Command>& beside = {},
                                    const std::vector<std::filesystem::path>& logs = {});

    /// Builds `parts` and puts them under `folder` for others, as `Cache::prebuilt_root` is searched.
    void deliver(const Parts& parts, const std::filesystem::path& folder);

    /// Where deliver() puts the part.
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
    std::map<std::string, std::string> keys_; ///< of parts by their names
};

/// The compiler, its wrapper, or a process that it started.
bool was_killed(const ExitStatus& status, const std::string& messages);

/// A compiler that is killed leaves its temporary files behind: in a folder of LOOP they go with it.
std::map<std::string, std::string> temporary_files_in(const std::filesystem::path& folder);

} // namespace loop::runner
