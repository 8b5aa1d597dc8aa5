#pragma once

namespace loop::runtime::trace {

// The keys of the lines of `rank-R.header` (docs/record-format.md).
inline constexpr const char* kept_rank = "rank";   // the header up to its clock
inline constexpr const char* kept_clock = "clock"; // what is known of the clock
inline constexpr const char* kept_first = "first"; // an instant on both clocks, and the capacity
inline constexpr const char* kept_open = "open";   // the ticks at which the recording began
inline constexpr const char* kept_site = "site";   // in the order of their indices
inline constexpr const char* kept_communicator = "communicator"; // as the sites

} // namespace loop::runtime::trace
