#pragma once

#include "app/output/terminal.h"
#include "base/locality/program_check.h"
#include "runner/system/process.h"

#include <optional>
#include <string>

namespace loop::app {

/// What `loop characterize --check` compares.
struct CheckedLocality {
    const locality::Characterization& found; ///< of the original
    const locality::ParallelLocality*
        ranks;          ///< of a parallel program, of which `found` is all together; or null
    std::string origin; ///< the name of its stream
    std::optional<runner::Command> original; ///< empty: there is only its stream, and no times
    std::size_t limit_bytes;                 ///< of the analysis

    int rank_count() const { return ranks == nullptr ? 1 : static_cast<int>(ranks->ranks.size()); }
};

/// Builds the program for a locality, runs it under valgrind's lackey, and compares what it reads with the
/// original. Times both, if there is an original to run. Throws Failure.
locality::ProgramCheck check_program(const CheckedLocality& checked, const Terminal& terminal);

} // namespace loop::app
