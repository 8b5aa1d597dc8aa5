#pragma once

#include "base/formats/rank_record.h"

/// What run.json says of all complete launches together (docs/run-format.md).
namespace loop::formats {

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
    double flops = 0;               ///< declared, of all ranks together
    double memory_bytes = 0;        ///< the same
    double flops_without_bytes = 0; ///< the part of the operations that is declared without bytes

    static constexpr auto members = [](auto& fields, auto& self) {
        fields("seconds", self.seconds);
        fields.figure(keys::flops, self.flops);
        fields.figure(keys::memory_bytes, self.memory_bytes);
        fields.figure(keys::flops_without_bytes, self.flops_without_bytes);
        fields("launches", self.launches);
    };
};

struct PhaseTiming {
    std::string name;
    int line = 0;
    std::optional<Spread> calls;
    Timing timing;
    std::string file{};

    static constexpr auto members = [](auto& fields, auto& self) {
        fields(keys::name, self.name);
        fields(keys::line, self.line);
        fields.unless_empty(keys::file, self.file);
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
    int column = 0;           ///< base/text/place.h
    std::string file{};

    static constexpr auto members = [](auto& fields, auto& self) {
        fields(keys::construct, self.construct);
        fields(keys::line, self.line);
        fields.count_unless_zero(keys::column, self.column);
        fields.unless_empty(keys::file, self.file);
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
    std::string file{};

    static constexpr auto members = [](auto& fields, auto& self) {
        fields(keys::name, self.name);
        fields(keys::unit, self.unit);
        fields(keys::line, self.line);
        fields.unless_empty(keys::file, self.file);
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

} // namespace loop::formats
