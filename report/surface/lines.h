#pragma once

#include "report/surface/surface.h"

/// Curves through several surfaces of a sweep: over message sizes, compared with the ping-pong (figure 2 of
/// the paper); over ranks; over buffers; and over alpha for one bandwidth.
namespace loop::report {

struct SurfaceLine {
    std::string label;
    std::vector<std::pair<double, double>> points; ///< x ascending; at least two
};

/// Bandwidth of the ping-pong between rank 0 and the last rank, by message size.
struct PingPong {
    std::string machine;
    int ranks = 0;
    std::vector<std::pair<double, double>> mbs; ///< bytes, MB/s; ascending
};
std::vector<PingPong> ping_pongs(const Sweep& sweep);

/// The MB/s of one rank divided by the MB/s of the ping-pong with messages of L words on the same number of
/// ranks. Over L, at the largest alpha. Leaves out surfaces with 1 rank or without such a ping-pong.
std::vector<SurfaceLine> ping_pong_ratios(const std::vector<Surface>& all,
                                          const std::vector<PingPong>& games);

/// MB/s of one rank over the number of ranks, for surfaces that differ only in ranks. Uses only points that
/// were measured on all of them: the corners and the middle.
std::vector<SurfaceLine> over_ranks(const std::vector<Surface>& all);

/// MB/s of one rank over B, at the largest alpha, for up to four lengths.
std::vector<SurfaceLine> over_buffers(const std::vector<Surface>& all);

/// For each bandwidth of levels(), the block length that the surface needs to reach it, over alpha.
std::vector<SurfaceLine> needed_lengths(const Surface& surface);

} // namespace loop::report
