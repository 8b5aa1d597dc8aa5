#pragma once

#include "compiler/compiler.h"
#include "runner/build/precompiled_header.h"
#include "runner/build/runtime_library.h"
#include "runner/profile/profile.h"
#include "runner/system/cache.h"
#include "runner/system/installation.h"
#include "runner/system/interrupts.h"
#include "runner/system/logger.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace loop::runner {

/// A built program in the cache.
struct BuiltProgram {
    std::filesystem::path program;
    std::string emitted;              ///< the generated C++
    std::vector<std::string> command; ///< the command that compiled it
};

/// Builds programs for one machine. The runtime library and each program are built again only if what they
/// are built from changes.
class Toolchain {
public:
    /// Throws Failure (BuildFailed) if the profile's compiler is not installed.
    Toolchain(const Installation& installation, const MachineProfile& profile, const Cache& cache,
              Interrupts& interrupts, Logger logger, RuntimeKind kind = RuntimeKind::Runtime);

    /// Builds the program. Throws Failure (BuildFailed) with the compiler's messages and their `.loop` lines.
    BuiltProgram build(const compiler::Compilation& compilation);

    /// What a program that is built depends on (runner/build/dependencies).
    static std::string dependencies_of(const BuiltProgram& built);

    /// The path of the program in the cache, whether or not it is built already, and the command that builds
    /// it. Starts nothing.
    BuiltProgram planned(const compiler::Compilation& compilation) const;

private:
    struct CompiledFiles {
        std::filesystem::path text, object;
        std::filesystem::path temporary; ///< a folder for what the compiler writes meanwhile
    };

    std::vector<std::filesystem::path> archives_of(const std::filesystem::path& entry) const;
    std::vector<std::string> compile_only(const compiler::Compilation& compilation,
                                          const CompiledFiles& files,
                                          const std::optional<std::filesystem::path>& header) const;
    std::vector<std::string> list_headers(const compiler::Compilation& compilation,
                                          const CompiledFiles& files) const;
    std::string record_of(const compiler::Compilation& compilation, const std::filesystem::path& program,
                          const std::string& emitted) const;
    ExitStatus compile(const compiler::Compilation& compilation, const std::string& emitted,
                       const CompiledFiles& files, const std::filesystem::path& log);
    std::vector<std::string> libraries(const compiler::Compilation& compilation,
                                       const std::vector<std::filesystem::path>& archives) const;
    RuntimeLibrary::Parts parts_needed(const std::filesystem::path& object);
    void refuse_unknown_calls(const std::string& symbols) const;
    void refuse_unless_good(const ExitStatus& result, const std::string& messages,
                            const compiler::Compilation& compilation) const;
    void build_program(const compiler::Compilation& compilation, const BuiltProgram& plan);
    void find_blas();
    void find_caret_option();
    /// Returns the compiler's arguments to try a choice on a source file.
    using Attempt = std::function<std::vector<std::string>(const std::string& choice,
                                                           const std::filesystem::path& probe)>;
    /// The first choice with which the profile's compiler accepts a file with this text; empty if there is
    /// none. Tested once per compiler.
    std::string first_accepted(const std::string& what, const std::vector<std::string>& choices,
                               const std::string& text, const Attempt& attempt);
    /// The profile's compiler and flags, and after these the flags that the program's `\BUILD` asks for.
    std::vector<std::string> compiler_and_flags(const compiler::Compilation& compilation) const;
    std::vector<std::string> include_path() const;
    /// The same, and the include paths of <loop/loop.h> and of the program.
    std::vector<std::string> compile_arguments(const compiler::Compilation& compilation) const;
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
    RuntimeKind kind_;
    std::unique_ptr<PrecompiledHeader> header_;
    std::string identity_;
    std::string runtime_key_;
    std::string blas_ = "openblas"; ///< the library linked for `LIBRARY: cblas`
    /// Suppresses the source lines in compiler messages; empty if the compiler has no such option.
    std::string caret_option_ = "-fno-diagnostics-show-caret";
};

} // namespace loop::runner
