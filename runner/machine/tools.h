#pragma once

#include "runner/system/interrupts.h"
#include "runner/system/process.h"

#include <optional>
#include <string>
#include <vector>

/// Installed tools that build and start MPI programs.
namespace loop::runner {

/// A compiler wrapper and a launcher that belong together.
struct MpiTools {
    std::string library; ///< as the library calls itself: "MPICH", "Open MPI"
    std::string compiler, launcher;
    std::string compiler_package, launcher_package; ///< Debian's; empty if it is another build
    std::string version;                            ///< of the launcher, its own words
    bool has_compiler = false, has_launcher = false;
    bool is_complete() const { return has_compiler && has_launcher; }
};

/// The library of a launcher, from its `--version`: "MPICH", "Open MPI"; empty: neither.
std::string library_of(const std::string& version_text);

/// MPICH and Open MPI as Debian calls them, and after them the plain `mpicxx` and `mpiexec` where they are
/// something else.
std::vector<MpiTools> mpi_tools(Interrupts& interrupts);

/// "slurm-wlm 22.05.8"; empty if Slurm's commands find no configuration; empty if sbatch, srun, squeue
/// and scancel are not all there.
std::optional<std::string> slurm_version(Interrupts& interrupts);

} // namespace loop::runner
