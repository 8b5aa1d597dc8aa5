#include "runner/outcome/summary.h"

#include "runner/outcome/named_phases.h"
#include "runner/outcome/ranks/record_shape.h"
#include "runner/outcome/spread.h"

#include <algorithm>
#include <string>

namespace loop::runner {

using Records = std::vector<const Json*>;

/// Larger sums stay there, whatever more records say.
constexpr long long most_summed = 1LL << 62;

namespace {

/// The items of one list in all records that agree in `keys`, in order of first appearance.
struct Group {
    const Json* first;
    std::vector<Records> by_launch; ///< one item a rank that has it
};

bool agree(const Json& a, const Json& b, const std::vector<const char*>& keys) {
    for (const char* key : keys)
        if (a.value(key, Json()) != b.value(key, Json())) return false;
    return true;
}

std::vector<Group> grouped(const std::vector<Records>& launches, const char* list,
                           const std::vector<const char*>& keys) {
    std::vector<Group> groups;
    for (std::size_t launch = 0; launch < launches.size(); ++launch)
        for (const Json* record : launches[launch])
            for (const Json& item : list_in(*record, list)) {
                auto group = groups.begin();
                while (group != groups.end() && !agree(*group->first, item, keys))
                    ++group;
                if (group == groups.end())
                    group = groups.insert(group, {&item, std::vector<Records>(launches.size())});
                group->by_launch[launch].push_back(&item);
            }
    return groups;
}

std::vector<double> values(const Records& items, const char* key) {
    std::vector<double> result;
    for (const Json* item : items)
        if (const auto found = item->find(key); found != item->end() && found->is_number())
            result.push_back(*found);
    return result;
}

long long total(const Records& items, const char* key) {
    long long sum = 0;
    for (const Json* item : items)
        sum = std::min(sum + item->value(key, 0LL), most_summed);
    return sum;
}

/// Over ranks in each launch; `seconds` is the median launch of each of the three.
Json timing(const std::vector<Records>& launches, const char* key) {
    Json each = Json::array();
    std::vector<double> least, middle, greatest, flops;
    for (const Records& ranks : launches) {
        const Json ranks_spread = spread(values(ranks, key));
        if (ranks_spread.is_null()) continue;
        each.push_back(ranks_spread);
        least.push_back(ranks_spread["min"]);
        middle.push_back(ranks_spread["median"]);
        greatest.push_back(ranks_spread["max"]);
        double sum = 0;
        for (const double value : values(ranks, "flops"))
            sum += value;
        flops.push_back(sum);
    }
    Json result;
    result["seconds"] = nullptr;
    if (!least.empty())
        result["seconds"] = {{"min", median(least)}, {"median", median(middle)}, {"max", median(greatest)}};
    result["flops"] = flops.empty() ? 0 : median(flops);
    result["launches"] = each;
    return result;
}

Json phases(const std::vector<Records>& launches) {
    Json result = Json::array();
    for (const Group& group : grouped(launches, "phases", {"name", "line"})) {
        Json phase{{"name", group.first->value("name", "")}, {"line", group.first->value("line", 0)}};
        std::vector<double> calls;
        for (const Records& ranks : group.by_launch)
            for (const double count : values(ranks, "calls"))
                calls.push_back(count);
        phase["calls"] = spread(calls);
        phase.update(timing(group.by_launch, "total_seconds"));
        result.push_back(phase);
    }
    return result;
}

/// Times of phases by name alone. A launch's is that of the slowest rank in all lines of the name together, which
/// is less than the slowest ranks of each line together where different ranks are the slowest.
Json phase_times(const std::vector<Records>& launches) {
    std::vector<std::vector<Json>> named; // what the groups point into
    for (const Records& ranks : launches) {
        named.emplace_back();
        for (const Json* record : ranks)
            named.back().push_back({{"phases", named_phases(*record)}});
    }
    std::vector<Records> records;
    for (const std::vector<Json>& ranks : named) {
        records.emplace_back();
        for (const Json& record : ranks)
            records.back().push_back(&record);
    }
    Json result = Json::array();
    for (const Group& group : grouped(records, "phases", {"name"})) {
        Json phase{{"name", group.first->value("name", "")}};
        phase.update(timing(group.by_launch, "total_seconds"));
        result.push_back(phase);
    }
    return result;
}

/// Communication of one launch, summed over its ranks; launches of one program do the same.
Json sites(const std::vector<Records>& launches) {
    Json result = Json::array();
    for (const Group& group : grouped(launches, "sites", {"construct", "line", "untimed"})) {
        const Records& ranks = group.by_launch.back();
        Json site{{"construct", group.first->value("construct", "")},
                          {"line", group.first->value("line", 0)}};
        for (const char* key : {"calls", "messages_sent", "bytes_sent", "messages_received", "bytes_received",
                                "dropped_partners"})
            site[key] = total(ranks, key);
        site["untimed"] = group.first->value("untimed", false);
        result.push_back(site);
    }
    return result;
}

Json results(const std::vector<Records>& launches) {
    Json list = Json::array();
    for (const Group& group : grouped(launches, "results", {"name", "unit", "line"})) {
        Json result{{"name", group.first->value("name", "")},
                            {"unit", group.first->value("unit", "")},
                            {"line", group.first->value("line", 0)}};
        std::vector<double> all;
        int not_finite = 0;
        Json each = Json::array();
        for (const Records& ranks : group.by_launch) {
            const std::vector<double> finite = values(ranks, "value");
            not_finite += static_cast<int>(ranks.size() - finite.size());
            each.push_back(spread(finite));
            all.insert(all.end(), finite.begin(), finite.end());
        }
        result["ranks"] = group.by_launch.back().size();
        result["value"] = spread(all);
        result["not_finite"] = not_finite;
        result["launches"] = each;
        list.push_back(result);
    }
    return list;
}

Json verifications(const std::vector<Records>& launches) {
    Json list = Json::array();
    for (const Group& group : grouped(launches, "verifications", {"text", "line"})) {
        long long checks = 0, failures = 0;
        for (const Records& ranks : group.by_launch) {
            checks += total(ranks, "checks");
            failures += total(ranks, "failures");
        }
        list.push_back({{"text", group.first->value("text", "")},
                        {"line", group.first->value("line", 0)},
                        {"checks", checks},
                        {"failures", failures}});
    }
    return list;
}

Json payload(const std::vector<Records>& launches) {
    Records payloads;
    for (const Records& ranks : launches)
        for (const Json* record : ranks)
            if (const auto found = record->find("payload"); found != record->end())
                payloads.push_back(&*found);
    bool verified = !payloads.empty();
    for (const Json* item : payloads)
        verified = verified && item->value("verified", false);
    return {{"verified", verified},
            {"messages", total(payloads, "messages")},
            {"wrong_messages", total(payloads, "wrong_messages")},
            {"wrong_bytes", total(payloads, "wrong_bytes")}};
}

} // namespace

Json summarise(const std::vector<LaunchResult>& launches) {
    std::vector<Records> complete;
    for (const LaunchResult& launch : launches) {
        if (!launch.is_complete()) continue;
        complete.emplace_back();
        for (const RankOutcome& rank : launch.ranks)
            complete.back().push_back(&rank.record);
    }
    Json summary;
    summary["launches"] = complete.size();
    summary["program"] = timing(complete, "elapsed_seconds");
    summary["phases"] = phases(complete);
    summary["phase_times"] = phase_times(complete);
    summary["sites"] = sites(complete);
    summary["results"] = results(complete);
    summary["verifications"] = verifications(complete);
    summary["payload"] = payload(complete);
    return summary;
}

} // namespace loop::runner
