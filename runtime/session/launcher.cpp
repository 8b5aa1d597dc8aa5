#include "session/launcher.h"

#include <cstdlib>
#include <initializer_list>

namespace loop::runtime {

int launcher_rank() {
    for (const char* name : {"PMI_RANK", "OMPI_COMM_WORLD_RANK", "PMIX_RANK", "SLURM_PROCID"}) {
        if (const char* text = std::getenv(name)) return std::atoi(text);
    }
    return -1;
}

} // namespace loop::runtime
