#pragma once

#include "base/formats/bundle.h"
#include "compiler/compiler.h"
#include "runner/profile/profile.h"
#include "runner/system/installation.h"

#include <filesystem>
#include <string>
#include <vector>

/// A workload as a portable folder that does not need LOOP (docs/bundles.md).
namespace loop::runner {

/// The largest file of a bundle that is read.
constexpr std::size_t file_limit_bytes = std::size_t(64) << 20;

/// Whether a file named in a profile is beside it or below: relative, and without a way up.
bool lies_beside(const std::filesystem::path& file);

struct BundleRequest {
    std::string machine = "local";
    std::filesystem::path output; ///< must be absent or an empty folder
    int ranks = 0;                ///< default number of ranks of the job; 0: from the profile
};

/// Writes the bundle, completely or not at all; the same input gives the same bytes. Nothing is compiled or
/// run. `compilation` must be ok(), `headers` is where its quoted headers lie. Failure (Usage) if something
/// cannot travel, (InputOutput) where it cannot be read or written.
void export_bundle(const compiler::Compilation& compilation, const std::filesystem::path& headers,
                   const Installation& installation, const BundleRequest& request);

/// If a bundle's job.sh wrote `run`: writes its run.json from the files, unless an existing one is newer.
/// Failure (InputOutput) if the files are not those of job.sh. Any other folder is left unchanged.
void complete_bundle_run(const std::filesystem::path& run);

} // namespace loop::runner
