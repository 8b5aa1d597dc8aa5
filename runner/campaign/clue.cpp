#include "runner/campaign/clue.h"

#include "base/text/nearest.h"
#include "base/text/strings.h"
#include "runner/system/failure.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace loop::runner {

namespace {

constexpr int usual_iterations = 20; // thesis, 4.1
constexpr int usual_trials = 10;
constexpr int max_iterations = 1000000;

using Set = std::vector<std::pair<std::string, std::string>>;

std::vector<std::string> variation_names() {
    std::vector<std::string> names;
    for (const Variation& variation : clue_variations({}, 2, 2))
        names.push_back(variation.name);
    return names;
}

} // namespace

long long ideal_side(double memory_bytes, std::optional<double> cache_bytes, double fill,
                     double reserve_bytes, int word_bytes) {
    const double cells = fill * std::max(0.0, memory_bytes - reserve_bytes) / word_bytes;
    double side = std::floor(std::sqrt(cells));
    if (cache_bytes) side = std::min(side, std::ceil(*cache_bytes / 3 / word_bytes) - 1);
    return std::max(1LL, static_cast<long long>(side));
}

std::vector<Variation> clue_variations(const ClueSettings& settings, long long width, long long height) {
    const bool wide = settings.word_bytes == 8;
    const std::string real = wide ? "double" : "float", integer = wide ? "int64" : "int32";
    const auto variation = [&](const char* name, long long columns, long long rows, const std::string& type,
                               const Set& more = {}) {
        Variation result{
            name, {{"width", std::to_string(columns)}, {"height", std::to_string(rows)}, {"type", type}}};
        result.set.insert(result.set.end(), more.begin(), more.end());
        return result;
    };
    std::vector<Variation> all{variation("base", width, height, real),
                               variation("integer", width, height, integer)};
    // Variations with twice the word size. They need 4-byte words: processors have no reals wider than a
    // double.
    if (!wide) {
        all.push_back(variation("double", width, height, "double"));
        all.push_back(variation("wide-integer", width, height, "int64"));
    }
    all.push_back(variation("rearranged", 2 * width, std::max(1LL, height / 2), real));
    all.push_back(variation("random-order", width, height, real, {{"order", "random"}}));
    all.push_back(variation("four", width, height, real, {{"neighbours", "four"}}));
    all.push_back(variation("scattered", width, height, real, {{"neighbours", "scattered"}}));
    all.push_back(variation("cells", width, height, real, {{"edges", "cells"}}));
    all.push_back(variation("in-place", width, height, real, {{"update", "in-place"}}));
    all.push_back(variation("modulo", width, height, real, {{"indices", "modulo"}}));
    if (settings.variations.empty()) return all;
    std::vector<Variation> wanted;
    for (const Variation& item : all)
        if (item.name == "base" || std::find(settings.variations.begin(), settings.variations.end(),
                                             item.name) != settings.variations.end())
            wanted.push_back(item);
    return wanted;
}

void check_variations(const std::vector<std::string>& names) {
    const std::vector<std::string> known = variation_names();
    for (const std::string& name : names) {
        if (std::find(known.begin(), known.end(), name) != known.end()) continue;
        throw Failure(ExitCode::Usage, fmt::format("unknown variation `{}`", name),
                      did_you_mean(name, known, "there are " + joined(known, ", ")));
    }
}

int iterations_for(double seconds_of_iteration, double min_seconds, double max_seconds) {
    const double each = std::max(seconds_of_iteration, 1e-9);
    const double least = min_seconds / each, most = max_seconds / each;
    return static_cast<int>(
        std::clamp(std::min(std::max<double>(usual_iterations, std::ceil(least)), std::floor(most)), 1.0,
                   static_cast<double>(max_iterations)));
}

int trials_for(double seconds_of_round, double budget_seconds, int least) {
    const double fit = std::floor(budget_seconds / std::max(seconds_of_round, 1e-9));
    return static_cast<int>(std::clamp<double>(fit, least, usual_trials));
}

std::vector<int> doubled_up_to(int most) {
    std::vector<int> numbers;
    for (int n = 1; n < most; n *= 2)
        numbers.push_back(n);
    numbers.push_back(most);
    return numbers;
}

Campaign clue_campaign(const ClueSettings& settings, const std::vector<Variation>& variations,
                       const std::map<std::string, int>& iterations, int trials) {
    Campaign campaign;
    campaign.name = "clue";
    campaign.machines = {settings.machine()};
    for (const Variation& variation : variations) {
        Series series;
        series.workload = "clue";
        series.ranks = settings.ranks;
        series.iterations = {iterations.at(variation.name)};
        series.variations = {variation};
        const int most = *std::max_element(settings.ranks.begin(), settings.ranks.end());
        if (variation.name == "base" && most > 1) series.traced_ranks = most; // shows what costs efficiency
        campaign.series.push_back(series);
    }
    campaign.stopping.launch(trials);
    campaign.stopping.narrower_than = settings.narrower_than;
    if (settings.most_trials) campaign.stopping.most_launches = *settings.most_trials;
    campaign.stopping.retries = 1;
    campaign.warm_ups = 0;
    campaign.order = Campaign::Order::Nested;
    campaign.scaling = Campaign::Scaling::Scaled;
    campaign.keep = Campaign::Keep::Fastest;
    campaign.phase = "transitions";
    campaign.seed = 1; // not used: the order is nested
    campaign.launch_limit_seconds = settings.trial_limit_seconds;
    return campaign;
}

void add_probes(const ClueSettings& settings, bool is_model, Campaign& campaign) {
    const int most = *std::max_element(settings.ranks.begin(), settings.ranks.end());
    const auto add = [&](const char* workload, const std::vector<int>& ranks) {
        Series probe;
        probe.workload = workload;
        probe.ranks = ranks;
        probe.probe = true;
        campaign.series.push_back(probe);
    };
    if (!is_model) add("triad", most > 1 ? std::vector<int>{1, most} : std::vector<int>{1});
    if (most > 1) add("pingpong", {most});
}

Campaign together(const std::vector<Campaign>& campaigns) {
    Campaign all = campaigns.front();
    all.machines.clear();
    all.series.clear();
    Stopping& stopping = all.stopping;
    stopping.budget_seconds.reset();
    for (const Campaign& one : campaigns) {
        all.machines.push_back(one.machines.front());
        for (Series series : one.series) {
            series.machine = one.machines.front();
            all.series.push_back(std::move(series));
        }
        stopping.launches = std::max(stopping.launches, one.stopping.launches);
        stopping.most_launches = std::max(stopping.most_launches, one.stopping.most_launches);
        if (one.stopping.narrower_than) stopping.narrower_than = one.stopping.narrower_than;
        if (one.stopping.budget_seconds)
            stopping.budget_seconds = stopping.budget_seconds.value_or(0) + *one.stopping.budget_seconds;
        all.launch_limit_seconds = all.launch_limit_seconds && one.launch_limit_seconds
                                       ? std::max(all.launch_limit_seconds, one.launch_limit_seconds)
                                       : std::nullopt;
    }
    return all;
}

} // namespace loop::runner
