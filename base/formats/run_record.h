#pragma once

#include "base/formats/campaign.h"
#include "base/formats/hardware.h"
#include "base/formats/run_launch.h"
#include "base/formats/run_summary.h"
#include "base/formats/verdict.h"

/// run.json, schema "loop-run/1" (docs/run-format.md): a complete run.
namespace loop::formats {

inline constexpr const char* run_file_name = "run.json";

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
        std::string file{};

        static constexpr auto members = [](auto& fields, auto& self) {
            fields(keys::name, self.name);
            fields(keys::line, self.line);
            fields.unless_empty(keys::file, self.file);
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
    bool work_left_out = false;             ///< the program has charged work, which was not executed
    std::vector<int> uncharged_lines;       ///< of host code that took no simulated time
    std::optional<double> makespan_seconds; ///< empty if no launch was complete
    std::optional<std::vector<Phase>> phases;
    Platform platform;

    static constexpr auto members = [](auto& fields, auto& self) {
        fields("host_compute", self.host_compute, host_compute_names);
        fields("work_left_out", self.work_left_out);
        fields.unless_empty("uncharged_lines", self.uncharged_lines);
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
    std::string given; ///< `reverse`, `random:SEED`, or the name of a file
    /// One per rank, numbered in the order in which the launcher fills them without a map.
    std::vector<int> processors;
    std::size_t cores = 1; ///< of each processor

    static constexpr auto members = [](auto& fields, auto& self) {
        fields("asked", self.given);
        fields("processors", self.processors);
        fields.count("cores", self.cores);
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
