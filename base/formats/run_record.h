#pragma once

#include "base/formats/campaign.h"
#include "base/formats/hardware.h"
#include "base/formats/rank_record.h"
#include "base/formats/verdict.h"

/// run.json, schema "loop-run/1" (docs/run-format.md): a complete run.
namespace loop::formats {

inline constexpr const char* run_file_name = "run.json";

struct Spread {
    double min = 0;
    double median = 0;
    double max = 0;

    static constexpr auto members = [](auto& fields, auto& self) {
        fields("min", self.min);
        fields.needed("median", self.median);
        fields("max", self.max);
    };
};

/// Empty if there are no values.
std::optional<Spread> spread(const std::vector<double>& values);

/// The distribution of a time over ranks: `seconds` for the median launch, `launches` for every launch.
struct Timing {
    std::optional<Spread> seconds;
    std::vector<Spread> launches;
    double flops = 0;        ///< declared, of all ranks together
    double memory_bytes = 0; ///< the same

    static constexpr auto members = [](auto& fields, auto& self) {
        fields("seconds", self.seconds);
        fields.figure(keys::flops, self.flops);
        fields.figure(keys::memory_bytes, self.memory_bytes);
        fields("launches", self.launches);
    };
};

struct PhaseTiming {
    std::string name;
    int line = 0;
    std::optional<Spread> calls;
    Timing timing;

    static constexpr auto members = [](auto& fields, auto& self) {
        fields(keys::name, self.name);
        fields(keys::line, self.line);
        fields(keys::calls, self.calls);
        Timing::members(fields, self.timing);
    };
};

/// All phases with one name, on any line: the total time of the slowest rank.
struct PhaseTime {
    std::string name;
    Timing timing;

    static constexpr auto members = [](auto& fields, auto& self) {
        fields(keys::name, self.name);
        Timing::members(fields, self.timing);
    };
};

/// The threads of one construct, over all threads of all ranks; each figure is the median over launches.
struct ThreadsSummary {
    std::string construct;
    int line = 0;
    std::optional<Spread> threads; ///< of a rank, over ranks
    std::optional<Spread> calls;   ///< over ranks
    double min_seconds = 0;        ///< of the busy times of threads
    double mean_seconds = 0;
    double max_seconds = 0;
    double total_seconds = 0; ///< of the rank with the most, with the begin and end of the threads
    double imbalance = 0;     ///< time of the slowest thread of each call / mean busy time - 1

    static constexpr auto members = [](auto& fields, auto& self) {
        fields(keys::construct, self.construct);
        fields(keys::line, self.line);
        fields(keys::threads, self.threads);
        fields(keys::calls, self.calls);
        fields(keys::min_seconds, self.min_seconds);
        fields("mean_seconds", self.mean_seconds);
        fields(keys::max_seconds, self.max_seconds);
        fields(keys::total_seconds, self.total_seconds);
        fields("imbalance", self.imbalance);
    };
};

struct ResultValue {
    std::string name;
    std::string unit;
    int line = 0;
    std::optional<Spread> value; ///< over ranks and launches; empty if no value is finite
    int not_finite = 0;
    int ranks = 0;                               ///< the number of ranks that reported it
    std::vector<std::optional<Spread>> launches; ///< per launch, over ranks
    ResultTag tag{};

    static constexpr auto members = [](auto& fields, auto& self) {
        fields(keys::name, self.name);
        fields(keys::unit, self.unit);
        fields(keys::line, self.line);
        ResultTag::members(fields, self.tag);
        fields(keys::ranks, self.ranks);
        fields(keys::value, self.value);
        fields("not_finite", self.not_finite);
        fields("launches", self.launches);
    };
};

/// The distribution of all samples with one name and key (\TIMED, \SAMPLE).
struct SampleSummary {
    Samples samples;                                      ///< of all ranks and launches
    int ranks = 0;                                        ///< the number of ranks that have some
    std::optional<SampleQuantiles> all;                   ///< empty if all samples are negative or not finite
    std::vector<std::optional<SampleQuantiles>> launches; ///< of all ranks of each launch

    static constexpr auto members = [](auto& fields, auto& self) {
        Samples::members(fields, self.samples);
        fields(keys::ranks, self.ranks);
        fields("all", self.all);
        fields("launches", self.launches);
    };
};

/// Summary of the complete launches.
struct Summary {
    int launches = 0; ///< number of complete launches
    Timing program;
    std::vector<PhaseTiming> phases;
    std::vector<PhaseTime> phase_times;
    std::vector<ThreadsSummary> threads;
    std::vector<SiteCounts> sites;
    std::vector<ResultValue> results;
    std::vector<SampleSummary> samples;
    std::vector<Verification> verifications;
    Payload payload;

    static constexpr auto members = [](auto& fields, auto& self) {
        fields("launches", self.launches);
        fields("program", self.program);
        fields(keys::phases, self.phases);
        fields("phase_times", self.phase_times);
        fields.unless_empty(keys::threads, self.threads);
        fields(keys::sites, self.sites);
        fields(keys::results, self.results);
        fields(keys::samples, self.samples);
        fields(keys::verifications, self.verifications);
        fields(keys::payload, self.payload);
    };
};

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
        fields.unless_empty("findings", self.findings);
        fields(keys::ranks, self.ranks);
    };
};

/// The program.
struct RunSource {
    std::string name;
    std::string file; ///< its name in messages
    std::string description;
    std::string hash;
    std::string text;
    std::vector<std::string> flags{};     ///< what its `\BUILD`s need: options of the compiler
    std::vector<std::string> libraries{}; ///< and names of libraries

    static constexpr auto members = [](auto& fields, auto& self) {
        fields(keys::name, self.name);
        fields(keys::file, self.file);
        fields("description", self.description);
        fields("hash", self.hash);
        fields.unless_empty("flags", self.flags);
        fields.unless_empty("libraries", self.libraries);
        fields.as_it_is(keys::text, self.text);
    };
};

struct RunSimulation {
    struct Phase {
        std::string name;
        int line = 0;
        double seconds = 0; ///< of the slowest rank

        static constexpr auto members = [](auto& fields, auto& self) {
            fields(keys::name, self.name);
            fields(keys::line, self.line);
            fields("seconds", self.seconds);
        };
    };
    struct Platform {
        std::string file;
        std::string text;

        static constexpr auto members = [](auto& fields, auto& self) {
            fields(keys::file, self.file);
            fields.as_it_is(keys::text, self.text);
        };
    };

    enum class HostCompute { Unknown, Free, Measured };
    static constexpr std::array<const char*, 3> host_compute_names{"unknown", "free", "measured"};

    HostCompute host_compute = HostCompute::Unknown;
    std::optional<double> makespan_seconds; ///< empty if no launch was complete
    std::optional<std::vector<Phase>> phases;
    Platform platform;

    static constexpr auto members = [](auto& fields, auto& self) {
        fields("host_compute", self.host_compute, host_compute_names);
        fields.unless_null("makespan_seconds", self.makespan_seconds);
        fields.unless_null(keys::phases, self.phases);
        fields("platform", self.platform);
    };
};

/// The settings of a sweep for the launches of a point.
struct RunSweep {
    Campaign::Order order = Campaign::Order::Shuffled;
    std::uint64_t seed = 0;
    int warm_ups = 0;
    int launches = 0;
    std::optional<double> narrower_than;
    std::optional<int> most_launches;

    static constexpr auto members = [](auto& fields, auto& self) {
        fields("order", self.order, Campaign::orders);
        fields("seed", self.seed);
        fields("warm_ups", self.warm_ups);
        fields("launches", self.launches);
        fields.unless_null("narrower_than", self.narrower_than);
        fields.unless_null("most_launches", self.most_launches);
    };
};

struct RunVersions {
    std::string loop, compiler, mpi, launcher;

    static constexpr auto members = [](auto& fields, auto& self) {
        fields("loop", self.loop);
        fields("compiler", self.compiler);
        fields(keys::mpi, self.mpi);
        fields("launcher", self.launcher);
    };
};

struct RunCommands {
    std::vector<std::string> compile, launch, repeat;

    static constexpr auto members = [](auto& fields, auto& self) {
        fields("compile", self.compile);
        fields(keys::launch, self.launch);
        fields("repeat", self.repeat);
    };
};

/// A note from a rank.
struct RunNote {
    int launch = 0;
    int rank = 0;
    std::string text;

    static constexpr auto members = [](auto& fields, auto& self) {
        fields(keys::launch, self.launch);
        fields(keys::rank, self.rank);
        fields(keys::text, self.text);
    };
};

/// The profile of the machine.
struct RunMachine {
    struct Simulation {
        std::map<std::string, double> rates;
        std::map<std::string, std::string> sources; ///< the source of each rate and of the platform
        std::vector<std::string> calibrated;

        static constexpr auto members = [](auto& fields, auto& self) {
            fields("rates", self.rates);
            fields("sources", self.sources);
            fields("calibrated", self.calibrated);
        };
    };

    std::string name;
    std::string description;
    std::vector<std::string> flags, libraries, hosts;
    Pairs environment;
    Hardware hardware;
    std::optional<Json> queue;
    std::optional<Simulation> simulation;
    Json whole;

    static constexpr auto members = [](auto& fields, auto& self) {
        if (fields.all(self.whole)) return;
        fields(keys::name, self.name);
        fields("description", self.description);
        fields("flags", self.flags);
        fields("libraries", self.libraries);
        fields("hosts", self.hosts);
        fields.named("environment", self.environment);
        fields("hardware", self.hardware);
        fields.unless_null("queue", self.queue);
        fields.unless_null("simulation", self.simulation);
    };
};

/// The map from ranks to processors, if the user gave one.
struct RunMap {
    std::string asked; ///< `reverse`, `random:SEED`, or the name of a file
    /// One per rank, numbered in the order in which the launcher fills them without a map.
    std::vector<int> processors;

    static constexpr auto members = [](auto& fields, auto& self) {
        fields("asked", self.asked);
        fields("processors", self.processors);
    };
};

struct RunRecord {
    static constexpr const char* schema = "loop-run/1";

    std::optional<Verdict> verdict; ///< empty if its word is unknown
    RunSource source;
    Pairs parameters;
    int ranks = 0;
    RunMachine machine;
    Json environment;
    RunVersions versions;
    RunCommands commands;
    std::string started, ended;
    int launches_planned = 0;
    std::optional<RunMap> map;
    std::optional<RunSweep> sweep;
    std::optional<RunSimulation> simulated;
    Summary summary;
    std::vector<RunNote> notes;
    std::vector<RunLaunch> launches;

    static constexpr auto members = [](auto& fields, auto& self) {
        fields.schema(keys::schema, schema);
        fields("verdict", self.verdict);
        fields(keys::source, self.source);
        fields.named(keys::parameters, self.parameters);
        fields(keys::ranks, self.ranks);
        fields("machine", self.machine);
        fields("environment", self.environment);
        fields("versions", self.versions);
        fields("commands", self.commands);
        fields("started", self.started);
        fields("ended", self.ended);
        fields("launches_planned", self.launches_planned);
        fields.unless_null("map", self.map);
        fields.unless_null("sweep", self.sweep);
        fields.unless_null("simulated", self.simulated);
        fields("summary", self.summary);
        fields(keys::notes, self.notes);
        fields("launches", self.launches);
    };
};

/// Reads all valid members and reports problems; empty if the schema is unknown. Accepts any JSON.
std::optional<RunRecord> read_run_record(const Json& json, Problems& problems,
                                         Reader::Texts texts = Reader::Texts::AsTheyAre);

extern template Json to_json(const RunRecord&); // instantiated once, to save compile time

} // namespace loop::formats
