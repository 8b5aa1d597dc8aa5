#pragma once

#include "runner/system/cache.h"
#include "runner/system/process.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace loop::runner {

/// The headers that each generated program includes first, compiled once per compiler and flags. A program
/// that uses them takes a third to two thirds of the time to compile.
class PrecompiledHeader {
public:
    /// `compile`: the compiler with all flags and include paths that a program is compiled with. `key` must
    /// change if one of them, the compiler, or the headers change.
    PrecompiledHeader(const Cache& cache, std::vector<std::string> compile, std::string key);

    /// The folder of the compiled header; nothing if it is not made yet, if the compiler cannot make it, or
    /// if it was made from other headers.
    std::optional<std::filesystem::path> find() const;

    /// The compiler's arguments that use the header in `folder`.
    static std::vector<std::string> use(const std::filesystem::path& folder);

    /// The compilation of a header that find() did not find.
    class Making {
    public:
        const Command& command() const { return command_; }
        /// After the command has ended: keeps the header, or that there is none with this compiler. `log`:
        /// the file with the command's output.
        void finish(const ExitStatus& ended, const std::filesystem::path& log) const;

    private:
        friend class PrecompiledHeader;
        Making(const PrecompiledHeader& header, Descriptor lock);

        const PrecompiledHeader& header_;
        Descriptor lock_;
        TemporaryDirectory folder_;
        Command command_;
    };

    /// Null if another process makes it now, or if the compiler could not make it before.
    std::unique_ptr<Making> make() const;

private:
    const Cache& cache_;
    std::vector<std::string> compile_;
    std::string key_;
};

} // namespace loop::runner
