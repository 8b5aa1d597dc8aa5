#pragma once

namespace loop::runtime {

// Returns the frequency of the time stamp counter in Hz, measured once against the clock; 0 if there is no
// steady counter, and on a simulated machine. The first call takes 20 ms, so do not make it during a
// measurement.
double time_stamp_hertz();

} // namespace loop::runtime
