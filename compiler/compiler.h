#pragma once

#include "compiler/check/summary.h"
#include "compiler/diagnostics/diagnostic.h"
#include "compiler/emit/emit.h"
#include "compiler/format/host_mask.h"
#include "compiler/source/source.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

/// The compiler's interface for the runner and the commands. Nothing here runs a program, opens a file, or
/// needs MPI. Every function accepts any input, in bounded time and memory, and reports problems as
/// diagnostics.
namespace loop::compiler {

class Compilation {
public:
    explicit Compilation(Source source, Target target = Target::Runtime);
    Compilation(Compilation&&) noexcept;
    Compilation& operator=(Compilation&&) noexcept;
    ~Compilation();

    const Source& source() const;
    const Diagnostics& diagnostics() const;
    bool ok() const { return !diagnostics().has_errors(); }
    const ProgramSummary& summary() const;

    /// Returns the C++ program for LOOP's runtime: the same bytes for the same source and options. Requires
    /// ok().
    std::string emit(const EmitOptions& options = {}) const;
    /// The same without `#line`, and where host code is in it. Requires ok().
    MappedCxx emit_mapped() const;
    /// Returns the C++ program for MPI alone. Requires ok() of a compilation for Target::Plain.
    std::string emit_plain() const;

    /// Returns the source with the heads of its constructs laid out (compiler/format/layout.h). Requires
    /// ok().
    std::string laid_out() const;
    /// The program as C++ for tools that lay out C++ (compiler/format/host_mask.h). Requires ok().
    HostMask host_mask() const;

    std::string dump_ast() const;
    std::string dump_program() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

/// Parses and checks `source`. Target::Plain also reports what needs LOOP's runtime.
Compilation compile(Source source, Target target = Target::Runtime);

/// A laid out program. If LOOP itself is wrong, `broken` says what differs, and `text` must not be used.
struct Formatted {
    std::string text;
    std::string broken = {};
};

/// What `changed`, the same program whose host code was laid out, changes besides whitespace, also within
/// comments; empty if nothing.
std::string changes_of_host(const Compilation& compilation, std::string_view changed);

/// Lays out the heads of constructs, and proves that the program stays the same: the same words and comments,
/// the same C++, and nothing to change the second time. Requires ok().
Formatted format(const Compilation& compilation);

/// Returns the page that `loop explain` shows for a construct (`\EXCHANGE` or `EXCHANGE`) or a diagnostic
/// code; empty if there is none.
std::string explain(std::string_view subject);
/// All subjects that explain() knows: constructs first, then codes.
std::vector<std::string> explain_subjects();

} // namespace loop::compiler
