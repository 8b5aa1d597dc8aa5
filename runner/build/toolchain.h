#pragma once

#include "compiler/compiler.h"
#include "runner/build/runtime_library.h"
#include "runner/profile/profile.h"
#include "runner/system/cache.h"
#include "runner/system/installation.h"
#include "runner/system/interrupts.h"
#include "runner/system/logger.h"

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace loop::runner {

/// A built program in the cache.
struct BuiltProgram {
    std::filesystem::path program;
    std::string emitted;              ///< the C++ text
    std::vector<std::string> command; ///< how it was compiled
};

/// Builds programs for one machine: the runtime library once, each program once, by content.
class Toolchain {
public:
    /// Failure (BuildFailed) if the profile's compiler is not installed.
    Toolchain(const Installation& installation, const MachineProfile& profile, const Cache& cache,
              Interrupts& interrupts, Logger logger);

    /// Failure (BuildFailed) carries the compiler's messages with their `.loop` lines.
    BuiltProgram build(const compiler::Compilation& compilation);

    /// Where the program is, or would be, in the cache, and the command that builds it. Starts nothing.
    BuiltProgram planned(const compiler::Compilation& compilation) const;

private:
    std::vector<std::filesystem::path> archives_of(const std::filesystem::path& entry) const;
    std::vector<std::string> compile_only(const compiler::Compilation& compilation,
                                          const std::filesystem::path& text,
                                          const std::filesystem::path& object) const;
    std::vector<std::string> libraries(const compiler::Compilation& compilation,
                                       const std::vector<std::filesystem::path>& archives) const;
    RuntimeLibrary::Parts parts_needed(const std::filesystem::path& object);
    void refuse_unless_good(const ExitStatus& result, const std::string& messages,
                            const compiler::Compilation& compilation) const;
    void build_program(const compiler::Compilation& compilation, const BuiltProgram& plan);
    void find_blas();
    void find_caret_option();
    /// The compiler's arguments that try a choice on a source file.
    using Attempt = std::function<std::vector<std::string>(const std::string& choice,
                                                           const std::filesystem::path& probe)>;
    /// The first choice with which the profile's compiler takes a file of this text, once for each compiler;
    /// empty: none.
    std::string first_accepted(const std::string& what, const std::vector<std::string>& choices,
                               const std::string& text, const Attempt& attempt);
    /// The profile's compiler and flags, and where <loop/loop.h> is.
    std::vector<std::string> compile_arguments() const;
    std::string program_key(const compiler::Compilation& compilation, const std::string& emitted) const;
    /// One command equivalent to build_program(), for repeating the build.
    std::vector<std::string> command_for(const compiler::Compilation& compilation,
                                         const std::filesystem::path& text,
                                         const std::filesystem::path& program,
                                         const std::vector<std::filesystem::path>& archives) const;

    const Installation& installation_;
    const MachineProfile& profile_;
    const Cache& cache_;
    Interrupts& interrupts_;
    Logger logger_;
    RuntimeLibrary library_;
    std::string identity_;
    std::string runtime_key_;
    std::string blas_ = "openblas"; ///< the library that serves `LIBRARY: cblas`
    /// Suppresses the source lines in compiler messages; empty if the compiler has no such option.
    std::string caret_option_ = "-fno-diagnostics-show-caret";
};

} // namespace loop::runner
