#pragma once

#include <optional>
#include <string>
#include <vector>

/// What was published about machines and their surfaces (machines/published). Plain data.
namespace loop::report {

/// A row of table 2 of the paper. Bandwidths are in MB/s (10^6 bytes per second).
struct PublishedMachine {
    std::string name, processor;
    std::optional<double> memory_node_mbs, memory_process_mbs;
    std::string network;
    std::optional<double> network_node_mbs;
    std::string source;
};

/// A point or a property of a published surface. Which members have values depends on `what`.
struct PublishedPoint {
    enum class What {
        RemoteFraction, ///< percent of the accesses at `alpha`
        OverPingPong,   ///< at `alpha` and `length`
        Fastest,        ///< at `alpha` and `length`
        NeededLength,   ///< words per block that reach `mbs` at `alpha`
        LengthGrowth,   ///< how much blocks must grow from `alpha` to `alpha_to` to sustain `mbs`
        DropAfter,      ///< bandwidth drops beyond `length`
        LowLocalities,  ///< `machine` over `over`, where both localities are low
        HighLocalities, ///< the same where one of them is high
        LargestRatio    ///< the same where it is largest
    };
    What what = What::Fastest;
    std::string machine, over; ///< empty: of the law, for any machine
    int ranks = 0;
    std::optional<double> alpha, alpha_to, length, mbs;
    std::optional<double> value, value_to; ///< two: from the one to the other
    std::string source;
};

struct Published {
    std::vector<PublishedMachine> machines;
    std::vector<PublishedPoint> points;
};

/// Read apexmap-machines-2005.csv and apexmap-2005.csv. Throw FormatError with the line.
std::vector<PublishedMachine> published_surface_machines(const std::string& csv, const std::string& origin);
std::vector<PublishedPoint> published_surface_points(const std::string& csv, const std::string& origin);

} // namespace loop::report
