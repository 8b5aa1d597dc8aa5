#pragma once

#include "report/surface/surface.h"

#include <optional>

/// What short probes measured on the machine of a surface, as in table 2 of the paper: the bandwidth of
/// memory by the workload `triad`, and that of messages by `pingpong`.
namespace loop::report {

struct Probes {
    std::string origin;  ///< as that of the surface
    std::string machine; ///< as that of the surface
    int ranks = 0;
    bool simulated = false;
    std::string processor, network;    ///< as the profile or the system names them; may be empty
    int ranks_of_node = 0;             ///< on the node of rank 0; 0: unknown
    bool one_node = false;             ///< all ranks of the ping-pong were on one node
    std::optional<double> memory_mbs;  ///< of one rank while all ranks read and write
    std::string level{};               ///< which the probe of memory measured instead: "L3 cache"
    double vector_bytes = 0;           ///< of a rank, in the probe of memory; 0: unknown
    std::optional<double> message_mbs; ///< of the best message size
    std::optional<double> latency_us;
    std::optional<double> half_bytes; ///< n-half: the message size that reaches half of the bandwidth
    /// Why a probe failed; empty if it did not, or if it was not launched.
    std::string memory_failure{}, message_failure{};

    /// "cluster, 16 ranks"
    std::string label() const;
};

/// Returns one entry per machine and number of ranks of the surfaces, in their order. Entries without probes
/// have no values.
std::vector<Probes> probes(const Sweep& sweep, const std::vector<Surface>& surfaces);

/// Returns those of the surface's machine and number of ranks; null if there are none.
const Probes* probes_of(const Surface& surface, const std::vector<Probes>& all);

/// Returns one or two sentences: which share of the memory's and of the messages' bandwidth the surface
/// reaches, and where; or why this is not known.
std::vector<std::string> shares(const Surface& surface, const std::vector<Probes>& all);

} // namespace loop::report
