#pragma once

#include "base/formats/bundle.h"
#include "compiler/compiler.h"
#include "runner/profile/profile.h"
#include "runner/system/house.h"

#include <filesystem>
#include <string>
#include <vector>

/// A workload as a folder that travels without LOOP (docs/bundles.md).
namespace loop::runner {

/// The largest file of a bundle that is read.
constexpr std::size_t file_limit_bytes = std::size_t(64) << 20;

/// Whether a file named in a profile is beside it or below: relative, and without a way up.
bool lies_beside(const std::filesystem::path& file);

struct BundleRequest {
    std::string machine = "local";
    std::filesystem::path output; ///< must be absent or an empty folder
    int ranks = 0;                ///< that the job starts unless told otherwise; 0: as the profile suggests
};

/// Writes the bundle, whole or not at all; the same input gives the same bytes. Nothing is compiled or run.
/// `compilation` must be ok(), `headers` is where its quoted headers lie. Failure (Usage) where something
/// cannot travel, (InputOutput) where it cannot be read or written.
void export_bundle(const compiler::Compilation& compilation, const std::filesystem::path& headers,
                   const House& house, const BundleRequest& request);

/// Where `run` was left by a bundle's job.sh: makes its run.json of what is there, unless that is newer than
/// all of it. Failure (InputOutput) where the files are not what job.sh leaves; any other folder is left alone.
void complete_carried_run(const std::filesystem::path& run);

} // namespace loop::runner
