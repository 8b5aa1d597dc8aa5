#include "report/findings/scaling_law.h"

#include "base/text/units.h"
#include "report/findings/plateau.h"
#include "report/findings/wording.h"

#include <fmt/core.h>

#include <algorithm>

namespace loop::report {

namespace {

constexpr double same_operations = 1.05; ///< of the last point relative to the first, for the same work

/// Explains a serial fraction below 0 or above 1: "" for others.
std::string outside_law(double serial_fraction, bool is_scaled) {
    if (serial_fraction > 1 + no_change)
        return is_scaled
                   ? "all ranks together do less work per second than one rank alone, so its serial "
                     "fraction would be above 100 %"
                   : "more ranks take longer than one, so its serial fraction would be above 100 %; it has "
                     "no term for work or waiting that each rank adds";
    if (serial_fraction < 0)
        return "several ranks are faster than their number explains, so its serial fraction would be below "
               "0; "
               "often the data of each rank then fit into its cache";
    return "";
}

/// Amdahl's serial fraction is the same for any number of ranks. If it rises from point to point, each rank
/// adds work or waiting, and the program slows down at some number of ranks instead of reaching a limit.
std::string rising_fraction(const ScalingCurve& curve) {
    constexpr double clearly = 1.5, noise = 0.01;
    const ScalingPoint *lowest = nullptr, *before = nullptr;
    for (const ScalingPoint& point : curve.points) {
        if (!point.serial_fraction) continue;
        if (lowest == nullptr) lowest = &point;
        if (before != nullptr && *point.serial_fraction < *before->serial_fraction) return "";
        before = &point;
    }
    if (lowest == before) return "";
    const double first = *lowest->serial_fraction, most = *before->serial_fraction;
    if (most < clearly * first || most - first < noise) return "";
    return fmt::format("its serial fraction rises from {} on {} to {} on {}, as if each rank added work or "
                       "waiting",
                       share_text(100 * std::max(first, 0.0)), lowest->place, share_text(100 * most),
                       before->place);
}

std::string grown_operations(const ScalingCurve& curve) {
    if (curve.operations_growth < same_operations) return "";
    return fmt::format(
        "on {}, all ranks together declare {} the operations of {}, and the law supposes the same "
        "work on any number of ranks",
        curve.points.back().place, multiple_text(curve.operations_growth), curve.points.front().place);
}

bool describes(double largest_deviation) {
    return largest_deviation <= good_fit;
}

} // namespace

std::string law_objection(const ScalingCurve& curve) {
    const ScalingLaw& law = *curve.law;
    if (!curve.is_scaled)
        if (std::string why = grown_operations(curve); !why.empty()) return why;
    if (const auto plateau = plateau_of(curve))
        return fmt::format("it supposes that more ranks help, but from {} on they make no difference",
                           curve.points[plateau->begin].place);
    if (std::string why = outside_law(law.serial_fraction, curve.is_scaled); !why.empty()) return why;
    if (!describes(law.largest_deviation))
        return "it deviates from them by up to " + share_text(100 * law.largest_deviation);
    return curve.is_scaled ? "" : rising_fraction(curve);
}

std::string cost_clause(const ScalingCurve& curve) {
    constexpr double clearly = 4; // times the squares of the other law
    if (!curve.cost || !describes(curve.cost->largest_deviation) || !grown_operations(curve).empty() ||
        plateau_of(curve))
        return "";
    const RankCost& cost = *curve.cost;
    if (curve.law && curve.law->squares < clearly * cost.squares) return "";
    const std::string serial = cost.serial_seconds > 0 ? fmt::format(" {} that they do not share,",
                                                                     seconds_text(cost.serial_seconds))
                                                       : "";
    return fmt::format("the times are those of work that the ranks share,{} and {} times {} (to within {})",
                       serial, seconds_text(cost.seconds), cost.growth,
                       share_text(100 * cost.largest_deviation));
}

std::string outside_point(double serial_fraction, bool is_scaled) {
    if (serial_fraction > 1)
        return is_scaled ? "all ranks together do less work per second than one rank alone"
                         : "it takes longer than on 1 rank, as ranks add work or waiting";
    return serial_fraction < 0
               ? "it is faster than the number of ranks explains, as when the data of each rank "
                 "fit into its cache, or when times scatter"
               : "";
}

} // namespace loop::report
