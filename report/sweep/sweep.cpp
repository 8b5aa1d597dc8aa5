#include "report/sweep/sweep.h"

#include "base/formats/plan.h"
#include "report/read/text_file.h"
#include "report/sweep/phase_parts.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>

namespace loop::report {

namespace fs = std::filesystem;

namespace {

constexpr auto clean = formats::Reader::Texts::Clean;

/// The plan's names of the workloads whose sizes are paired with their ranks.
std::set<std::string> paired_workloads(const formats::Campaign& campaign) {
    std::set<std::string> workloads;
    for (const formats::CampaignSeries& series : campaign.series)
        if (series.paired) workloads.insert(series.workload);
    return workloads;
}

SweepPoint point_of(const formats::PlanPoint& planned, const std::set<std::string>& paired) {
    SweepPoint point;
    point.number = planned.number;
    point.folder = planned.folder;
    point.workload = fs::path(planned.workload).stem().string();
    point.paired = paired.count(planned.workload) != 0;
    point.machine = planned.machine;
    point.variation = planned.variation;
    point.ranks = planned.ranks;
    point.size = planned.size;
    point.iterations = planned.iterations;
    point.set = planned.set;
    return point;
}

Sweep sweep_of(const formats::PlanRecord& plan) {
    using formats::Campaign;
    const Campaign& campaign = plan.campaign;
    Sweep sweep;
    sweep.name = plan.name;
    sweep.started = plan.started;
    sweep.loop_version = plan.loop;
    sweep.command = plan.command;
    sweep.seed = campaign.seed;
    sweep.shuffled = campaign.order == Campaign::Order::Shuffled;
    sweep.scaled = campaign.scaling == Campaign::Scaling::Scaled;
    sweep.fastest = campaign.keep == Campaign::Keep::Fastest;
    sweep.comparison = campaign.comparison;
    sweep.phase = campaign.phase;
    sweep.x = campaign.x;
    sweep.heat_map = campaign.heat_map;
    sweep.launches_planned = campaign.stopping.launches;
    sweep.narrower_than = campaign.stopping.narrower_than;
    sweep.budget_seconds = campaign.stopping.budget_seconds;
    sweep.warm_ups = campaign.warm_ups;
    const std::set<std::string> paired = paired_workloads(campaign);
    for (const formats::PlanPoint& planned : plan.points)
        sweep.points.push_back(point_of(planned, paired));
    return sweep;
}

/// Notes what cannot be read in the file `name` of the sweep. All points may lack a launch because of it.
void note_damage(Sweep& sweep, const fs::path& folder, const std::string& name, const std::string& what) {
    sweep.damages.push_back((folder / name).string() + what);
    for (SweepPoint& point : sweep.points)
        point.damages.push_back(name + what);
}

/// The text of the journal; empty, with the damage noted, if it cannot be read. A sweep has one before its
/// plan.
std::string journal_of(const fs::path& folder, Sweep& sweep) {
    std::error_code ignored;
    const char* name = formats::journal_file_name;
    auto text = text_of_file(folder / name);
    if (!text)
        note_damage(sweep, folder, name,
                    fs::exists(folder / name, ignored) ? " cannot be read" : " is missing");
    return std::move(text).value_or("");
}

void read_launches(const fs::path& folder, Sweep& sweep) {
    const std::string text = journal_of(folder, sweep);
    std::map<int, SweepPoint*> by_number;
    for (SweepPoint& point : sweep.points)
        by_number[point.number] = &point;
    formats::ReadJournal journal = formats::read_journal(text, clean);
    if (journal.wrong_line != 0)
        note_damage(sweep, folder, formats::journal_file_name,
                    fmt::format(":{} is not a launch: {}", journal.wrong_line, journal.problem.text()));
    if (journal.end < text.size())
        note_damage(sweep, folder, formats::journal_file_name,
                    fmt::format(":{} is cut off: `loop sweep --resume` repeats its launch",
                                journal.entries.size() + 1));
    std::size_t place = 0;
    for (formats::JournalEntry& entry : journal.entries) {
        const auto found = by_number.find(entry.point);
        if (found == by_number.end()) continue;
        found->second->launches.push_back({entry.index,
                                           entry.round,
                                           entry.warm_up,
                                           entry.outcome,
                                           entry.started,
                                           entry.measured_seconds,
                                           std::move(entry.failures),
                                           {},
                                           std::move(entry.notes),
                                           place++,
                                           entry.folder(),
                                           std::move(entry.id)});
    }
}

/// Reads the results that launches saved in their folders.
void read_kept(const fs::path& folder, SweepPoint& point) {
    for (SweepLaunch& launch : point.launches) {
        const auto text = text_of_file(folder / launch.folder / "records" / formats::kept_results_name);
        if (text) launch.kept = formats::read_kept_results(*text);
    }
}

bool shares_cores(const RunRecord& run) {
    if (run.simulated) return false;
    for (const formats::RunLaunch& launch : run.launches)
        for (const formats::RunRank& rank : launch.ranks)
            if (rank.record && rank.record->node_cores > 0 &&
                rank.record->node_ranks > rank.record->node_cores)
                return true;
    return false;
}

std::optional<double> array_bytes(const RunRecord& run) {
    std::optional<double> most;
    for (const formats::RunLaunch& launch : run.launches)
        for (const formats::RunRank& rank : launch.ranks)
            if (rank.record && rank.record->array_bytes)
                most = std::max(most.value_or(0), *rank.record->array_bytes);
    return most;
}

int node_ranks(const RunRecord& run) {
    for (const formats::RunLaunch& launch : run.launches)
        for (const formats::RunRank& rank : launch.ranks)
            if (rank.rank == 0 && rank.record) return rank.record->node_ranks;
    return 0;
}

/// Leaves out launches that the journal calls good, but whose records `--resume` did not find: they were
/// repeated. The run has only launches with records. Old journals have no ids.
void leave_out_lost(SweepPoint& point) {
    for (SweepLaunch& launch : point.launches) {
        const auto& kept = point.run->launches;
        const bool is_kept = std::any_of(
            kept.begin(), kept.end(), [&](const formats::RunLaunch& item) { return item.id == launch.id; });
        if (!launch.warm_up && launch.outcome == Outcome::Good && !launch.id.empty() && !is_kept)
            launch.outcome = Outcome::Interrupted;
    }
}

std::optional<double> number_in(const std::string& text) {
    char* end = nullptr;
    const double number = std::strtod(text.c_str(), &end);
    return !text.empty() && *end == '\0' ? std::optional(number) : std::nullopt;
}

/// Whether two texts of a parameter cannot mean the same: "1e3" and "1000" do.
bool differ(const std::string& one, const std::string& other) {
    const auto a = number_in(one), b = number_in(other);
    if (a && b) return *a != *b;
    return !a && !b && one != other;
}

/// What the plan says of a point, and its run contradicts: "has width 128 in plan.json, and 64 in run.json";
/// empty if there is no such thing.
std::string contradiction(const SweepPoint& point) {
    const auto sentence = [](const std::string& name, const std::string& planned, const std::string& run) {
        return fmt::format("has {} {} in {}, and {} in {}", name, planned, formats::plan_file_name, run,
                           formats::run_file_name);
    };
    if (point.run->ranks > 0 && point.run->ranks != point.ranks)
        return sentence("ranks", std::to_string(point.ranks), std::to_string(point.run->ranks));
    for (const auto& [name, planned] : point.set)
        for (const auto& [known, value] : point.run->parameters)
            if (known == name && differ(planned, value)) return sentence(name, planned, value);
    return "";
}

/// Notes what is wrong with the point, in it and in the sweep.
void note_damage(Sweep& sweep, SweepPoint& point, const std::string& what) {
    point.damages.push_back(what);
    sweep.damages.push_back(fmt::format("{} {}", point.folder, what));
}

/// A launch without a time does not count.
void leave_out_negative_times(Sweep& sweep, SweepPoint& point) {
    for (SweepLaunch& launch : point.launches) {
        if (!launch.seconds || *launch.seconds >= 0) continue;
        launch.seconds.reset();
        note_damage(
            sweep, point,
            fmt::format("has a negative time of {} in {}", launch.folder, formats::journal_file_name));
    }
}

bool was_measured(const SweepPoint& point) {
    return std::any_of(point.launches.begin(), point.launches.end(), [](const SweepLaunch& launch) {
        return !launch.warm_up && launch.outcome == Outcome::Good && !launch.id.empty();
    });
}

void read_runs(const fs::path& folder, Sweep& sweep) {
    for (SweepPoint& point : sweep.points) {
        if (!is_inside(point.folder)) continue;
        leave_out_negative_times(sweep, point);
        read_kept(folder / point.folder, point);
        const fs::path file = folder / point.folder / formats::run_file_name;
        const auto text = text_of_file(file);
        std::error_code ignored;
        if (!text && fs::exists(file, ignored)) sweep.damages.push_back(file.string() + " cannot be read");
        if (!text && !fs::exists(file, ignored) && was_measured(point))
            note_damage(sweep, point, fmt::format("has lost its {}", formats::run_file_name));
        if (!text) continue;
        try {
            point.run = parse_run(*text);
            point.workload = point.run->source.name;
            point.parts = parts_of(*point.run);
            point.shares_cores = shares_cores(*point.run);
            point.array_bytes = array_bytes(*point.run);
            point.node_ranks = node_ranks(*point.run);
            for (formats::RunLaunch& launch : point.run->launches)
                launch.ranks.clear(); // not used for sweeps, and there may be many
            leave_out_lost(point);
            if (const std::string wrong = contradiction(point); !wrong.empty())
                note_damage(sweep, point, wrong);
        } catch (const FormatError& error) {
            const std::string what = fmt::format(" cannot be read: {}", error.what());
            point.damages.push_back(formats::run_file_name + what);
            sweep.damages.push_back(file.string() + what);
        }
    }
}

} // namespace

std::vector<double> SweepPoint::seconds() const {
    std::vector<double> result;
    for (const SweepLaunch& launch : launches)
        if (!launch.warm_up && launch.outcome == Outcome::Good && launch.seconds)
            result.push_back(*launch.seconds);
    return result;
}

std::string SweepPoint::state(int launches_planned) const {
    // The last launch that was not interrupted decides whether the point works.
    for (auto launch = launches.rbegin(); launch != launches.rend(); ++launch) {
        if (launch->outcome == Outcome::Interrupted) continue;
        if (launch->outcome != Outcome::Good) return "failed";
        break;
    }
    return static_cast<int>(seconds().size()) >= launches_planned ? "done" : "open";
}

std::string SweepPoint::why_missing() const {
    for (auto launch = launches.rbegin(); launch != launches.rend(); ++launch)
        if (launch->outcome != Outcome::Good && launch->outcome != Outcome::Interrupted)
            return launch->failures.empty() ? outcome_text(launch->outcome) : launch->failures[0];
    return "not measured yet";
}

const RunRecord* Sweep::first_run() const {
    for (const SweepPoint& point : points)
        if (point.run) return &*point.run;
    return nullptr;
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
        return !launch.warm_up && launch.outcome == Outcome::Invalid;
    };
    if (failed || std::any_of(launches.begin(), launches.end(), wrong)) {
        for (const SweepLaunch& launch : launches)
            if (launch.outcome != Outcome::Good && launch.outcome != Outcome::Interrupted)
                trust.invalidate(launch.failures.empty() ? outcome_text(launch.outcome) : launch.failures[0]);
    } else {
        for (const SweepLaunch& launch : launches)
            if (launch.outcome != Outcome::Good && launch.outcome != Outcome::Interrupted)
                trust.note("a launch failed and was repeated: " +
                           (launch.failures.empty() ? outcome_text(launch.outcome) : launch.failures[0]));
    }
    // The run's verdict covers all launches, including those that do not count.
    const bool all_good = std::all_of(launches.begin(), launches.end(), [](const SweepLaunch& launch) {
        return launch.outcome == Outcome::Good;
    });
    if (run && (all_good || !trust_of(*run).is_invalid())) trust.add(trust_of(*run), "");
    // A launch of an earlier command: its verdict may have notes that the run's lacks.
    for (const SweepLaunch& launch : launches)
        if (launch.outcome == Outcome::Good && launch.notes)
            for (const std::string& note : *launch.notes)
                trust.note(note);
    for (const std::string& damage : damages)
        trust.note(damage);
    return trust;
}

std::string SweepPoint::verdict(int launches_planned) const {
    const Trust trusted = trust(launches_planned);
    return seconds().empty() && !trusted.is_invalid() ? "" : formats::verdict_text(trusted.word());
}

bool is_inside(const fs::path& folder) {
    return !folder.empty() && folder.is_relative() &&
           std::none_of(folder.begin(), folder.end(), [](const fs::path& part) { return part == ".."; });
}

bool is_sweep(const fs::path& folder) {
    std::error_code ignored;
    return fs::is_regular_file(folder / formats::plan_file_name, ignored);
}

Sweep read_sweep(const fs::path& folder) {
    const auto text = text_of_file(folder / formats::plan_file_name);
    if (!text) throw FormatError("`" + folder.string() + "` has no plan.json that can be read");
    formats::Problems ignored;
    const auto plan = formats::read_plan(*text, ignored, clean);
    if (!plan)
        throw FormatError("`" + (folder / formats::plan_file_name).string() +
                          "` is not of schema loop-sweep/1");
    Sweep sweep = sweep_of(*plan);
    read_launches(folder, sweep);
    read_runs(folder, sweep);
    return sweep;
}

Sweep read_whole_sweep(const fs::path& folder) {
    Sweep sweep = read_sweep(folder);
    if (!sweep.damages.empty()) throw FormatError(sweep.damages.front());
    return sweep;
}

} // namespace loop::report
