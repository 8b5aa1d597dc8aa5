#pragma once

#include "base/statistics/growth.h"
#include "report/document/document.h"

#include <functional>
#include <string>
#include <vector>

/// What a law of growth and its knees say. Pure functions of plain data.
namespace loop::report {

/// A quantity that grows along an axis, with all words that its sentences need.
struct GrowthStory {
    std::string subject; ///< "the time"
    std::string axis;    ///< "size"
    const statistics::Growth* growth = nullptr;
    std::vector<std::string> places; ///< "size 400", one per point
    /// Text of an amount of the quantity: fine_seconds_text for times.
    std::function<std::string(double)> amount;
    /// What may cause each knee: a clause, or "" if nothing is known.
    std::vector<std::string> causes;
    bool is_time_of_bytes = false; ///< the slope is also told as a bandwidth
};

/// "grows as size^2.98", "is 450 ns + 51.6 ps times bytes (19.4 GB/s)", "follows no law within 10 %".
std::string law_text(const GrowthStory& story, const statistics::GrowthLaw& law);
/// The interval of the law's exponent or slope: "exponent 2.95 to 3.01"; "" if it is not known.
std::string law_interval_text(const GrowthStory& story, const statistics::GrowthLaw& law);

/// One row per law: its range, text, intervals, and deviation. Empty without a law.
DataTable laws_table(const GrowthStory& story);

/// One sentence for a single law that describes the values, or one per knee.
std::vector<Conclusion> growth_conclusions(const GrowthStory& story, const std::string& section);

} // namespace loop::report
