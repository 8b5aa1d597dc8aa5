#pragma once

#include "base/formats/rank_record.h"
#include "runner/outcome/ranks/last_seen.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace loop::runner {

/// Source lines of MPI calls in host code, from debug information; empty if unknown.
struct CallPlaces {
    std::string now;        ///< "ring.loop:12": the MPI call that the rank is in
    std::string before;     ///< the place of what it did before, construct or MPI call
    std::string begun{};    ///< of the call that began what it waits for in `MPI_Wait` and the like
    std::string prepared{}; ///< of the call that made a request which was never started
    std::string failed{};   ///< the innermost place of the program when the rank failed
};

/// Why the record of a rank is invalid.
struct RecordProblem {
    enum class Kind { None, Missing, Unreadable, Broken, OtherRank, OtherLaunch };
    Kind kind = Kind::None;
    std::string words{};     ///< of what makes it unreadable, of its reader for what is broken
    int rank = 0, ranks = 0; ///< whose it is instead

    explicit operator bool() const { return kind != Kind::None; }
    std::string text() const; ///< "has no record": what is said of a rank; empty if there is none
};

/// The outcome of one rank. It succeeded if its record exists, is complete and belongs to this launch.
struct RankOutcome {
    int rank = 0;
    std::optional<formats::RankRecord> record; ///< nothing unless complete
    RecordProblem problem;
    std::optional<RankPlace> last_seen;
    std::optional<formats::TraceFile> trace{}; ///< what it recorded; nothing for nothing
    CallPlaces calls{};

    bool is_complete() const { return record.has_value(); }
    /// Complete, and yet a signal or MPI_Abort ended the process after `\CLOSE0`.
    bool died_late() const;
    /// It ended the launch because it could not write a file.
    bool could_not_write() const;
    /// The launcher of another MPI library started it, so it found itself alone.
    bool was_alone() const;
};

/// Checks a record's two lines: schema, checksum, and that it belongs to `rank` of `ranks` in launch
/// `launch_id`. Returns the problem, or none and the record in `record`.
RecordProblem check_record(const std::string& text, int rank, int ranks, const std::string& launch_id,
                           std::optional<formats::RankRecord>& record);

/// Records and status files of all ranks.
std::vector<RankOutcome> read_outcomes(const std::filesystem::path& folder, int ranks,
                                       const std::string& launch_id);

/// Whether every rank has closed or refused the run, and rank 0 is in MPI_Finalize. Cheap while it is not.
bool are_finalising(const std::filesystem::path& folder, int ranks);

/// Where a rank ended: "in `MPI_Isend` at ring.loop:12", "after `\OPEN0` at ring.loop:3".
std::string end_place(const RankOutcome& rank, const std::string& source);

/// One sentence for each group of ranks that did not finish or died late, those that caused it first.
std::vector<std::string> failure_sentences(const std::vector<RankOutcome>& outcomes,
                                           const std::string& source);

} // namespace loop::runner
