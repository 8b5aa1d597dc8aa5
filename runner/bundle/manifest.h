#pragma once

#include "runner/profile/profile.h"
#include "runner/run/run_record.h"

#include <filesystem>
#include <string>

/// bundle.json: what `loop report` has to know of a bundle to tell about its runs (docs/bundles.md).
namespace loop::runner {

/// The largest file of a bundle that is read.
constexpr std::size_t file_limit_bytes = std::size_t(64) << 20;

constexpr const char* manifest_name = "bundle.json";

struct Manifest {
    SourceFacts source; ///< without the text
    std::string file;   ///< the source's name in the bundle, without `.loop`
    std::string loop;   ///< the version of LOOP that wrote it
};

std::string manifest_text(const compiler::Compilation& compilation, const std::string& file,
                          const MachineProfile& profile);

/// Failure (InputOutput) where `text` is no manifest; `origin` names it.
Manifest read_manifest(const std::string& text, const std::string& origin);

/// Whether a file named in a profile is beside it or below: relative, and without a way up.
bool lies_beside(const std::filesystem::path& file);

} // namespace loop::runner
