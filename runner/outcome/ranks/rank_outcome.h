#pragma once

#include "base/formats/run_record.h"
#include "runner/outcome/ranks/last_seen.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace loop::runner {

/// Source lines of MPI calls in host code, from debug information; empty if unknown.
struct CallPlaces {
    std::string now;     ///< of the MPI call that the rank is in: "ring.loop:12"
    std::string before;  ///< of the previous construct or MPI call
    std::string begun{}; ///< of the call that started the operation it waits for, in `MPI_Wait` and similar
    std::string prepared{}; ///< of the call that created a persistent request that was never started
    std::string last{};     ///< of the last call, if a rank of a recorded program is in none
    std::string failed{};   ///< the innermost line of the program's source when the rank failed
    std::vector<std::string>
        stack{}; ///< "f(int) at ring.loop:12": the functions in which it failed, innermost first
};

/// Why the record of a rank is invalid.
struct RecordProblem {
    enum class Kind { None, Missing, Unreadable, Broken, OtherRank, OtherLaunch };
    Kind kind = Kind::None;
    std::string words{};     ///< the error of reading the file, or of parsing it
    int rank = 0, ranks = 0; ///< the rank, and number of ranks, that the record belongs to instead

    explicit operator bool() const { return kind != Kind::None; }
    std::string text() const; ///< a predicate of the rank: "has no record"; empty if there is no problem
};

/// The outcome of one rank. The rank succeeded if its record exists, is complete, and belongs to this launch.
struct RankOutcome {
    int rank = 0;
    std::optional<formats::RankRecord> record; ///< only if complete
    RecordProblem problem;
    std::optional<RankPlace> last_seen;
    std::optional<formats::UncaughtException> exception{}; ///< that ended the rank
    std::optional<formats::TraceFile> trace{}; ///< what its trace contains; empty if it wrote none
    CallPlaces calls{};
    bool is_first_call = false; ///< its log shows that the MPI call it is in was not called there before

    bool is_complete() const { return record.has_value(); }
    /// Whether the record is complete, but a signal or MPI_Abort ended the process after `\CLOSE0`.
    bool died_late() const;
    /// Whether the rank ended the launch because it could not write a file.
    bool could_not_write() const;
    /// Whether the rank was started by the launcher of another MPI library, so that it saw a single rank.
    bool was_alone() const;
};

/// Checks the two lines of a record: the schema, the checksum, and that it belongs to `rank` of `ranks` in
/// launch `launch_id`. Returns the problem, or none and sets `record`.
RecordProblem check_record(const std::string& text, int rank, int ranks, const std::string& launch_id,
                           std::optional<formats::RankRecord>& record);

/// Reads the records and status files of all ranks.
std::vector<RankOutcome> read_outcomes(const std::filesystem::path& folder, int ranks,
                                       const std::string& launch_id);

/// Whether every rank has closed or refused the run, and rank 0 is in MPI_Finalize. Cheap as long as the
/// answer is no.
bool are_finalising(const std::filesystem::path& folder, int ranks);

/// How a rank ended: "died by signal 11 (segmentation fault)", "died by an uncaught `std::bad_alloc`"; empty
/// if its state is not an end.
std::string end_text(const RankOutcome& rank);

/// Where a rank that does not wait was last seen: "after `\OPEN0` at ring.loop:3", "after the MPI call at
/// ring.c:12".
std::string seen_text(const RankOutcome& rank, const std::string& source);

/// Where a rank ended: "in `MPI_Isend` at ring.loop:12", "after `\OPEN0` at ring.loop:3".
std::string end_place(const RankOutcome& rank, const std::string& source);

/// One sentence per group of ranks that did not finish or died late; the ranks that caused the failure come
/// first.
std::vector<std::string> failure_sentences(const std::vector<RankOutcome>& outcomes,
                                           const std::string& source);

} // namespace loop::runner
