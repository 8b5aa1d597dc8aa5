#pragma once

#include "report/surface/surface.h"

/// Lines through several surfaces of a sweep: over message sizes, with the ping-pong (figure 2 of the
/// paper), over ranks, over buffers, over alpha for one bandwidth.
namespace loop::report {

struct SurfaceLine {
    std::string label;
    std::vector<std::pair<double, double>> points; ///< x ascending; at least two
};

/// Bandwidth of the ping-pong between rank 0 and the last one, by bytes of a message.
struct PingPong {
    std::string machine;
    int ranks = 0;
    std::vector<std::pair<double, double>> mbs; ///< bytes, MB/s; ascending
};
std::vector<PingPong> ping_pongs(const Sweep& sweep);

/// At the largest alpha: MB/s of a process over those of the ping-pong with messages of L words on as many
/// ranks, by L. Of surfaces with at least 2 ranks that have such a ping-pong.
std::vector<SurfaceLine> ping_pong_ratios(const std::vector<Surface>& all,
                                          const std::vector<PingPong>& games);

/// MB/s of a process over the ranks: for surfaces that differ in nothing else, at the corners and the middle
/// of what all of them have measured.
std::vector<SurfaceLine> over_ranks(const std::vector<Surface>& all);

/// MB/s of a process over B, at the largest alpha, for up to four lengths.
std::vector<SurfaceLine> over_buffers(const std::vector<Surface>& all);

/// The lengths that a surface needs for its levels, over alpha.
std::vector<SurfaceLine> needed_lengths(const Surface& surface);

} // namespace loop::report
