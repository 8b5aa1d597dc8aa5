#pragma once

#include "runner/outcome/ranks/rank_outcome.h"

#include <string>
#include <vector>

namespace loop::runner {

/// What one rank of a stalled launch was doing, from its status: whether it waits, for which ranks, where.
/// All functions except `is_done` and `waits` require `last_seen`.

/// Will not communicate any more, whether or not its process is still running.
bool is_done(const RankOutcome& rank);

bool waits(const RankOutcome& rank);

/// Waits, and not only in finalization.
bool is_stuck(const RankOutcome& rank);

/// Messages that the program's text sends and receives one by one; also where their end is waited for.
bool is_message(const RankPlace& seen);
bool is_receive(const RankPlace& seen);
bool is_host_send(const RankPlace& seen);

/// The collective operation of MPI that the rank is in, or for which it waits; else WaitKind::Nothing.
WaitKind host_operation(const RankPlace& seen);

/// The ranks that rank `rank` waits for; empty for any rank, all ranks or none.
std::vector<int> awaited_ranks(const RankOutcome& rank, int ranks);

bool waits_for_all(const RankPlace& seen);

/// Whether a waiting rank needs rank `other` to continue, or may receive from it what it waits for.
bool needs(const RankOutcome& waiting, int other, int ranks);

/// Lines of the program's source: of the construct or MPI call that the rank is in, and of the one before it;
/// 0 if nothing is known.
int line_now(const RankOutcome& rank);
int line_before(const RankOutcome& rank);

/// What a rank waits in and where: "`\EXCHANGE`" and "at ring.loop:12", "`MPI_Recv`" and "at ring.loop:14".
struct WaitingPlace {
    std::string call, where;
    std::string text() const { return call + " " + where; }
};
WaitingPlace waiting_place(const RankOutcome& rank, const std::string& source);

/// Neither died nor failed, and does nothing any more.
bool has_finished(const RankOutcome& rank);

/// What became of a rank: "finished", "died by signal 11 ...", "exited without `\CLOSE0`, in ..."; empty for
/// one that lives.
std::string end_message(const RankOutcome& rank, const std::string& source);

} // namespace loop::runner
