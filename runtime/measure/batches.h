#pragma once

namespace loop::runtime {

// What a \LOOP with SECONDS has done so far, on the slowest rank.
struct Batches {
    double wanted_seconds;
    double measured_seconds; // of all passes so far
    long long passes;
    double last_seconds;      // of the last batch
    long long last;           // its passes
    double agreement_seconds; // what agreeing on a batch costs
};

// Returns the number of passes of the next batch; 0 if the time is over.
long long next_batch(const Batches& seen);

} // namespace loop::runtime
