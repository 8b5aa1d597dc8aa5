#pragma once

#include "base/formats/bundle.h"
#include "compiler/compiler.h"
#include "runner/profile/profile.h"
#include "runner/system/installation.h"

#include <filesystem>
#include <string>
#include <vector>

/// Exports a workload as a portable folder that does not need LOOP (docs/bundles.md).
namespace loop::runner {

/// LOOP reads no larger file when it exports a bundle, or from the folder of its run.
constexpr std::size_t file_limit_bytes = std::size_t(64) << 20;

/// Whether a file named in a profile is in the profile's folder or below it: a relative path that does not
/// lead up.
bool is_in_profile_folder(const std::filesystem::path& file);

struct BundleRequest {
    std::string machine = "local";
    std::filesystem::path output; ///< must be absent or an empty folder
    int ranks = 0;                ///< default number of ranks of the job; 0: from the profile
};

/// Writes the bundle, completely or not at all; the same input gives the same bytes. Nothing is compiled or
/// run. `compilation` must be ok(); `headers` is the folder of its quoted headers. Throws Failure (Usage) if
/// something cannot be part of a bundle, and (InputOutput) if a file cannot be read or written.
void export_bundle(const compiler::Compilation& compilation, const std::filesystem::path& headers,
                   const Installation& installation, const BundleRequest& request);

/// If `run` was written by a bundle's job.sh, writes its run.json from the files there, unless run.json is
/// newer than they are. Any other folder is left unchanged. Throws Failure (InputOutput) if the files are not
/// those of job.sh.
void complete_bundle_run(const std::filesystem::path& run);

} // namespace loop::runner
