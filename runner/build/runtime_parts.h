#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

/// The parts of the runtime library, from the file `parts` next to its sources.
namespace loop::runner {

/// One compilation of a part.
struct RuntimeUnit {
    std::string name; ///< name of its files: "base-0"
    bool hot =
        true; ///< compiled with the profile's optimization level; false: with a level that compiles faster
    std::vector<std::string> files; ///< C++ sources, relative to the runtime's folder
};

struct RuntimePart {
    std::string name;
    std::vector<RuntimeUnit> units;
    std::vector<std::string> calls; ///< symbols that only this part defines; `name*`: a prefix
    bool is_base() const { return name == "base"; }
    std::string content; ///< hash of its units, their sources, and the runtime headers that these include
};

/// What a program is linked with: the runtime, or the recorder in its place, with which the program only says
/// what it would communicate.
enum class RuntimeKind { Runtime, Recorder };

/// The parts of a runtime. `base`, which every program needs, is last because the other parts call it.
class RuntimeParts {
public:
    /// Throws Failure (InputOutput) if the file `parts` is missing or invalid, or does not list a source.
    explicit RuntimeParts(const std::filesystem::path& runtime, RuntimeKind kind = RuntimeKind::Runtime);

    const std::vector<RuntimePart>& all() const { return parts_; }
    /// The parts of all() for which `is_meant` returns true.
    std::vector<const RuntimePart*> those(const std::function<bool(const RuntimePart&)>& is_meant) const;

    /// The name of the part that defines a linker symbol; empty if it is in base or not in the runtime.
    std::string part_of(const std::string& symbol) const;

    /// Determines the parts that a program needs, including base, in the order of all(). `symbols` is the
    /// output of `nm -P` for its object file.
    std::vector<const RuntimePart*> needed_by(std::string_view symbols) const;

    /// The calls of MPI and BSPlib in the output of `nm -P` that no part defines, as in the program's text.
    std::vector<std::string> calls_of_no_part(std::string_view symbols) const;

    /// Guesses the needed parts, including base, from the program's C++ text, so that their build can start
    /// early.
    std::vector<const RuntimePart*> guessed_by(const std::string& emitted) const;

    /// Determines the parts, including base, whose functions C++ text may call: it contains their names as
    /// words. Needs no compiler, and may name more parts than needed.
    std::vector<const RuntimePart*> mentioned_in(std::string_view text) const;

private:
    std::vector<RuntimePart> parts_;
};

/// The text of a source file that includes the unit's files.
std::string unit_text(const RuntimeUnit& unit);

} // namespace loop::runner
