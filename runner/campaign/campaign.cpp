#include "runner/campaign/campaign.h"

#include "base/text/strings.h"
#include "base/text/units.h"
#include "runner/system/failure.h"

#include <fmt/core.h>

#include <algorithm>
#include <set>

namespace loop::runner {

namespace {

template <typename Value>
void refuse_repetition(const std::vector<Value>& values, const std::string& workload, const char* what) {
    std::set<Value> seen;
    for (const Value& value : values)
        if (!seen.insert(value).second)
            throw Failure(ExitCode::Usage, fmt::format("{} {} is given twice for {}", what, value, workload),
                          "use `--launches` to repeat launches");
}

void check_pairs(const Series& series) {
    if (!series.paired || series.sizes.size() == series.ranks.size()) return;
    throw Failure(ExitCode::Usage,
                  fmt::format("{}: {} sizes cannot be paired with {} numbers of ranks", series.workload,
                              series.sizes.size(), series.ranks.size()),
                  "give the same number of both");
}

void check(const Series& series) {
    check_pairs(series);
    refuse_repetition(series.ranks, series.workload, "ranks");
    if (!series.paired) refuse_repetition(series.sizes, series.workload, "size");
    refuse_repetition(series.iterations, series.workload, "iterations");
    for (const auto& [name, values] : series.set)
        refuse_repetition(values, series.workload, ("the value of " + name).c_str());
    std::vector<std::string> names;
    for (const Variation& variation : series.variations)
        names.push_back(variation.name);
    refuse_repetition(names, series.workload, "variation");
}

/// A factor of some series, with the number of its values.
struct Factor {
    std::string name;
    std::size_t values;
    bool is_numeric;
};

std::vector<Factor> factors_of(const Campaign& campaign) {
    std::vector<Factor> all{{"machine", campaign.machines.size(), false}};
    for (const Series& series : campaign.series) {
        all.push_back({"ranks", series.ranks.size(), true});
        all.push_back({"size", series.sizes.size(), true});
        all.push_back({"iterations", series.iterations.size(), true});
        for (const auto& [name, values] : series.set)
            all.push_back({name, values.size(),
                           std::all_of(values.begin(), values.end(),
                                       [](const std::string& text) { return number_in<double>(text); })});
    }
    return all;
}

/// An error that a report would find only after all launches.
void check_pictures(const Campaign& campaign) {
    const std::vector<Factor> factors = factors_of(campaign);
    std::vector<std::string> names, numeric;
    for (const Factor& factor : factors) {
        if (factor.values > 0) add_once(names, factor.name);
        if (factor.values > 1 && factor.is_numeric) add_once(numeric, factor.name);
    }
    if (!campaign.x.empty() && std::find(names.begin(), names.end(), campaign.x) == names.end())
        throw Failure(ExitCode::Usage, fmt::format("`--x {}` is not a factor of this sweep", campaign.x),
                      "it has " + joined(names, ", "));
    if (campaign.heat_map && numeric.size() < 2)
        throw Failure(ExitCode::Usage, "`--heat-map` needs two factors with several numbers each",
                      "give for example `-n 1,2,4 --size 100,200`");
}

} // namespace

void check(const Campaign& campaign) {
    if (campaign.series.empty()) throw Failure(ExitCode::Usage, "the campaign names no workload");
    refuse_repetition(campaign.machines, "the campaign", "machine");
    for (const Series& series : campaign.series)
        check(series);
    check_pictures(campaign);
    if (campaign.stopping.most_launches < campaign.stopping.launches && campaign.stopping.narrower_than)
        throw Failure(ExitCode::Usage,
                      fmt::format("the maximum of {} launches is below the minimum of {}",
                                  campaign.stopping.most_launches, campaign.stopping.launches));
}

} // namespace loop::runner
