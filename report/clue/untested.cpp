#include "report/clue/untested.h"

#include "base/text/strings.h"

#include <fmt/core.h>

namespace loop::report {

namespace {

/// The variations that a conclusion needs, on the number of ranks that is observed.
struct Needs {
    const char* about;
    std::vector<const char*> variations;
    int min_ranks = 1;
    bool is_by_efficiency = false;
    bool is_of_memory = false; ///< models have no caches and no slow memory
};

const std::vector<Needs>& all_needs() {
    static const std::vector<Needs> all{
        {"network", {"rearranged"}, 2, true},
        {"floating point", {"double", "rearranged"}},
        {"memory bandwidth", {"double", "rearranged", "integer", "wide-integer"}, 1, false, true},
        {"memory tiers", {"scattered"}, 1, false, true},
        {"small messages", {"cells"}, 2, true},
        {"order of ranks", {"random-order"}, 4, true},
        {"scaling", {}, 2}};
    return all;
}

std::string why_not(const ClueReport& report, const Needs& needs, int ranks) {
    if (needs.is_of_memory && report.simulated) return "a model has no caches and no slow memory";
    if (ranks < needs.min_ranks)
        return needs.min_ranks == 2 ? "only one rank was measured" : "up to three ranks are all neighbors";
    for (const char* variation : needs.variations) {
        const ClueFigure* const figure = report.find(variation, ranks);
        if (figure == nullptr) return fmt::format("`{}` was not measured", variation);
        if (needs.is_by_efficiency && !figure->efficiency) return "no run on one rank, so no efficiency";
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
