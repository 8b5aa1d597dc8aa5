#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

/// What the ranks of one launch recorded (docs/trace-format.md), or what was imported from an OTF2 archive.
/// Plain data, without file access. Times are nanoseconds since the measured program first began on any rank;
/// clocks are already corrected.
namespace loop::report {

enum class EventKind : std::uint8_t {
    Enter = 1,   ///< `site` begins: a construct, a phase, a PICL call, or an MPI call in host code
    Leave = 2,   ///< `site`, which was entered, ends
    Send = 3,    ///< a message is handed to MPI: `partner`, `bytes`, `tag`, `communicator`
    Post = 4,    ///< a receive is posted before its call waits; partner -1: any source
    Wait = 5,    ///< the rank waits, idle from here; partner -1: several, or unknown
    Receive = 6, ///< a message has arrived; ends a wait
    Resume = 7,  ///< a wait ends without a message: a synchronization, or a completed send
    Mark = 8,    ///< a user-defined mark (tracemark): `bytes` is its number
    /// A collective operation is done: `partner` is its root or -1, `bytes` this rank's contribution.
    Collective = 9,
    Excluded = 10, ///< the measurement is suspended (payloads are filled or verified) ...
    Included = 11, ///< ... and resumed
};

constexpr std::int32_t no_partner = -1;
constexpr std::uint32_t no_site = 0xffffffff;

struct Event {
    std::int64_t time_ns;
    std::int64_t bytes;
    /// Index into Trace::sites. Enter and Leave: the site that begins or ends. Other kinds: the innermost
    /// open site, or no_site.
    std::uint32_t site;
    std::int32_t partner; ///< world rank
    std::int32_t tag;
    std::uint16_t communicator; ///< index into Trace::communicators
    EventKind kind;
    std::uint8_t reserved = 0;
};
static_assert(sizeof(Event) == 32, "ten million events fit into 320 MB");

enum class SiteKind : std::uint8_t {
    Construct, ///< a LOOP construct: "EXCHANGE"
    Phase,     ///< a \PHASE; `name` is its name in the program
    Picl,      ///< "send0"
    Mpi,       ///< a call in host code: "MPI_Send"; for some, only begin and end are recorded: "MPI_Put"
    Part,      ///< iterations of a kernel that are recorded, and that communicate; `name` says which
    Work,      ///< iterations of a kernel that are recorded, and that compute; `name` says which
    Region,    ///< a function, in an imported archive
};
/// Those that LOOP records.
constexpr std::array<SiteKind, 6> recorded_site_kinds{SiteKind::Construct, SiteKind::Phase, SiteKind::Picl,
                                                      SiteKind::Mpi,       SiteKind::Part,  SiteKind::Work};

/// The name in trace files and CSV: "construct", "phase", "picl", "mpi", "part", "work", "region".
const char* site_kind_name(SiteKind kind);

struct TraceSite {
    SiteKind kind = SiteKind::Construct;
    std::string construct; ///< without a backslash
    std::string name;      ///< for a phase, a part of a kernel, or a region, else empty
    std::string file;
    int line = 0;           ///< 0 if unknown; for an MPI call: the line of the preceding construct
    int column = 0;         ///< base/text/place.h
    bool elsewhere = false; ///< not in the program, but in another file
};

/// "line 12" of the program, "halo.h:12" of another file, "libsolver.so+0x11c9" in a library without lines,
/// "" if the place is unknown. With the column, if it has one, but not of a phase, which has a name.
std::string place_text(const TraceSite& site);

/// Whether the site is a part of a kernel: a block of recorded iterations.
inline bool is_part(const TraceSite& site) {
    return site.kind == SiteKind::Part || site.kind == SiteKind::Work;
}

/// "\EXCHANGE", "phase name", "MPI_Send", "\PINGPONG: 8 bytes"; followed by the place if `line`.
std::string site_text(const TraceSite& site, bool line = false);

struct Communicator {
    std::string name; ///< "constructs", "PICL", "MPI_COMM_WORLD", ...
    std::vector<int>
        ranks; ///< world ranks by rank in the communicator; no_partner: in another MPI_COMM_WORLD
};

struct ClockSample {
    std::int64_t time_ns;   ///< on the rank's own clock, since its measured program began
    std::int64_t offset_ns; ///< to add to the rank's clock at this time; interpolated between samples
    std::int64_t bound_ns;  ///< max error of `offset_ns`
};

/// What a thread of a rank does from a time on.
struct ThreadEvent {
    enum class State : std::uint8_t { Busy, Communicating, Ended, NotRecorded };
    std::int64_t time_ns;
    std::int32_t thread;
    State state;
};

/// A thread of a rank sent a message to the thread of the same number on another rank, or received one from
/// it.
struct ThreadMessageEvent {
    std::int64_t time_ns;
    std::int64_t bytes;
    std::int32_t thread;
    std::int32_t partner; ///< world rank
    bool is_received;
};

/// An interval without data, because a block of the file is damaged or the buffer was full.
struct Gap {
    std::int64_t begin_ns;
    std::int64_t end_ns;
};

/// What a rank counted of an MPI call of host code, beside the trace: right even if the trace was full.
/// Without what is not measured.
struct CallCounts {
    std::uint32_t site = no_site; ///< index into Trace::sites
    std::int64_t calls = 0;
    std::int64_t messages_sent = 0, bytes_sent = 0;
    std::int64_t messages_received = 0, bytes_received = 0;
    /// What it gave to collective operations and got from them (<loop/collective_data.h>).
    std::int64_t collective_bytes_given = 0, collective_bytes_got = 0;
};

struct RankTrace {
    int rank = 0;
    std::string host;
    bool present = false;  ///< its file exists and could be read at least in part
    bool complete = false; ///< read to the end, and no event was dropped
    std::string problem;   ///< if not complete: the reason, as a phrase
    /// Number of events lost because the buffer was full; all are later than the last event in `events`.
    std::uint64_t dropped = 0;
    std::int64_t begin_ns = 0; ///< end of \OPEN0
    /// Start of \CLOSE0, or the time at which a rank that did not reach it was killed.
    std::int64_t end_ns = 0;
    std::vector<ClockSample> clock;   ///< empty: same clock as rank 0
    bool clock_is_compared = true;    ///< false: it is unknown how far its host's clock differs from rank 0's
    std::vector<Gap> gaps;            ///< ordered by time
    std::vector<Event> events;        ///< ordered by time
    std::vector<ThreadEvent> threads; ///< those of each thread ordered by time
    std::vector<ThreadMessageEvent> thread_messages; ///< those of each thread in their order
    bool counts_calls = false; ///< it left the counts below: it was not killed, and this is no import
    std::vector<CallCounts> call_counts; ///< of each site with MPI calls of host code
};

struct Trace {
    std::vector<TraceSite> sites; ///< the same construct at the same line is one site on all ranks
    std::vector<Communicator> communicators;
    std::vector<RankTrace> ranks; ///< indexed by rank, including ranks without a trace
    std::string clock_source;     ///< "time stamp counter, 2.3 GHz", "clock_gettime", "MPI_Wtime (simulated)"
    double resolution_ns = 1;
    /// When time 0 was, in nanoseconds since 1970, to the second; 0: unknown, or on a simulated machine.
    std::int64_t began_unix_ns = 0;
    std::vector<std::string> problems; ///< problems of the trace as a whole, one sentence each

    std::int64_t begin_ns() const;
    std::int64_t end_ns() const;
};

/// Whether the times come from a model: then messages move at any time, and only a rank that must wait waits.
bool has_simulated_clock(const Trace& trace);

/// What the clock source of an imported OTF2 archive begins with.
constexpr const char* archive_clock = "OTF2 archive";
/// Whether the trace was imported from an archive of another tool.
bool is_archive(const Trace& trace);

} // namespace loop::report
