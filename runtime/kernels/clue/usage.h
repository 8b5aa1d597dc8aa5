#pragma once

namespace loop::runtime::clue {

// What the system has done for this process so far (Figure 3.5's Timer; getrusage). Nothing on a simulated
// machine, where all ranks are one process.
struct Usage {
    double user_seconds = 0;
    double system_seconds = 0;
    double page_faults = 0;      // with and without a disk
    double context_switches = 0; // voluntary and not
};

Usage usage_now();
Usage operator-(const Usage& end, const Usage& begin);

} // namespace loop::runtime::clue
