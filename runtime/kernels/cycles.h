#pragma once

namespace loop::runtime {

// Ticks of the time stamp counter in a second, measured against the clock once; 0 where there is none to rely
// on, and on a simulated machine. Takes 20 ms the first time: not while something is measured.
double time_stamp_hertz();

} // namespace loop::runtime
