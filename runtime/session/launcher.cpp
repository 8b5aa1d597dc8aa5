#include "session/launcher.h"

#include "session/simulation.h"

#include <cstdlib>

namespace loop::runtime {

int launcher_rank() {
    if (is_simulated) return -1;
    for (const char* name : {"PMI_RANK", "OMPI_COMM_WORLD_RANK", "PMIX_RANK", "SLURM_PROCID"}) {
        if (const char* text = std::getenv(name)) return std::atoi(text);
    }
    return -1;
}

// If several launchers have set variables, those of the library's own launcher are the innermost. A Slurm
// allocation (SLURM_NTASKS) starts no processes; a job step does.
Launcher launcher_of(MpiFamily library) {
    const auto number = [](const char* name) {
        const char* text = std::getenv(name);
        return text == nullptr ? 0 : std::atoi(text);
    };
    const Launcher mpich{"an MPICH launcher", number("PMI_SIZE")};
    const Launcher open_mpi{"Open MPI's launcher", number("OMPI_COMM_WORLD_SIZE")};
    const bool is_mpich = library == MpiFamily::Mpich;
    for (const Launcher& launcher : {is_mpich ? mpich : open_mpi, is_mpich ? open_mpi : mpich}) {
        if (launcher.processes > 0) return launcher;
    }
    const bool in_step = std::getenv("SLURM_PROCID") != nullptr;
    return {"srun", in_step ? number("SLURM_STEP_NUM_TASKS") : 0};
}

} // namespace loop::runtime
