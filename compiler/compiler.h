#pragma once

#include "diagnostics/diagnostic.h"
#include "source/source.h"

#include <iosfwd>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

/// The compiler as the runner and the command see it. Nothing here runs a program, opens a file or needs MPI;
/// every function is safe on any input: bounded time and memory, problems go to the diagnostics.
namespace loop::compiler {

/// A `\PARAM` of the program.
struct ParameterSummary {
    std::string name;
    std::string type;
    std::string default_text; ///< as written, string quotes removed
    std::string help;
    Range range;
};

/// What others need to know of a checked program.
struct ProgramSummary {
    std::string name;        ///< file name without folder and `.loop`
    std::string description; ///< first sentence of the comment that heads the file, may be empty
    std::string source_hash;
    std::vector<ParameterSummary> parameters;
    bool uses_cblas = false;          ///< a construct asks for `LIBRARY: cblas`
    bool main_has_parameters = false; ///< the program reads its own command line
    bool has_main = false;
};

struct EmitOptions {
    bool line_directives = true;
    std::string machine{}; ///< named in the first lines; empty: for any machine
};

/// A checked program, ready to be written. `summary` is complete only without errors.
class Program;

class Compilation {
public:
    explicit Compilation(Source source);
    Compilation(Compilation&&) noexcept;
    Compilation& operator=(Compilation&&) noexcept;
    ~Compilation();

    const Source& source() const;
    const Diagnostics& diagnostics() const;
    bool ok() const { return !diagnostics().has_errors(); }
    const ProgramSummary& summary() const;

    /// The C++ program. Same source and options, same bytes. Only when ok().
    std::string emit(const EmitOptions& options = {}) const;

    std::string dump_ast() const;
    std::string dump_program() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

/// Parses and checks `source`.
Compilation compile(Source source);

/// The page behind `loop explain`: a construct (`\EXCHANGE` or `EXCHANGE`) or a diagnostic code; empty if
/// there is none.
std::string explain(std::string_view subject);
/// All that explain() knows: constructs first, then codes.
std::vector<std::string> explain_subjects();
/// The reference of all constructs and codes as Markdown (docs/language.md holds it).
std::string language_reference();
/// `text` as a part of a comment of one line: nothing in it ends or continues the line.
std::string in_comment(std::string_view text);
/// The known name nearest to `name`, or empty when none is near.
std::string nearest(std::string_view name, const std::vector<std::string>& known);

} // namespace loop::compiler
