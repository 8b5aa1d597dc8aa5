#pragma once

#include "comm/sites.h"

namespace loop::runtime::apexmap {

// What one rank did while the clock ran.
struct Counts {
    double sum = 0;       // the sum of the words read
    long long remote = 0; // blocks read from other ranks
    long long served = 0; // requests of other ranks
    long long waits = 0;  // how often the rank had nothing to do but wait
    Traffic traffic;

    Counts& operator+=(const Counts& other) {
        sum += other.sum;
        remote += other.remote;
        served += other.served;
        waits += other.waits;
        traffic += other.traffic;
        return *this;
    }
};

} // namespace loop::runtime::apexmap
