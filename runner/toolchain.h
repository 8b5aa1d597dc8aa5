#pragma once

#include "runner/cache.h"
#include "runner/house.h"
#include "runner/interrupts.h"
#include "runner/profile.h"

#include <compiler.h>

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace loop::runner {

/// Words for the user while something slow happens.
struct Say {
    std::function<void(const std::string&)> line;     ///< one line of ours
    std::function<void(const std::string&)> messages; ///< another program's text, as it is
};

/// A program that is ready to be launched, in the cache.
struct BuiltProgram {
    std::filesystem::path program;
    std::string emitted;              ///< the C++ text
    std::vector<std::string> command; ///< how it was compiled
};

/// Builds programs for one machine: the runtime library once, each program once, by content.
class Toolchain {
public:
    /// Failure (BuildFailed) when the profile's compiler is not installed.
    Toolchain(const House& house, const MachineProfile& profile, const Cache& cache, Interrupts& interrupts,
              Say say);

    /// Failure (BuildFailed) carries the compiler's messages with their `.loop` lines.
    BuiltProgram build(const compiler::Compilation& compilation);

    /// Where the program is, or would be, in the cache, and the command that builds it. Starts nothing.
    BuiltProgram planned(const compiler::Compilation& compilation) const;

private:
    std::filesystem::path library_path() const;
    std::vector<std::string> library_arguments() const;
    void ensure_runtime();
    void build_runtime(const std::filesystem::path& folder);
    void build_program(const compiler::Compilation& compilation, const BuiltProgram& plan);
    void find_blas();
    void find_caret_option();
    /// The compiler's arguments that try a choice on a source file.
    using Attempt = std::function<std::vector<std::string>(const std::string& choice,
                                                           const std::filesystem::path& probe)>;
    /// The first choice with which the profile's compiler takes a file of this text, once for each compiler; empty: none.
    std::string first_accepted(const std::string& what, const std::vector<std::string>& choices,
                               const std::string& text, const Attempt& attempt);
    /// The profile's compiler and flags, and where <loop/loop.h> is.
    std::vector<std::string> compile_arguments() const;
    std::string program_key(const compiler::Compilation& compilation, const std::string& emitted) const;
    std::vector<std::string> command_for(const compiler::Compilation& compilation,
                                         const std::filesystem::path& text,
                                         const std::filesystem::path& program) const;

    const House& house_;
    const MachineProfile& profile_;
    const Cache& cache_;
    Interrupts& interrupts_;
    Say say_;
    std::string identity_;
    std::string runtime_key_;
    std::string blas_ = "openblas"; ///< the library that serves `LIBRARY: cblas`
    /// With which the compiler leaves it to us to show lines; empty where it knows none.
    std::string caret_option_ = "-fno-diagnostics-show-caret";
};

} // namespace loop::runner
