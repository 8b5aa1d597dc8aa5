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

/// A workload's name or file, compiled; throws where it cannot be.
using Compile = std::function<compiler::Compilation(const std::string& workload)>;

/// A workload on a machine: what is built once and launched at many points.
struct Target {
    std::string workload;
    std::string machine;
    const compiler::Compilation* compilation = nullptr;
    const MachineProfile* profile = nullptr;
    BuiltProgram program;
    std::string build; ///< hash of all that the program is made from
};

/// A campaign with everything resolved that can be without measuring.
class Plan {
public:
    /// Compiles every workload, finds every machine and checks every point. Builds nothing.
    Plan(Campaign campaign, const Compile& compile, const Installation& installation);

    const Campaign& campaign() const { return campaign_; }
    const std::vector<Point>& points() const { return points_; }
    /// The run that a point's launches are the launches of.
    const RunRequest& request(const Point& point) const { return requests_[index(point)]; }
    Target& target(const Point& point) { return targets_[target_index_[index(point)]]; }
    const Target& target(const Point& point) const { return targets_[target_index_[index(point)]]; }
    std::vector<Target>& targets() { return targets_; }
    const std::vector<Target>& targets() const { return targets_; }

private:
    static std::size_t index(const Point& point) { return static_cast<std::size_t>(point.number) - 1; }
    void add(Point& point, const Compile& compile, const Installation& installation);
    std::size_t target_of(const Point& point, const MachineProfile& profile);

    Campaign campaign_;
    std::vector<Point> points_;
    std::vector<RunRequest> requests_;
    std::vector<std::size_t> target_index_;
    std::vector<Target> targets_;
    std::map<std::string, std::unique_ptr<compiler::Compilation>> compilations_;
    std::map<std::string, std::unique_ptr<MachineProfile>> profiles_;
};

/// Where the programs of the plan are, or would be, built; starts nothing.
void locate_programs(Plan& plan, const Installation& installation, const Cache& cache,
                     Interrupts& interrupts);
void build_programs(Plan& plan, const Installation& installation, const Cache& cache, Interrupts& interrupts,
                    const Logger& logger);

formats::PlanRecord plan_record(const Plan& plan, const std::vector<std::string>& command);

/// Failure (Usage) with the reason when `plan` would measure something else than `record` says.
void refuse_changes(const Plan& plan, const formats::PlanRecord& record);
/// The same for what has been built; after refuse_changes().
void refuse_other_builds(const Plan& plan, const formats::PlanRecord& record);

} // namespace loop::runner
