#pragma once

#include <cstdint>
#include <string>
#include <vector>

/// What the ranks of one launch recorded, as docs/trace-format.md describes it, or as an OTF2 archive
/// contains it. Values only. Times are nanoseconds since the first rank's measured program began, clocks
/// already corrected.
namespace loop::report {

enum class EventKind : std::uint8_t {
    Enter = 1,      ///< a construct, a phase, a PICL call or an MPI call of host code begins: `site`
    Leave = 2,      ///< and ends
    Send = 3,       ///< a message is handed over: `partner`, `bytes`, `tag`, `communicator`
    Post = 4,       ///< a receive is posted before its call waits; partner -1: from anyone
    Wait = 5,       ///< what is waited for has not come yet: idle from here; partner -1: several, or unknown
    Receive = 6,    ///< a message is here; ends waiting
    Resume = 7,     ///< waiting ends without a message: a synchronisation, a send that is done
    Mark = 8,       ///< of the user: `bytes` is its number
    Collective = 9, ///< a collective operation is done: `partner` its root or -1, `bytes` this rank put in
    Excluded = 10,  ///< the measurement is suspended (payloads are filled or verified) ...
    Included = 11,  ///< ... and goes on
};

constexpr std::int32_t no_partner = -1;
constexpr std::uint32_t no_site = 0xffffffff;

struct Event {
    std::int64_t time_ns;
    std::int64_t bytes;
    /// Index into Trace::sites; that of the innermost open site where the kind has none of its own, or
    /// no_site where none is open.
    std::uint32_t site;
    std::int32_t partner; ///< world rank
    std::int32_t tag;
    std::uint16_t communicator; ///< index into Trace::communicators
    EventKind kind;
    std::uint8_t reserved = 0;
};
static_assert(sizeof(Event) == 32, "ten million events fit into 320 MB");

enum class SiteKind : std::uint8_t {
    Construct, ///< of the language: "EXCHANGE"
    Phase,     ///< a \PHASE: `name` is what the author called it
    Picl,      ///< "send0"
    Mpi,       ///< a call in host code: "MPI_Send"; for some only begin and end are recorded: "MPI_Put"
    Region,    ///< a function of an imported archive
};

/// As the trace files and the CSV call it: "construct", "phase", "picl", "mpi", "region".
const char* site_kind_name(SiteKind kind);

struct TraceSite {
    SiteKind kind = SiteKind::Construct;
    std::string construct; ///< without a backslash
    std::string name;      ///< of a phase or region, else empty
    std::string file;
    int line = 0; ///< 0 where unknown; of an MPI call: the construct before it
};

/// "\EXCHANGE", "phase name", "MPI_Send"; with its line where `line` says so.
std::string site_text(const TraceSite& site, bool line = false);

struct Communicator {
    std::string name;       ///< "constructs", "PICL", "MPI_COMM_WORLD", ...
    std::vector<int> ranks; ///< world ranks of its members, by their rank in it; no_partner: of another world
};

struct ClockSample {
    std::int64_t time_ns;   ///< of the rank's own clock, since its measured program began
    std::int64_t offset_ns; ///< added to the rank's clock here; between samples interpolated
    std::int64_t bound_ns;  ///< the true offset is within this of it
};

/// A time about which nothing is known: a block of the file was damaged, or the buffer was full.
struct Gap {
    std::int64_t begin_ns;
    std::int64_t end_ns;
};

struct RankTrace {
    int rank = 0;
    std::string host;
    bool present = false;      ///< a file was there and could be read at least in part
    bool complete = false;     ///< to its end, and nothing was dropped
    std::string problem;       ///< in words, where it is not complete
    std::uint64_t dropped = 0; ///< events that found the buffer full; all are later than the last one kept
    std::int64_t begin_ns = 0; ///< end of \OPEN0
    std::int64_t end_ns = 0;   ///< start of \CLOSE0, or when a rank that did not get there was ended
    std::vector<ClockSample> clock; ///< empty: same clock as rank 0's
    std::vector<Gap> gaps;          ///< by time
    std::vector<Event> events;      ///< by time
};

struct Trace {
    std::vector<TraceSite> sites; ///< the same construct at the same line is one site on all ranks
    std::vector<Communicator> communicators;
    std::vector<RankTrace> ranks; ///< by rank, all of them, also those that are not present
    std::string clock_source;     ///< "time stamp counter, 2.3 GHz", "clock_gettime", "MPI_Wtime (simulated)"
    double resolution_ns = 1;
    std::vector<std::string> problems; ///< of the trace as a whole, one sentence each

    std::int64_t begin_ns() const;
    std::int64_t end_ns() const;
};

} // namespace loop::report
