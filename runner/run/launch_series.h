#pragma once

#include "runner/run/run_record.h"

#include <functional>

namespace loop::runner {

/// A launch in `folder` without terminal output and without a time limit.
Launch launch_in(const std::filesystem::path& folder, const std::vector<std::string>& command,
                 const MachineProfile& profile);

/// Runs the launches of one run in sequence, and updates run.json in `folder` after each of them. `facts`
/// must outlive the series and contain the launch command.
class LaunchSeries {
public:
    LaunchSeries(RunFacts& facts, std::filesystem::path folder) : facts_(facts), folder_(std::move(folder)) {}

    /// Sets a function that is called about once per second while a launch runs, with the folder of its
    /// records.
    void watch(std::function<void(const std::filesystem::path&)> each_second) {
        each_second_ = std::move(each_second);
    }

    /// Runs launch number `index`; its files are written to `launch_folder`.
    const LaunchResult& launch(int index, const std::filesystem::path& launch_folder, Interrupts& interrupts);

    /// Adds an earlier launch that was read from its folder. Writes nothing.
    void adopt(LaunchResult launch);

    const std::vector<LaunchResult>& launches() const { return launches_; }
    /// What is wrong with the last launch, one sentence each.
    const std::vector<std::string>& failures() const { return failures_; }
    const std::optional<formats::RunRecord>& record() const {
        return record_;
    } ///< empty before the first launch
    ExitCode code() const { return code_; }

    /// Writes run.json for the launches so far. launch() calls it after every launch, so that no measurement
    /// is lost.
    void write_record();

private:
    RunFacts& facts_;
    std::function<void(const std::filesystem::path&)> each_second_;
    std::filesystem::path folder_;
    std::vector<LaunchResult> launches_;
    std::vector<std::string> failures_;
    std::optional<formats::RunRecord> record_;
    ExitCode code_ = ExitCode::Good;
};

} // namespace loop::runner
