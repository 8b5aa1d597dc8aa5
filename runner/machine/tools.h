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
    std::string library; ///< the library's name for itself: "MPICH", "Open MPI"
    std::string compiler, launcher;
    std::string compiler_package, launcher_package; ///< Debian packages; empty for another build
    std::string version;                            ///< the launcher's version, as it reports it
    bool has_compiler = false, has_launcher = false;
    bool is_complete() const { return has_compiler && has_launcher; }
};

/// The library of a launcher by its `--version` output: "MPICH", "Open MPI"; empty if neither.
std::string library_of(const std::string& version_text);

/// MPICH and Open MPI under Debian's names, then the plain `mpicxx` and `mpiexec` if they are different
/// programs.
std::vector<MpiTools> mpi_tools(Interrupts& interrupts);

/// The tools that belong to a launcher in a command, such as `mpiexec` or `/opt/openmpi/bin/mpirun`; none if
/// this is not the name of a launcher, or that of another MPI library. Other programs are not started.
std::optional<MpiTools> tools_of_launcher(const std::string& program, Interrupts& interrupts);

/// The version of Slurm: "slurm-wlm 22.05.8". An empty text if Slurm's commands find no configuration; no
/// value if sbatch, srun, squeue, or scancel is missing.
std::optional<std::string> slurm_version(Interrupts& interrupts);

} // namespace loop::runner
