#pragma once

#include "base/formats/verdict.h"
#include "runner/launch/launch.h"
#include "runner/outcome/ranks/rank_outcome.h"

#include <string>
#include <vector>

namespace loop::runner {

/// One launch of a run and the outcome of its ranks.
struct LaunchResult {
    int index = 1;
    std::string id;
    std::string started;
    LaunchEnd end;
    std::vector<RankOutcome> ranks;

    bool never_started() const;   ///< a job that the queue did not start
    bool is_complete() const;     ///< every rank has a good record
    bool is_good() const;         ///< and none died after it
    bool is_refused() const;      ///< a `\REQUIRE` ended it: its ranks said why
    bool could_not_write() const; ///< what ended it: a rank met a full disk or the like
};

using formats::Verdict;

/// What happened to a launch that did not end well, a sentence each: why it hangs and where its ranks are
/// where it was stopped, else which ranks failed.
std::vector<std::string> end_sentences(const LaunchResult& launch, const std::string& source);

/// Uses the ranks' records, never the launcher's exit code. `asked_to_verify` and `launches_planned` are what
/// the user wanted; `source` names the file in reasons.
Verdict judge(const std::vector<LaunchResult>& launches, bool asked_to_verify, int launches_planned,
              const std::string& source);

} // namespace loop::runner
