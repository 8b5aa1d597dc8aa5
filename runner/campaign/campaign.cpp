#include "runner/campaign/campaign.h"

#include "runner/failure.h"

#include <fmt/core.h>

#include <algorithm>
#include <set>

namespace loop::runner {

using nlohmann::ordered_json;

namespace {

template <typename Value>
void refuse_repetition(const std::vector<Value>& values, const std::string& workload, const char* what) {
    std::set<Value> seen;
    for (const Value& value : values)
        if (!seen.insert(value).second)
            throw Failure(ExitCode::Usage, fmt::format("{} {} is given twice for {}", what, value, workload),
                          "launches are repeated by `--launches`");
}

void check_pairs(const Series& series) {
    if (!series.paired || series.sizes.size() == series.ranks.size()) return;
    throw Failure(ExitCode::Usage,
                  fmt::format("{}: {} sizes cannot be paired with {} numbers of ranks", series.workload,
                              series.sizes.size(), series.ranks.size()),
                  "give as many of both");
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

template <typename Value>
ordered_json optional(const std::optional<Value>& value) {
    return value ? ordered_json(*value) : ordered_json(nullptr);
}

ordered_json to_json(const Series& series) {
    ordered_json json{{"workload", series.workload},
                      {"ranks", series.ranks},
                      {"sizes", series.sizes},
                      {"iterations", series.iterations},
                      {"paired", series.paired}};
    // Lists of pairs, as the order of parameters is the order of points.
    json["set"] = series.set;
    json["variations"] = ordered_json::array();
    for (const Variation& variation : series.variations)
        json["variations"].push_back({{"name", variation.name}, {"set", variation.set}});
    return json;
}

Series series_from(const ordered_json& json) {
    Series series;
    json.at("workload").get_to(series.workload);
    json.at("ranks").get_to(series.ranks);
    json.at("sizes").get_to(series.sizes);
    json.at("iterations").get_to(series.iterations);
    json.at("paired").get_to(series.paired);
    json.at("set").get_to(series.set);
    for (const ordered_json& item : json.at("variations")) {
        Variation variation;
        item.at("name").get_to(variation.name);
        item.at("set").get_to(variation.set);
        series.variations.push_back(std::move(variation));
    }
    return series;
}

template <typename Value>
void read_optional(const ordered_json& json, std::optional<Value>& value) {
    if (!json.is_null()) value = json.get<Value>();
}

constexpr const char* shuffled = "shuffled";
constexpr const char* nested = "nested";

} // namespace

void check(const Campaign& campaign) {
    if (campaign.series.empty()) throw Failure(ExitCode::Usage, "the campaign names no workload");
    refuse_repetition(campaign.machines, "the campaign", "machine");
    for (const Series& series : campaign.series)
        check(series);
    if (campaign.stopping.most_launches < campaign.stopping.launches && campaign.stopping.narrower_than)
        throw Failure(ExitCode::Usage,
                      fmt::format("at most {} launches are fewer than the {} that are wanted at least",
                                  campaign.stopping.most_launches, campaign.stopping.launches));
}

ordered_json to_json(const Campaign& campaign) {
    ordered_json json;
    json["name"] = campaign.name;
    json["machines"] = campaign.machines;
    json["launches"] = campaign.stopping.launches;
    json["most_launches"] = campaign.stopping.most_launches;
    json["until"] = optional(campaign.stopping.narrower_than);
    json["budget_seconds"] = optional(campaign.stopping.budget_seconds);
    json["warm_ups"] = campaign.warm_ups;
    json["order"] = campaign.order == Campaign::Order::Shuffled ? shuffled : nested;
    json["seed"] = campaign.seed;
    json["scaling"] = campaign.scaling == Campaign::Scaling::Fixed ? "fixed" : "scaled";
    json["keep"] = campaign.keep == Campaign::Keep::Median ? "median" : "fastest";
    json["phase"] = campaign.phase;
    json["launch_limit_seconds"] = optional(campaign.launch_limit_seconds);
    json["verify"] = campaign.verify;
    json["series"] = ordered_json::array();
    for (const Series& series : campaign.series)
        json["series"].push_back(to_json(series));
    return json;
}

Campaign campaign_from_json(const ordered_json& json) {
    try {
        Campaign campaign;
        json.at("name").get_to(campaign.name);
        json.at("machines").get_to(campaign.machines);
        json.at("launches").get_to(campaign.stopping.launches);
        json.at("most_launches").get_to(campaign.stopping.most_launches);
        read_optional(json.at("until"), campaign.stopping.narrower_than);
        read_optional(json.at("budget_seconds"), campaign.stopping.budget_seconds);
        json.at("warm_ups").get_to(campaign.warm_ups);
        campaign.order = json.at("order") == nested ? Campaign::Order::Nested : Campaign::Order::Shuffled;
        json.at("seed").get_to(campaign.seed);
        campaign.scaling =
            json.at("scaling") == "scaled" ? Campaign::Scaling::Scaled : Campaign::Scaling::Fixed;
        campaign.keep = json.at("keep") == "fastest" ? Campaign::Keep::Fastest : Campaign::Keep::Median;
        json.at("phase").get_to(campaign.phase);
        read_optional(json.at("launch_limit_seconds"), campaign.launch_limit_seconds);
        json.at("verify").get_to(campaign.verify);
        for (const ordered_json& series : json.at("series"))
            campaign.series.push_back(series_from(series));
        return campaign;
    } catch (const ordered_json::exception& error) {
        throw Failure(ExitCode::InputOutput, fmt::format("not a campaign: {}", error.what()));
    }
}

} // namespace loop::runner
