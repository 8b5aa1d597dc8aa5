#pragma once

namespace loop::runtime::apexmap {

// What one rank did while the clock ran.
struct Counts {
    double sum = 0;       // of the words
    long long remote = 0; // blocks that lay on other ranks
    long long served = 0; // requests of other ranks
    long long waits = 0;  // times that nothing was left to do but to wait
    long long sent = 0;   // messages, and their bytes
    long long sent_bytes = 0;
    long long received = 0;
    long long received_bytes = 0;
};

} // namespace loop::runtime::apexmap
