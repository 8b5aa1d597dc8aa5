#pragma once

#include "runner/system/interrupts.h"

#include <string>

namespace loop::runner {

/// What the profile is for.
struct DetectRequest {
    std::string library; ///< "mpich" or "openmpi"; empty: the first that is complete
    bool slurm = false;  ///< describe the Slurm cluster of this host
    std::string name = "here";
};

/// The text of a profile of the present machine, comments saying what else was found. Failure (RunFailed)
/// where no MPI is complete, or Slurm does not answer.
std::string detected_profile(const DetectRequest& request, Interrupts& interrupts);

} // namespace loop::runner
