#pragma once

namespace loop::runtime {

// Returns this process's rank from the launcher's environment variables, also before MPI_Init, or -1.
int launcher_rank();

// The launcher that started this process, according to the environment. `processes` is 0 if there is none.
struct Launcher {
    const char* name;
    int processes;
};
enum class MpiFamily { Mpich, OpenMpi };
Launcher launcher_of(MpiFamily library);

} // namespace loop::runtime
