#pragma once

#include "runner/system/interrupts.h"

#include <filesystem>
#include <string>
#include <vector>

namespace loop::runner {

/// A program that is linked with an MPI library.
struct MpiProgram {
    std::filesystem::path file;
    std::string library; ///< "MPICH" or "Open MPI"
    std::string needs;   ///< the name of the library's file: "libmpich.so.12"
};

/// Finds the MPI program among the words of a command, which may begin with a launcher and its options.
/// Throws Failure (Usage) if there is none, or if it cannot be recorded: it is linked statically, or it is a
/// program of LOOP, which `loop run` records.
MpiProgram find_mpi_program(const std::vector<std::string>& command, Interrupts& interrupts);

/// The same for one file.
MpiProgram require_mpi_program(const std::filesystem::path& file, Interrupts& interrupts);

/// The name of the MPI library's file that a program or library loads; empty if there is none.
std::string mpi_library_of(const std::filesystem::path& file, Interrupts& interrupts);

} // namespace loop::runner
