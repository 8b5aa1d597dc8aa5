#pragma once

#include "report/findings/growth_sentences.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

/// Whether a program scales along an axis, and why not. Pure functions of plain data: the axis may be the
/// number of ranks, a size, or any parameter.
namespace loop::report {

/// What the ranks do, in percent of their measured time.
struct StatePercents {
    double busy = 0, overhead = 0, waiting = 0;
    std::string waiting_place{}; ///< where ranks wait longest: "\EXCHANGE (line 41)"; empty: unknown
    double place_percent = 0;    ///< waiting there
    int line = 0;                ///< of that place; 0: none
    double in_operations = 0;    ///< of waiting: in collective operations that no rank is late for
};

/// A part of the program: a phase, or what is outside all phases.
struct PartTime {
    std::string name;   ///< of the phase; empty: outside all phases
    double percent = 0; ///< of the ranks' time
    double seconds = 0; ///< average over the ranks

    /// `phase "solve"`, "the program outside its phases".
    std::string text() const {
        return name.empty() ? "the program outside its phases" : "phase \"" + name + "\"";
    }
};

struct ScalingPoint {
    std::string place;           ///< "4 ranks", "size 400"
    double number = 0;           ///< on the axis
    std::vector<double> samples; ///< seconds
    bool is_fastest = false;     ///< `seconds` is that of the fastest launch
    double seconds = 0;          ///< the time of the point
    double work = 1;             ///< relative to the first point; 1 if the work is fixed
    std::optional<double> speedup, efficiency, serial_fraction; ///< relative to one rank
    std::optional<std::pair<double, double>> speedup_interval, efficiency_interval;
    bool shares_cores = false; ///< more ranks than cores
    bool repeats = false;      ///< simulated: as Samples::repeat
    std::vector<PartTime> parts;
    std::optional<StatePercents> states;
};

/// A law fitted to a curve.
struct ScalingLaw {
    std::string name; ///< "Amdahl"
    double serial_fraction = 0;
    double largest_deviation = 0;                        ///< as a fraction
    double squares = 0;                                  ///< of the deviations, summed
    std::optional<std::pair<double, double>> interval{}; ///< of the serial fraction
};

/// Another law: the ranks share all work, or all but a serial part, and add time.
struct RankCost {
    std::string growth; ///< "the number of ranks"
    double seconds = 0; ///< times that
    double largest_deviation = 0;
    double squares = 0;
    double best_ranks = 0;     ///< where the law is least
    double serial_seconds = 0; ///< 0: the ranks share all work
};

/// A point that does not follow the law of the others.
struct OutlyingPoint {
    std::size_t point = 0;
    double factor = 1; ///< its time relative to the law
    double largest_deviation = 0;
};

struct ScalingCurve {
    std::string name;    ///< "cg"; distinguishes the curve from others
    std::string axis;    ///< "ranks"
    std::string section; ///< id of the section that shows it
    bool is_ranks = true;
    bool is_numeric = true;
    bool is_scaled = false;           ///< the work grows with the ranks
    std::vector<ScalingPoint> points; ///< ascending on the axis
    std::optional<ScalingLaw> law;
    std::optional<RankCost> cost{};
    std::optional<OutlyingPoint> outlier{};
    /// Of fixed work: the declared operations at the last point relative to the first; 1 if none are
    /// declared.
    double operations_growth = 1;
    GrowthStory growth{}; ///< along an axis other than the ranks
};

/// Returns the conclusions on all curves: first what makes the times doubtful, then for each curve whether it
/// scales, and why not. `samples_section`: id of the section with every sample.
std::vector<Conclusion> scaling_conclusions(const std::vector<ScalingCurve>& curves,
                                            const std::string& samples_section);

} // namespace loop::report
