#include "runner/campaign/campaign.h"

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

} // namespace

void check(const Campaign& campaign) {
    if (campaign.series.empty()) throw Failure(ExitCode::Usage, "the campaign names no workload");
    refuse_repetition(campaign.machines, "the campaign", "machine");
    for (const Series& series : campaign.series)
        check(series);
    if (campaign.stopping.most_launches < campaign.stopping.launches && campaign.stopping.narrower_than)
        throw Failure(ExitCode::Usage,
                      fmt::format("the maximum of {} launches is below the minimum of {}",
                                  campaign.stopping.most_launches, campaign.stopping.launches));
}

} // namespace loop::runner
