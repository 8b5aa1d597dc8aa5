#include "report/sweep/sweep.h"

#include "report/json_number.h"
#include "report/table.h"
#include "report/text_file.h"

#include <algorithm>
#include <map>
#include <set>

namespace loop::report {

namespace fs = std::filesystem;

namespace {

template <typename Value>
Value value(const Json& object, const char* key, Value otherwise) {
    if (!object.is_object()) return otherwise;
    const auto found = object.find(key);
    if (found == object.end()) return otherwise;
    if constexpr (std::is_same_v<Value, std::string>)
        return found->is_string() ? printable(found->get<std::string>()) : otherwise;
    else if constexpr (std::is_same_v<Value, bool>)
        return found->is_boolean() ? found->get<bool>() : otherwise;
    else
        return found->is_number() ? nearest_number<Value>(*found) : otherwise;
}

template <typename Value>
std::optional<Value> optional(const Json& object, const char* key) {
    if (!object.is_object() || !object.contains(key) || !object[key].is_number()) return std::nullopt;
    return nearest_number<Value>(object[key]);
}

std::vector<std::string> words(const Json& object, const char* key) {
    std::vector<std::string> result;
    if (object.is_object() && object.contains(key) && object[key].is_array())
        for (const Json& word : object[key])
            if (word.is_string()) result.push_back(printable(word.get<std::string>()));
    return result;
}

/// The workloads whose sizes are paired with their ranks, as the plan calls them.
std::set<std::string> paired_workloads(const Json& campaign) {
    std::set<std::string> workloads;
    if (campaign.is_object() && campaign.contains("series") && campaign["series"].is_array())
        for (const Json& series : campaign["series"])
            if (value(series, "paired", false)) workloads.insert(value(series, "workload", std::string()));
    return workloads;
}

SweepPoint point(const Json& json, const std::set<std::string>& paired) {
    SweepPoint point;
    point.number = value(json, "number", 0);
    point.folder = value(json, "folder", std::string());
    const auto workload = value(json, "workload", std::string());
    point.workload = fs::path(workload).stem().string();
    point.paired = paired.count(workload) != 0;
    point.machine = value(json, "machine", std::string());
    point.variation = value(json, "variation", std::string());
    point.ranks = value(json, "ranks", 0);
    point.size = optional<int>(json, "size");
    point.iterations = optional<int>(json, "iterations");
    if (json.is_object() && json.contains("set") && json["set"].is_object())
        for (const auto& [name, text] : json["set"].items())
            if (text.is_string()) point.set.emplace_back(printable(name), printable(text.get<std::string>()));
    return point;
}

void read_campaign(const Json& json, Sweep& sweep) {
    sweep.seed = value<std::uint64_t>(json, "seed", 0);
    sweep.shuffled = value(json, "order", std::string()) != "nested";
    sweep.scaled = value(json, "scaling", std::string()) == "scaled";
    sweep.fastest = value(json, "keep", std::string()) == "fastest";
    sweep.comparison = value(json, "comparison", false);
    sweep.phase = value(json, "phase", std::string());
    sweep.launches_planned = value(json, "launches", 0);
    sweep.narrower_than = optional<double>(json, "until");
    sweep.budget_seconds = optional<double>(json, "budget_seconds");
    sweep.warm_ups = value(json, "warm_ups", 0);
}

void read_journal(const std::string& text, Sweep& sweep) {
    std::map<int, SweepPoint*> by_number;
    for (SweepPoint& point : sweep.points)
        by_number[point.number] = &point;
    std::size_t place = 0;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        const Json line = Json::parse_or_discard(text.substr(begin, end - begin));
        begin = end + 1;
        const auto found = by_number.find(value(line, "point", 0));
        if (found == by_number.end()) continue;
        found->second->launches.push_back({value(line, "index", 0),
                                           value(line, "round", 0),
                                           value(line, "warm_up", false),
                                           value(line, "outcome", std::string()),
                                           value(line, "started", std::string()),
                                           optional<double>(line, "measured_seconds"),
                                           words(line, "failures"),
                                           {},
                                           {},
                                           place++});
        if (line.contains("notes")) found->second->launches.back().notes = words(line, "notes");
    }
}

/// What its launches kept, each in its folder.
void read_kept(const fs::path& folder, SweepPoint& point) {
    for (SweepLaunch& launch : point.launches) {
        const std::string name = (launch.warm_up ? "warm-up-" : "launch-") + std::to_string(launch.index);
        const auto text = text_of_file(folder / name / "records" / "kept.jsonl");
        if (text) launch.kept = kept_results(*text);
    }
}

/// Points lie inside of the sweep, whatever plan.json says.
bool is_inside(const fs::path& folder) {
    return !folder.empty() && folder.is_relative() &&
           std::none_of(folder.begin(), folder.end(), [](const fs::path& part) { return part == ".."; });
}

void read_runs(const fs::path& folder, Sweep& sweep) {
    for (SweepPoint& point : sweep.points) {
        if (!is_inside(point.folder)) continue;
        read_kept(folder / point.folder, point);
        const auto text = text_of_file(folder / point.folder / "run.json");
        if (!text) continue;
        try {
            point.run = parse_run(*text);
            point.workload = point.run->name;
        } catch (const FormatError&) {
            // A run that cannot be read is one that is not there.
        }
    }
}

} // namespace

std::vector<double> SweepPoint::seconds() const {
    std::vector<double> result;
    for (const SweepLaunch& launch : launches)
        if (!launch.warm_up && launch.outcome == "good" && launch.seconds) result.push_back(*launch.seconds);
    return result;
}

std::string SweepPoint::state(int launches_planned) const {
    // The last launch that ended by itself tells whether the point works.
    for (auto launch = launches.rbegin(); launch != launches.rend(); ++launch) {
        if (launch->outcome == "interrupted") continue;
        if (launch->outcome != "good") return "failed";
        break;
    }
    return static_cast<int>(seconds().size()) >= launches_planned ? "done" : "open";
}

bool SweepLaunch::is_disturbed() const {
    return notes && std::any_of(notes->begin(), notes->end(), [](const std::string& note) {
               return note.compare(0, 10, "disturbed:") == 0;
           });
}

Trust SweepPoint::trust(int launches_planned) const {
    Trust trust;
    const bool failed = state(launches_planned) == "failed";
    const auto wrong = [](const SweepLaunch& launch) {
        return !launch.warm_up && launch.outcome == "invalid";
    };
    if (failed || std::any_of(launches.begin(), launches.end(), wrong)) {
        for (const SweepLaunch& launch : launches)
            if (launch.outcome != "good" && launch.outcome != "interrupted")
                trust.invalidate(launch.failures.empty() ? launch.outcome : launch.failures[0]);
    } else {
        for (const SweepLaunch& launch : launches)
            if (launch.outcome != "good" && launch.outcome != "interrupted")
                trust.note("a launch failed and was made again: " +
                           (launch.failures.empty() ? launch.outcome : launch.failures[0]));
    }
    // The run's verdict is of all launches, those that do not count too.
    const bool all_good = std::all_of(launches.begin(), launches.end(),
                                      [](const SweepLaunch& launch) { return launch.outcome == "good"; });
    if (run && (all_good || run->verdict != "INVALID"))
        trust.add(trust_of(*run), "");
    else
        for (const SweepLaunch& launch : launches)
            if (launch.outcome == "good" && launch.notes)
                for (const std::string& note : *launch.notes)
                    trust.note(note);
    return trust;
}

bool is_sweep(const fs::path& folder) {
    std::error_code ignored;
    return fs::is_regular_file(folder / "plan.json", ignored);
}

Sweep read_sweep(const fs::path& folder) {
    const auto text = text_of_file(folder / "plan.json");
    if (!text) throw FormatError("`" + folder.string() + "` has no plan.json that can be read");
    const Json plan = Json::parse_or_discard(*text);
    if (value(plan, "schema", std::string()) != "loop-sweep/1")
        throw FormatError("`" + (folder / "plan.json").string() + "` is not of schema loop-sweep/1");
    Sweep sweep;
    sweep.name = value(plan, "name", std::string());
    sweep.started = value(plan, "started", std::string());
    sweep.loop_version = value(plan, "loop", std::string());
    sweep.command = words(plan, "command");
    if (plan.contains("campaign")) read_campaign(plan["campaign"], sweep);
    const std::set<std::string> paired = paired_workloads(plan.value("campaign", Json()));
    if (plan.contains("points") && plan["points"].is_array())
        for (const Json& item : plan["points"])
            sweep.points.push_back(point(item, paired));
    read_journal(text_of_file(folder / "journal.jsonl").value_or(""), sweep);
    read_runs(folder, sweep);
    return sweep;
}

} // namespace loop::report
