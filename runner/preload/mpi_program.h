#pragma once

#include "runner/machine/tools.h"
#include "runner/system/interrupts.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace loop::runner {

/// A program that uses an MPI library: it is linked with it, or loads it at run time, as an interpreter does.
struct MpiProgram {
    std::filesystem::path file;
    std::string library; ///< "MPICH" or "Open MPI"
    std::string needs;   ///< the name of the library's file: "libmpich.so.12"; empty: loaded at run time
    std::optional<MpiTools> launched_with; ///< if it is loaded at run time: it must be that of the launcher
};

/// Finds the MPI program among the words of a command, which may begin with a launcher and its options: the
/// first one that is linked with MPI, else the first program after the launcher. Throws Failure (Usage) if
/// there is none, or if it cannot be recorded: it is linked statically, or it is a program of LOOP, which
/// `loop run` records.
MpiProgram find_mpi_program(const std::vector<std::string>& command, Interrupts& interrupts);

/// The same for one file that `command` starts. If it loads MPI at run time, and the command has no launcher,
/// `mpiexec` counts.
MpiProgram require_mpi_program(const std::filesystem::path& file, const std::vector<std::string>& command,
                               Interrupts& interrupts);

/// The name of the MPI library's file that a program or library loads; empty if there is none.
std::string mpi_library_of(const std::filesystem::path& file, Interrupts& interrupts);

} // namespace loop::runner
