#pragma once

#include "runner/bundle/bundle.h"

#include <string>
#include <vector>

/// The texts of a bundle, made of the files in the installation folder `bundle`: pure functions.
namespace loop::runner {

/// Values for the texts.
struct BundleFacts {
    const compiler::ProgramSummary& program;
    const MachineProfile& profile;
    std::string file;                 ///< the program's file name without `.loop`, harmless everywhere
    int ranks = 0;                    ///< 0: the cores of the machine where the job runs
    std::vector<std::string> runtime; ///< the runtime's sources, relative to the bundle
};

/// Each takes a template and returns the text of the file.
std::string makefile(const std::string& form, const BundleFacts& facts);
std::string cmake_file(const std::string& form, const BundleFacts& facts);
std::string job_script(const std::string& form, const BundleFacts& facts);
std::string readme(const std::string& form, const BundleFacts& facts);

/// A file name that is safe for shells, make and CMake: other bytes become `_`.
std::string harmless_name(const std::string& name);

} // namespace loop::runner
