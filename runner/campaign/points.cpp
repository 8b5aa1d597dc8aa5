#include "runner/campaign/points.h"

#include "base/text/strings.h"
#include "runner/system/files.h"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <numeric>
#include <random>

namespace loop::runner {

namespace {

using Assignments = std::vector<std::pair<std::string, std::string>>;

/// All combinations of one value per name, the last name changing fastest.
std::vector<Assignments>
combinations(const std::vector<std::pair<std::string, std::vector<std::string>>>& choices) {
    std::vector<Assignments> result(1);
    for (const auto& [name, values] : choices) {
        std::vector<Assignments> longer;
        for (const Assignments& before : result)
            for (const std::string& value : values) {
                longer.push_back(before);
                longer.back().emplace_back(name, value);
            }
        result = std::move(longer);
    }
    return result;
}

std::vector<std::optional<int>> or_default(const std::vector<int>& values) {
    if (values.empty()) return {std::nullopt};
    return {values.begin(), values.end()};
}

/// Combinations of number of ranks and problem size.
std::vector<std::pair<int, std::optional<int>>> extents(const Series& series) {
    std::vector<std::pair<int, std::optional<int>>> result;
    if (series.paired) {
        for (std::size_t i = 0; i < series.ranks.size(); ++i)
            result.emplace_back(series.ranks[i], series.sizes[i]);
        return result;
    }
    for (const std::optional<int>& size : or_default(series.sizes))
        for (const int ranks : series.ranks)
            result.emplace_back(ranks, size);
    return result;
}

std::string stem(const std::string& workload) {
    return shortened(std::filesystem::path(workload).stem().string(), 60);
}

class Expansion {
public:
    explicit Expansion(const Campaign& campaign) : campaign_(campaign) {}

    std::vector<Point> points() {
        for (const Series& series : campaign_.series)
            for (const std::string& machine :
                 series.machine.empty() ? campaign_.machines : std::vector<std::string>{series.machine})
                for (const Assignments& set : combinations(series.set))
                    add_variations(series, machine, set);
        return std::move(points_);
    }

private:
    void add_variations(const Series& series, const std::string& machine, const Assignments& set) {
        static const std::vector<Variation> none(1);
        for (const Variation& variation : series.variations.empty() ? none : series.variations)
            for (const std::optional<int>& iterations : or_default(series.iterations))
                for (const auto& [ranks, size] : extents(series)) {
                    // Launches that count record no traces, as each costs a little time; see Rounds::launch.
                    Settings settings{ranks, size, iterations, set, campaign_.verify, false};
                    settings.set.insert(settings.set.end(), variation.set.begin(), variation.set.end());
                    add({0, series.workload, machine, variation.name, settings, "", series.skip,
                         warm_ups_of(series, ranks), series.probe, series.probe || series.extra,
                         series.expected_seconds});
                }
    }

    int warm_ups_of(const Series& series, int ranks) const {
        if (series.probe) return 0;
        return ranks == series.traced_ranks ? std::max(1, campaign_.warm_ups) : campaign_.warm_ups;
    }

    void add(Point point) {
        point.number = static_cast<int>(points_.size()) + 1;
        point.folder =
            fmt::format("points/{:03}-{}-n{}", point.number, stem(point.workload), point.settings.ranks);
        points_.push_back(std::move(point));
    }

    const Campaign& campaign_;
    std::vector<Point> points_;
};

} // namespace

std::vector<Point> expand(const Campaign& campaign) {
    return Expansion(campaign).points();
}

Stopping stopping_of(const Point& point, const Campaign& campaign) {
    Stopping stopping = campaign.stopping;
    if (!point.probe) return stopping;
    stopping.launches = stopping.most_launches = 1;
    stopping.narrower_than.reset();
    return stopping;
}

int most_warm_ups(const std::vector<Point>& points) {
    int most = 0;
    for (const Point& point : points)
        most = std::max(most, point.warm_ups);
    return most;
}

formats::PlanPoint planned(const Point& point) {
    const Settings& settings = point.settings;
    return {point.number,   point.folder,  point.workload,      point.machine, point.variation,
            settings.ranks, settings.size, settings.iterations, settings.set};
}

namespace {

/// Shortens a long list, which is a single value here, to "1,...,0.001".
std::string ends_of(const std::string& value) {
    const std::size_t first = value.find(','), last = value.rfind(',');
    return value.size() < 16 || first == last ? value
                                              : value.substr(0, first + 1) + "..." + value.substr(last);
}

/// Not std::shuffle, which may differ between libraries: a seed must give the same order everywhere.
void shuffle(std::vector<std::size_t>& order, std::uint64_t seed, int round) {
    std::mt19937_64 random(seed * 1000003 + static_cast<std::uint64_t>(round));
    for (std::size_t i = order.size(); i > 1; --i)
        std::swap(order[i - 1], order[random() % i]);
}

} // namespace

std::string describe(const Point& point, const Campaign& campaign) {
    std::string text = fmt::format("{} n={}", stem(point.workload), point.settings.ranks);
    if (point.settings.size) text += fmt::format(" size={}", *point.settings.size);
    if (point.settings.iterations) text += fmt::format(" iterations={}", *point.settings.iterations);
    if (!point.variation.empty())
        text += " " + point.variation;
    else
        for (const auto& [name, value] : point.settings.set)
            text += fmt::format(" {}={}", name, ends_of(value));
    if (campaign.machines.size() > 1) text += " on " + point.machine;
    return text;
}

std::vector<std::size_t> order_of_round(const Campaign& campaign, const std::vector<Point>& points,
                                        int round) {
    std::vector<std::size_t> order(points.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    if (campaign.order == Campaign::Order::Shuffled) shuffle(order, campaign.seed, round);
    std::stable_partition(order.begin(), order.end(), [&](std::size_t i) { return points[i].probe; });
    return order;
}

} // namespace loop::runner
