#pragma once

#include "trace/analysis/messages/messages.h"

#include <vector>

namespace loop::report {

struct MatrixCell {
    std::int32_t sender;
    std::int32_t receiver;
    std::uint64_t messages = 0;
    std::int64_t bytes = 0;
};

/// What each sender sent to each receiver in measured time, ordered by sender, then receiver, without empty
/// cells. Includes sends without a receive, and receives without a send.
struct CommunicationMatrix {
    int ranks = 0;
    std::vector<MatrixCell> cells;

    MatrixCell at(int sender, int receiver) const; ///< zeros if nothing was sent
};

CommunicationMatrix communication_matrix(const Trace& trace, const Messages& messages);

} // namespace loop::report
