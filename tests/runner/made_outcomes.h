#pragma once

#include "runner/outcome/hang/reason.h"
#include "support.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

/// What the status files say of ranks that wait, made for tests.
namespace hang_test {

using namespace loop;
using namespace loop::runner;

inline RankOutcome outcome(int rank, const RankPlace& place) {
    return {rank, std::nullopt, {RecordProblem::Kind::Missing}, place, std::nullopt};
}

inline RankOutcome in_construct(int rank, Construct construct, int line,
                                std::vector<std::int64_t> arguments = {}, int partner = waits_for_partners) {
    RankPlace place = seen(RankState::InConstruct, true, line, 0, construct);
    place.waits = WaitKind::Construct;
    place.waits_for = partner;
    std::copy(arguments.begin(), arguments.end(), place.arguments);
    return outcome(rank, place);
}

inline RankOutcome in_mpi(int rank, WaitKind kind, const std::string& where, int partner,
                          std::vector<std::int64_t> arguments = {}) {
    RankPlace place = seen(RankState::HostCode, false, 3, 0, Construct::Open0);
    place.waits = kind;
    place.waits_for = partner;
    std::copy(arguments.begin(), arguments.end(), place.arguments);
    RankOutcome result = outcome(rank, place);
    result.calls.now = where;
    return result;
}

/// The rank is in collective operation `operation` on this communicator.
inline RankOutcome on(RankOutcome rank, std::uint64_t communicator,
                      const std::vector<std::int32_t>& members = {}, std::int64_t operation = 0) {
    rank.last_seen->communicator = communicator;
    rank.last_seen->operation = operation;
    if (!members.empty())
        rank.last_seen->members =
            pack_members(members.data(), static_cast<std::int64_t>(members.size()), 1000);
    return rank;
}

inline RankOutcome closing(int rank, int line) {
    return in_construct(rank, Construct::Close0, line, {}, waits_for_everyone);
}

/// Sets the previous place of the rank to `line`.
inline RankOutcome after(RankOutcome rank, int line) {
    rank.last_seen->previous = pack_place(Construct::Exchange, line, true);
    return rank;
}

inline HangReason reason(const std::vector<RankOutcome>& ranks) {
    return reason_of_hang(ranks, "x.loop");
}

} // namespace hang_test
