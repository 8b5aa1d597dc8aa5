#pragma once

#include "compiler/check/summary.h"
#include "compiler/diagnostics/diagnostic.h"
#include "compiler/emit/options.h"
#include "compiler/source/source.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

/// The compiler as the runner and the command see it. Nothing here runs a program, opens a file or needs MPI;
/// every function is safe on any input: bounded time and memory, problems go to the diagnostics.
namespace loop::compiler {

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

} // namespace loop::compiler
