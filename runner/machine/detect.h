#pragma once

#include "runner/system/interrupts.h"

#include <string>

namespace loop::runner {

/// What the profile should describe.
struct DetectRequest {
    std::string library; ///< "mpich" or "openmpi"; empty: the first complete installation
    bool slurm = false;  ///< describe the Slurm cluster of this host
    std::string name = "here";
};

/// Returns the text of a profile for this machine; comments in it say what else was found. Throws Failure
/// (RunFailed) if no MPI installation is complete or Slurm does not answer.
std::string detected_profile(const DetectRequest& request, Interrupts& interrupts);

} // namespace loop::runner
