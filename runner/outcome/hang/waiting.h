#pragma once

#include "runner/outcome/ranks/rank_outcome.h"

#include <string>
#include <vector>

namespace loop::runner {

/// What one rank of a stalled launch was doing, from its status: whether it waits, for which ranks, where.
/// All functions except `is_done` and `waits` require `last_seen`.

/// Whether the rank will not communicate any more, even if its process is still running.
bool is_done(const RankOutcome& rank);

bool waits(const RankOutcome& rank);

/// Whether the rank waits, and not only in MPI_Finalize.
bool is_stuck(const RankOutcome& rank);

/// Whether the rank is in a point-to-point call of MPI or PICL, or waits for the completion of one.
bool is_message(const RankPlace& seen);
bool is_receive(const RankPlace& seen);
bool is_host_send(const RankPlace& seen);

/// Whether the rank waits for requests of others, as rank BY of a `\DEAL`.
bool deals(const RankPlace& seen);

/// The collective MPI operation that the rank is in or whose completion it waits for; WaitKind::Nothing if
/// there is none.
WaitKind host_operation(const RankPlace& seen);

/// The ranks that `rank` waits for. Empty if it waits for any rank, for all ranks, or not at all.
std::vector<int> awaited_ranks(const RankOutcome& rank, int ranks);

bool waits_for_all(const RankPlace& seen);

/// Whether a waiting rank needs rank `other` to continue, or waits for a message that may come from `other`.
bool needs(const RankOutcome& waiting, int other, int ranks);

/// Source lines: of the construct or MPI call that the rank is in, and of the previous one; 0 if unknown.
int line_now(const RankOutcome& rank);
int line_before(const RankOutcome& rank);

/// The call that a rank waits in, and its place: "`\EXCHANGE`" and "at ring.loop:12", "`MPI_Recv`" and "at
/// ring.loop:14".
struct WaitingPlace {
    std::string call, where;
    std::string text() const { return call + " " + where; }
};
WaitingPlace waiting_place(const RankOutcome& rank, const std::string& source);

/// Whether the rank has ended without dying or failing.
bool has_finished(const RankOutcome& rank);

/// How a rank ended: "finished", "died by signal 11 ...", "exited without `\CLOSE0`, in ..."; empty for a
/// rank that is still running.
std::string end_message(const RankOutcome& rank, const std::string& source);

} // namespace loop::runner
