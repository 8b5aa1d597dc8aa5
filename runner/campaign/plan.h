#pragma once

#include "compiler/compiler.h"
#include "runner/build/toolchain.h"
#include "runner/campaign/points.h"
#include "runner/run/run.h"
#include "runner/system/installation.h"

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace loop::runner {

/// Compiles a workload, given its name or file. Throws if it cannot.
using Compile = std::function<compiler::Compilation(const std::string& workload)>;

/// A workload on a machine: built once and launched at many points.
struct Target {
    std::string workload;
    std::string machine;
    const compiler::Compilation* compilation = nullptr;
    const MachineProfile* profile = nullptr;
    BuiltProgram program;
    std::string build; ///< hash of everything the program is built from
};

/// A campaign, resolved as far as possible without measurements.
class Plan {
public:
    /// Compiles every workload, finds every machine, and checks every point. Builds nothing.
    /// `is_dry`: nothing will be launched.
    Plan(Campaign campaign, const Compile& compile, const Installation& installation, bool is_dry = false);

    const Campaign& campaign() const { return campaign_; }
    const std::vector<Point>& points() const { return points_; }
    /// The run that the launches of a point belong to.
    const ResolvedRun& run(const Point& point) const { return runs_[index(point)]; }
    ResolvedRun& run(const Point& point) { return runs_[index(point)]; }
    Target& target(const Point& point) { return targets_[target_index_[index(point)]]; }
    const Target& target(const Point& point) const { return targets_[target_index_[index(point)]]; }
    std::vector<Target>& targets() { return targets_; }
    const std::vector<Target>& targets() const { return targets_; }

private:
    static std::size_t index(const Point& point) { return static_cast<std::size_t>(point.number) - 1; }
    void add(Point& point, const Compile& compile, const Installation& installation, bool is_dry);
    std::size_t target_of(const Point& point, const MachineProfile& profile);

    Campaign campaign_;
    std::vector<Point> points_;
    std::vector<ResolvedRun> runs_;
    std::vector<std::size_t> target_index_;
    std::vector<Target> targets_;
    std::map<std::string, std::unique_ptr<compiler::Compilation>> compilations_;
    std::map<std::string, std::unique_ptr<MachineProfile>> profiles_;
};

/// Sets the paths where the programs of the plan are, or would be, built. Starts nothing.
void locate_programs(Plan& plan, const Installation& installation, const Cache& cache,
                     Interrupts& interrupts);
void build_programs(Plan& plan, const Installation& installation, const Cache& cache, Interrupts& interrupts,
                    const Logger& logger);

/// For each point on a simulated machine, whether its charged work must be executed (runner/run/steering).
void resolve_steering(Plan& plan, const Installation& installation, Interrupts& interrupts,
                      const Logger& logger);

formats::PlanRecord plan_record(const Plan& plan, const std::vector<std::string>& command);

/// Throws Failure (Usage) with the reason if `plan` would not measure what `record` says.
void refuse_changes(const Plan& plan, const formats::PlanRecord& record);
/// The same for the programs; call it after refuse_changes().
void refuse_other_builds(const Plan& plan, const formats::PlanRecord& record);

} // namespace loop::runner
