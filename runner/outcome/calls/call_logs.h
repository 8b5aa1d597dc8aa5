#pragma once

#include <loop/call_log.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace loop::runner {

/// The MPI calls of one rank's host code, in order.
struct CallLog {
    int rank = 0;
    std::uint32_t misses = ~std::uint32_t{0}; ///< bits of <loop/call_log.h>; all if there is no log
    bool closed = false;                      ///< the rank has reached `\CLOSE0`: nothing follows
    bool recorded = false;                    ///< by `loop record`; `closed` is at `MPI_Finalize` then
    ThreadMisuse misuse = ThreadMisuse::None; ///< of the first call that the thread level forbids
    LoggedCall misused{};                     ///< that call: only `call` and `address`
    std::vector<LoggedCall> calls{};

    /// Whether the calls up to the last one are all that the rank has made, of those that `bits` speak of.
    bool has_all(std::uint32_t bits) const { return (misses & (bits | log_misses_threads)) == 0; }
    /// The same, and no more calls followed.
    bool is_whole(std::uint32_t bits) const { return closed && has_all(bits | log_is_full); }
};

/// One per rank, by its number.
using CallLogs = std::vector<CallLog>;

/// Reads the log in `file`. A file that is missing, or is not the log of `rank` of `ranks`, gives a log that
/// misses everything. At most `most` calls are read; the log then counts as full. Never throws.
CallLog read_call_log(const std::filesystem::path& file, int rank, int ranks, std::size_t most);

/// Reads `rank-R.calls` of all ranks.
CallLogs read_call_logs(const std::filesystem::path& records, int ranks);

/// Whether the rank, which is in an MPI call with this return address, calls it for the first time for sure,
/// and also the last call in its log.
bool is_first_call(const CallLog& log, std::uint64_t address);

/// "MPI_Bcast"; "an MPI call" for an unknown number.
std::string_view call_name(const LoggedCall& call);

/// Whether the type signatures of the two calls certainly do not match.
bool types_conflict(const LoggedCall& a, const LoggedCall& b);

} // namespace loop::runner
