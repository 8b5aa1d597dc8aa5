#pragma once

#include "base/formats/run_record.h"
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
    bool strict = false;                          ///< `--strict` was given
    std::string misplaced{};                      ///< a sentence about a rank that did not run on its host
    std::optional<formats::RunBinding> binding{}; ///< whether LOOP bound its ranks; empty: not on this host
    std::optional<formats::RunThrottling> throttled{}; ///< by a CPU quota on this host
    std::string slow_transport{}; ///< a sentence if MPI could not use shared memory; empty: it says nothing
    std::vector<int> allowed{};   ///< the processors that its ranks may use, ascending; empty: any
    std::vector<formats::RunFinding> findings{}; ///< from the call logs of all ranks

    bool never_started() const;   ///< a job that the queue did not start
    bool is_complete() const;     ///< every rank has a valid record
    bool is_good() const;         ///< complete, and no rank died after writing its record
    bool is_refused() const;      ///< a `\REQUIRE` ended it, and its ranks reported why
    bool could_not_write() const; ///< a rank ended it because it could not write a file
};

using formats::Verdict;

/// What happened to a launch that did not end well, one sentence each. For a hang: the reason, and where the
/// ranks were when the launch was stopped; otherwise: what its call logs show, and which ranks failed.
std::vector<std::string> end_sentences(const LaunchResult& launch, const std::string& source);

/// The sentences of the findings that make a launch invalid.
std::vector<std::string> fault_sentences(const LaunchResult& launch);

/// Judges by the ranks' records, never by the launcher's exit code. `verifies` and `launches_planned`
/// are what the user requested; `source` is the file name shown in reasons.
Verdict judge(const std::vector<LaunchResult>& launches, bool verifies, int launches_planned,
              const std::string& source);

} // namespace loop::runner
