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
    std::string name;               ///< of its files: "base-0"
    bool hot = true;                ///< as the machine's profile says; else with less of the optimiser's time
    std::vector<std::string> files; ///< C++ sources, relative to the runtime's folder
};

struct RuntimePart {
    std::string name;
    std::vector<RuntimeUnit> units;
    std::vector<std::string> calls; ///< functions and variables that only it has; `name*`: all that begin so
    bool is_base() const { return name == "base"; }
    std::string content; ///< hash of its units, its sources and all headers of the runtime that they include
};

/// The parts of a runtime; `base`, which every program needs, is last because the others call it.
class RuntimeParts {
public:
    /// Failure (InputOutput) if the file is missing, broken, or forgets a source.
    explicit RuntimeParts(const std::filesystem::path& runtime);

    const std::vector<RuntimePart>& all() const { return parts_; }
    /// Those of all() that are meant.
    std::vector<const RuntimePart*> those(const std::function<bool(const RuntimePart&)>& is_meant) const;

    /// The part of a function or variable by its linker symbol; empty: base, or not of the runtime.
    std::string part_of(const std::string& symbol) const;

    /// Those that `nm -P` of a program's object file asks for, base among them, in the order of all().
    std::vector<const RuntimePart*> needed_by(std::string_view symbols) const;

    /// Those that a program seems to need by its text, base among them: a guess, for starting early.
    std::vector<const RuntimePart*> guessed_by(const std::string& emitted) const;

private:
    std::vector<RuntimePart> parts_;
};

/// The text of a source that includes the unit's files.
std::string unit_text(const RuntimeUnit& unit);

} // namespace loop::runner
