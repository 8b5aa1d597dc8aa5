#pragma once

namespace loop::runtime::clue {

// The resource usage of this process so far (the Timer of Figure 3.5; getrusage). All zero on a simulated
// machine, where all ranks are one process.
struct Usage {
    double user_seconds = 0;
    double system_seconds = 0;
    double page_faults = 0;      // major and minor
    double context_switches = 0; // voluntary and involuntary
};

Usage usage_now();
Usage operator-(const Usage& end, const Usage& begin);

} // namespace loop::runtime::clue
