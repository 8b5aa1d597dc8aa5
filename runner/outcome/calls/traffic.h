#pragma once

#include "runner/outcome/calls/call_logs.h"

#include <cstdint>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

namespace loop::runner {

/// A send or receive of one rank, with what later calls of that rank say about it.
struct LoggedMessage {
    const LoggedCall* call = nullptr;
    const LoggedCall* typed = nullptr; ///< which says the type: for a matching probe, the receive after it
    int rank = 0;                      ///< that sent or received
    std::size_t index = 0;             ///< of the call in the rank's log
    int partner = 0; ///< the actual one, as soon as it is known; waits_for_somebody: not known
    int tag = 0;     ///< the same; -1: not known
    bool completed = false;
    std::size_t completed_at = 0; ///< index in the rank's log

    /// Whether its source and tag are known: they were given, or it has got its message.
    bool is_exact() const { return partner >= 0 && tag >= 0; }
};

/// Sender, receiver, communicator, tag.
using Channel = std::tuple<int, int, std::uint64_t, int>;

/// The messages of all ranks, by channel, in the order in which they were started or posted. MPI keeps this
/// order, so the n-th send meets the n-th receive.
struct Traffic {
    struct Lane {
        std::vector<const LoggedMessage*> sends{}, receives{};
    };

    /// Of each rank, without those that were canceled.
    std::vector<std::vector<LoggedMessage>> sends, receives;
    std::map<Channel, Lane> lanes;
    /// The ranks whose posted receives may have got any message: their source or tag is not known.
    std::vector<std::vector<const LoggedMessage*>> open_receives;

    /// Receives of `rank` with an unknown source or tag that fit the channel.
    std::vector<const LoggedMessage*> open_for(const Channel& channel) const;
};

/// The logs must outlive the traffic. Leaves out ranks whose log misses messages.
Traffic traffic_of(const CallLogs& logs);

} // namespace loop::runner
