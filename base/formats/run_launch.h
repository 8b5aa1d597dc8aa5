#pragma once

#include "base/formats/rank_record.h"
#include "base/formats/verdict.h"

/// What run.json says of one launch and its ranks (docs/run-format.md).
namespace loop::formats {

/// The folder of launch `index` (from 1) of a run that planned more than one.
inline std::string launch_folder_name(int index) {
    return "launch-" + std::to_string(index);
}

/// The exception that ended a rank.
struct UncaughtException {
    std::string type;
    std::string text; ///< what it says about itself; may be empty

    static constexpr auto members = [](auto& fields, auto& self) {
        fields("type", self.type);
        fields.unless_empty(keys::text, self.text);
    };
};

/// Where a rank was last seen.
struct LastSeen {
    struct Call {
        std::string name;
        std::string place;

        static constexpr auto members = [](auto& fields, auto& self) {
            fields(keys::name, self.name);
            fields("place", self.place);
        };
    };

    std::string state;
    int detail = 0;
    bool inside = false;
    std::string construct;
    int line = 0;
    std::int64_t constructs_entered = 0;
    bool waiting = false;
    std::optional<Call> mpi_call; ///< the MPI call in host code that the rank was in, if any
    std::string failed_at;
    std::vector<std::string> stack{}; ///< the functions in which it failed, innermost first
    std::optional<UncaughtException> exception{};

    static constexpr auto members = [](auto& fields, auto& self) {
        fields("state", self.state);
        fields("detail", self.detail);
        fields("inside", self.inside);
        fields(keys::construct, self.construct);
        fields(keys::line, self.line);
        fields("constructs_entered", self.constructs_entered);
        fields(keys::waiting, self.waiting);
        fields.unless_null("mpi_call", self.mpi_call);
        fields.unless_empty("failed_at", self.failed_at);
        fields.unless_empty("stack", self.stack);
        fields.unless_null("exception", self.exception);
    };
};

struct RunRank {
    int rank = 0;
    bool complete = false; ///< its record is complete, and from this rank and launch
    std::string problem;   ///< why it is not complete
    std::optional<LastSeen> last_seen;
    std::optional<TraceFile> trace;
    std::optional<RankRecord> record;

    static constexpr auto members = [](auto& fields, auto& self) {
        fields(keys::rank, self.rank);
        fields("complete", self.complete);
        fields.unless_empty(keys::problem, self.problem);
        fields.unless_null("last_seen", self.last_seen);
        fields(keys::trace, self.trace);
        fields("record", self.record);
    };
};

/// A finding from the MPI calls of all ranks in host code (docs/reliability.md).
struct RunFinding {
    /// A fact does not change the verdict, a note makes it VALID WITH NOTES, a fault makes it INVALID.
    enum class Weight { Fact, Note, Fault };
    static constexpr std::array<const char*, 3> weights{"fact", "note", "fault"};

    std::string what; ///< its class: "different arguments", "never freed"
    Weight weight = Weight::Fact;
    std::string text; ///< the whole sentence, which begins with the class
    std::vector<int> ranks;
    std::vector<std::string> lines; ///< lines of the calls that the sentence names: "ring.loop:12"

    static constexpr auto members = [](auto& fields, auto& self) {
        fields("class", self.what);
        fields("weight", self.weight, weights);
        fields(keys::text, self.text);
        fields(keys::ranks, self.ranks);
        fields("lines", self.lines);
    };
};

/// Whether LOOP gave each rank cores of its own.
struct RunBinding {
    int cores = 0;    ///< of each rank; 0: the ranks were not bound by LOOP
    std::string text; ///< what was done, or why nothing

    static constexpr auto members = [](auto& fields, auto& self) {
        fields("cores", self.cores);
        fields(keys::text, self.text);
    };
};

/// How a CPU quota of a control group stopped the launch.
struct RunThrottling {
    std::uint64_t times = 0;
    double seconds = 0; ///< the sum over processors
    std::optional<double> quota_cores;

    static constexpr auto members = [](auto& fields, auto& self) {
        fields.count("times", self.times);
        fields("seconds", self.seconds);
        fields.unless_null("quota_cores", self.quota_cores);
    };
};

struct RunLaunch {
    struct Queue {
        std::string job;
        std::optional<double> waited_seconds; ///< empty: it never started
        std::string problem;

        static constexpr auto members = [](auto& fields, auto& self) {
            fields("job", self.job);
            fields("waited_seconds", self.waited_seconds);
            fields(keys::problem, self.problem);
        };
    };

    int index = 1;
    std::string id;
    std::string started;
    double seconds = 0; ///< wall clock of the launcher
    int launcher_code = 0, launcher_signal = 0;
    bool timed_out = false, hung = false, lingered = false;
    int interrupted_by = 0;
    bool complete = false;
    std::optional<Queue> queue;
    std::optional<RunBinding> binding;      ///< on this host
    std::optional<RunThrottling> throttled; ///< on this host; empty: not at all, or unknown
    std::vector<RunFinding> findings;
    std::vector<RunRank> ranks;

    static constexpr auto members = [](auto& fields, auto& self) {
        fields("index", self.index);
        fields("id", self.id);
        fields("started", self.started);
        fields("seconds", self.seconds);
        fields("launcher_code", self.launcher_code);
        fields("launcher_signal", self.launcher_signal);
        fields("timed_out", self.timed_out);
        fields("hung", self.hung);
        fields("lingered", self.lingered);
        fields("interrupted_by", self.interrupted_by);
        fields("complete", self.complete);
        fields.unless_null("queue", self.queue);
        fields.unless_null("binding", self.binding);
        fields.unless_null("throttled", self.throttled);
        fields.unless_empty("findings", self.findings);
        fields(keys::ranks, self.ranks);
    };
};

} // namespace loop::formats
