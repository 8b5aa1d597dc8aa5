#pragma once

#include "base/formats/run_record.h"
#include "compiler/compiler.h"
#include "runner/system/installation.h"

#include <filesystem>
#include <string>
#include <vector>

/// Writes what was measured as a folder that others can run again: an artifact (docs/bundles.md).
namespace loop::runner {

/// A program on a machine, of which the artifact has a bundle.
struct ArtifactProgram {
    const compiler::Compilation* compilation = nullptr;
    std::filesystem::path headers; ///< the folder of its quoted headers
    std::string machine;           ///< a name or a file
};

/// A run, or a point of a sweep.
struct ArtifactMeasurement {
    std::filesystem::path folder; ///< relative to the folder of the results; empty for a run
    formats::RunRecord record;
    std::size_t program = 0; ///< index into `programs`
};

struct ArtifactRequest {
    std::filesystem::path results; ///< the folder of a run or a sweep
    std::filesystem::path output;  ///< a folder, which must be absent or empty, or a new `.tar.gz` file
    std::vector<ArtifactProgram> programs;
    std::vector<ArtifactMeasurement> measurements; ///< at least one
};

/// Writes the artifact, completely or not at all. Returns the number of places in its appendix that its
/// author must fill in. Nothing is compiled or run. Throws Failure (Usage) if a program cannot be part of a
/// bundle, and (InputOutput) if a file cannot be read or written.
int write_artifact(const ArtifactRequest& request, const Installation& installation);

/// What a run was made with that the artifact's jobs do not repeat: "--map reverse"; empty if there is
/// nothing.
std::string not_repeated(const formats::RunRecord& record);

} // namespace loop::runner
