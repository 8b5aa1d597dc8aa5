#pragma once

#include "runner/bundle/bundle.h"

#include <string>
#include <vector>

/// The texts of a bundle, made of the files in the house's folder `bundle`: pure functions.
namespace loop::runner {

/// All that the texts speak of.
struct BundleFacts {
    const compiler::ProgramSummary& program;
    const MachineProfile& profile;
    std::string file;                 ///< the program's file name without `.loop`, harmless everywhere
    int ranks = 0;                    ///< 0: the cores of the machine where the job runs
    std::vector<std::string> runtime; ///< the runtime's sources, relative to the bundle
};

/// Each takes the text with its placeholders, and gives the file.
std::string makefile(const std::string& form, const BundleFacts& facts);
std::string cmake_file(const std::string& form, const BundleFacts& facts);
std::string job_script(const std::string& form, const BundleFacts& facts);
std::string readme(const std::string& form, const BundleFacts& facts);

/// A name for files that no shell, no make and no CMake takes for anything else: other bytes become `_`.
std::string harmless_name(const std::string& name);

} // namespace loop::runner
