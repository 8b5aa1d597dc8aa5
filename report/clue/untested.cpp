#include "report/clue/untested.h"

#include "base/text/strings.h"
#include "report/clue/causes.h"
#include "report/clue/noise.h"
#include "report/clue/observations.h"

#include <fmt/core.h>

#include <cmath>

namespace loop::report {

namespace {

/// The variations that a conclusion needs, on the number of ranks that is observed.
struct Needs {
    const char* about;
    std::vector<const char*> variations;
    int min_ranks = 1;
    bool is_by_efficiency = false;
    bool is_of_memory = false; ///< models have no caches and no slow memory
    double by_noise = 0; ///< the least difference of efficiency that is named, for variations that do the
                         ///< same work on one rank; 0: others
};

const std::vector<Needs>& all_needs() {
    static const std::vector<Needs> all{
        {"network", {"rearranged"}, 2, true},
        {"floating point", {"double", "rearranged"}},
        {"memory bandwidth", {"double", "rearranged", "integer", "wide-integer"}, 1, false, true},
        {"memory tiers", {"scattered"}, 1, false, true},
        {"small messages", {"cells"}, 2, true, false, min_cell_loss},
        {"order of ranks", {"random-order"}, 4, true, false, min_efficiency_loss},
        {"scaling", {}, 2}};
    return all;
}

std::string noise_text(const ClueReport& report, const ClueFigure& figure, int ranks) {
    return fmt::format(
        "on one rank, the same work differs by {:.1f} %, so a difference of {:.1f} % says nothing",
        100 * noise_on_one_rank(report).value_or(0),
        100 * std::abs(*report.find("base", ranks)->efficiency - *figure.efficiency));
}

std::string why_not(const ClueReport& report, const Needs& needs, int ranks) {
    if (needs.is_of_memory && report.simulated) return "a model has no caches and no slow memory";
    if (ranks < needs.min_ranks)
        return needs.min_ranks == 2 ? "only one rank was measured" : "up to three ranks are all neighbors";
    for (const char* variation : needs.variations) {
        const ClueFigure* const figure = report.find(variation, ranks);
        if (figure == nullptr) return fmt::format("`{}` was not measured", variation);
        if (needs.is_by_efficiency && !figure->efficiency) return "no run on one rank, so no efficiency";
        if (needs.by_noise > 0 && is_hidden_by_noise(report, variation, ranks, needs.by_noise))
            return noise_text(report, *figure, ranks);
    }
    if (needs.variations.empty() && report.find("base", 1) == nullptr) return "no run on one rank";
    return "";
}

} // namespace

std::vector<ClueUntested> untested(const ClueReport& report) {
    const int ranks = report.max_ranks();
    std::vector<ClueUntested> items;
    for (const Needs& needs : all_needs())
        if (std::string why = ranks == 0 ? "the base was not measured" : why_not(report, needs, ranks);
            !why.empty())
            items.push_back({needs.about, std::move(why)});
    return items;
}

std::string untested_text(const std::vector<ClueUntested>& items) {
    std::vector<std::string> parts;
    for (std::size_t i = 0; i < items.size(); ++i) {
        const bool ends = i + 1 == items.size() || items[i + 1].why != items[i].why;
        parts.push_back(ends ? fmt::format("{} ({})", items[i].about, items[i].why) : items[i].about);
    }
    return joined(parts, ", ");
}

} // namespace loop::report
