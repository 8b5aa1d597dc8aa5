#pragma once

namespace loop::runtime {

// This process's rank as its launcher tells it through the environment, before MPI_Init; -1 without a
// launcher.
int launcher_rank();

// Who started this process as one of several, as the environment tells. `processes` is 0 where nobody did.
struct Launcher {
    const char* name;
    int processes;
};
enum class MpiFamily { Mpich, OpenMpi };
Launcher launcher_of(MpiFamily library);

} // namespace loop::runtime
