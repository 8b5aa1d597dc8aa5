#pragma once

#include "runner/bundle/bundle.h"

#include <string>
#include <vector>

/// Fills in the templates of a bundle's files, which are in the installation folder `bundle`. No side
/// effects.
namespace loop::runner {

/// A source file of the runtime.
struct BundledUnit {
    std::string source;             ///< relative to the bundle
    std::vector<std::string> flags; ///< that follow those of the profile
};

/// Values for the templates.
struct BundleFacts {
    const compiler::ProgramSummary& program;
    const MachineProfile& profile;
    std::string file; ///< the program's file name without `.loop`, as harmless_name() returns it
    int ranks = 0;    ///< 0: the cores of the machine where the job runs
    std::vector<BundledUnit> runtime;
};

/// Each function takes a template and returns the text of the file.
std::string makefile(const std::string& form, const BundleFacts& facts);
std::string cmake_file(const std::string& form, const BundleFacts& facts);
std::string job_script(const std::string& form, const BundleFacts& facts);
std::string readme(const std::string& form, const BundleFacts& facts);

/// Replaces all bytes of a file name that are not safe for shells, make, and CMake by `_`.
std::string harmless_name(const std::string& name);

} // namespace loop::runner
