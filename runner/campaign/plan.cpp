#include "runner/campaign/plan.h"

#include "base/text/hash.h"
#include "runner/run/preparation.h"
#include "runner/run/run_directory.h"
#include "runner/run/steering.h"

#include <fmt/core.h>

#include <algorithm>
#include <set>

namespace loop::runner {

namespace fs = std::filesystem;

namespace {

std::string profile_hash(const MachineProfile& profile) {
    return content_hash(machine_record(profile).dump());
}

[[noreturn]] void refuse(const std::string& reason) {
    throw Failure(ExitCode::Usage, reason,
                  "a sweep cannot mix versions; restore the old one or start a new sweep");
}

/// The recorded target with the same workload and machine; null if there is none.
const formats::PlanTarget* recorded_target(const formats::PlanRecord& record, const Target& target) {
    for (const formats::PlanTarget& item : record.targets)
        if (item.workload == target.workload && item.machine == target.machine) return &item;
    return nullptr;
}

void refuse_changes(const Target& target, const formats::PlanTarget& recorded) {
    if (recorded.source_hash != target.compilation->summary().source_hash)
        refuse(fmt::format("{} has changed since the sweep began", target.compilation->source().name()));
    if (recorded.profile_hash != profile_hash(*target.profile))
        refuse(fmt::format("the profile of machine `{}` has changed since the sweep began", target.machine));
}

/// All that distinguishes a point from others.
std::vector<std::string> factors_of(const Point& point) {
    const Settings& settings = point.settings;
    std::vector<std::string> all{point.workload,
                                 point.machine,
                                 point.variation,
                                 std::to_string(settings.ranks),
                                 settings.size ? std::to_string(*settings.size) : "",
                                 settings.iterations ? std::to_string(*settings.iterations) : ""};
    for (const auto& [name, value] : settings.set)
        all.push_back(name + "=" + value);
    return all;
}

} // namespace

Plan::Plan(Campaign campaign, const Compile& compile, const Installation& installation, bool is_dry)
    : campaign_(std::move(campaign)), points_(expand(campaign_)) {
    std::set<std::vector<std::string>> seen;
    for (Point& point : points_) {
        add(point, compile, installation, is_dry);
        if (!seen.insert(factors_of(point)).second)
            throw Failure(ExitCode::Usage, fmt::format("{} is given twice", describe(point, campaign_)),
                          "use `--launches` to repeat launches");
    }
}

void Plan::add(Point& point, const Compile& compile, const Installation& installation, bool is_dry) {
    auto& compilation = compilations_[point.workload];
    if (!compilation) compilation = std::make_unique<compiler::Compilation>(compile(point.workload));
    RunRequest request;
    request.target = point.workload;
    request.machine = point.machine;
    request.settings = point.settings;
    request.timeout_seconds = campaign_.launch_limit_seconds;
    request.launches = stopping_of(point, campaign_).launches;
    request.oversubscribe = campaign_.oversubscribe;
    if (!campaign_.bind) request.bind = "none";
    request.is_dry = is_dry;
    const ResolvedRun& run = runs_.emplace_back(resolve(*compilation, installation, request));
    point.settings.set = run.settings.set; // without units
    auto& kept = profiles_[point.machine];
    if (!kept) kept = std::make_unique<MachineProfile>(run.profile);
    target_index_.push_back(target_of(point, *kept));
}

std::size_t Plan::target_of(const Point& point, const MachineProfile& profile) {
    const auto same = [&](const Target& target) {
        return target.workload == point.workload && target.machine == point.machine;
    };
    const auto found = std::find_if(targets_.begin(), targets_.end(), same);
    if (found != targets_.end()) return static_cast<std::size_t>(found - targets_.begin());
    targets_.push_back(
        {point.workload, point.machine, compilations_[point.workload].get(), &profile, {}, {}});
    return targets_.size() - 1;
}

namespace {

/// The name of the program's cache folder, which is a hash of everything the program is built from.
std::string build_of(const BuiltProgram& program) {
    return program.program.parent_path().filename().string();
}

} // namespace

void locate_programs(Plan& plan, const Installation& installation, const Cache& cache,
                     Interrupts& interrupts) {
    for (Target& target : plan.targets()) {
        const Toolchain toolchain(installation, *target.profile, cache, interrupts, Logger{});
        target.program = toolchain.planned(*target.compilation);
        target.build = build_of(target.program);
    }
}

void build_programs(Plan& plan, const Installation& installation, const Cache& cache, Interrupts& interrupts,
                    const Logger& logger) {
    for (Target& target : plan.targets()) {
        Toolchain toolchain(installation, *target.profile, cache, interrupts, logger);
        target.program = toolchain.build(*target.compilation);
        target.build = build_of(target.program);
    }
}

void resolve_steering(Plan& plan, const Installation& installation, Interrupts& interrupts,
                      const Logger& logger) {
    std::set<const Target*> reported;
    for (const Point& point : plan.points()) {
        const Target& target = plan.target(point);
        ResolvedRun& run = plan.run(point);
        resolve_steering(*target.compilation, installation, run, interrupts, logger);
        if (run.settings.verify && reported.insert(&target).second) report_steering(run, logger);
    }
}

formats::PlanRecord plan_record(const Plan& plan, const std::vector<std::string>& command) {
    formats::PlanRecord record;
    record.name = plan.campaign().name;
    record.started = iso_time();
    record.loop = LOOP_VERSION;
    record.command = command;
    record.folder = fs::current_path().string();
    record.campaign = plan.campaign();
    for (const Target& target : plan.targets())
        record.targets.push_back({target.workload, target.machine, target.compilation->source().name(),
                                  target.compilation->summary().source_hash, profile_hash(*target.profile),
                                  target.build});
    for (const Point& point : plan.points())
        record.points.push_back(planned(point));
    return record;
}

void refuse_other_builds(const Plan& plan, const formats::PlanRecord& record) {
    for (const Target& target : plan.targets())
        if (recorded_target(record, target)->build != target.build)
            refuse(fmt::format(
                "{} is built differently on `{}`: the compiler, the libraries or loop itself have "
                "changed since the sweep began",
                target.compilation->source().name(), target.machine));
}

void refuse_changes(const Plan& plan, const formats::PlanRecord& record) {
    for (const Target& target : plan.targets()) {
        const formats::PlanTarget* const recorded = recorded_target(record, target);
        if (recorded == nullptr)
            refuse(fmt::format("{} on {} was not part of the sweep", target.workload, target.machine));
        refuse_changes(target, *recorded);
    }
    formats::PlanRecord now;
    for (const Point& point : plan.points())
        now.points.push_back(planned(point));
    if (formats::to_json(now)["points"] != formats::to_json(record)["points"])
        refuse("this version of loop derives other points from the campaign");
}

} // namespace loop::runner
