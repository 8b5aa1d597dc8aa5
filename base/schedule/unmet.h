#pragma once

#include "base/schedule/schedule.h"

#include <set>
#include <utility>
#include <vector>

/// What never meets: messages of host code that no receive takes, and calls that not all ranks make.
namespace loop::schedule {

/// Sends of host code that no receive takes, or receives to which no message comes.
struct Unmet {
    Endpoint endpoint; ///< `times`: of all these calls, those that meet nothing
    int rank;          ///< that calls it
};

/// Sends and receives are compared by their number, for each sender, receiver, tag, and communicator; their
/// order does not count.
std::vector<Unmet> unmet_messages(const Schedule& schedule);

/// An operation of all ranks of a group that some call more often than others.
struct UnevenCalls {
    std::string call;
    std::set<std::pair<std::string, int>> lines;                        ///< of all its calls
    std::vector<std::pair<std::vector<RankRange>, long long>> by_ranks; ///< how often these ranks call it
};

/// Calls in different lines may belong together. Empty if not all ranks were executed.
std::vector<UnevenCalls> uneven_calls(const Schedule& schedule);

struct NeverMeets {
    std::vector<Unmet> messages;
    std::vector<UnevenCalls> calls;
};
NeverMeets never_meets(const Schedule& schedule);

} // namespace loop::schedule
