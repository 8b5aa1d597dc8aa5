#pragma once

#include "runner/run/run_record.h"

#include <functional>

namespace loop::runner {

/// The launch in `folder`, with nothing shown and without a limit.
Launch launch_in(const std::filesystem::path& folder, const std::vector<std::string>& command,
                 const MachineProfile& profile);

/// The launches of one run, in sequence; run.json in `folder` says after each of them what is known.
/// `facts` must outlive the series and hold the launch command.
class LaunchSeries {
public:
    LaunchSeries(RunFacts& facts, std::filesystem::path folder) : facts_(facts), folder_(std::move(folder)) {}

    /// Called about once per second while a launch runs here, with the folder of its records.
    void watch(std::function<void(const std::filesystem::path&)> each_second) {
        each_second_ = std::move(each_second);
    }

    /// Runs launch number `index`; its files are written to `launch_folder`.
    const LaunchResult& launch(int index, const std::filesystem::path& launch_folder, Interrupts& interrupts);

    /// Adds an earlier launch, read from its folder. Writes nothing.
    void adopt(LaunchResult launch);

    const std::vector<LaunchResult>& launches() const { return launches_; }
    /// What is wrong with the last launch, one sentence each.
    const std::vector<std::string>& failures() const { return failures_; }
    const std::optional<formats::RunRecord>& record() const {
        return record_;
    } ///< nothing before the first launch
    ExitCode code() const { return code_; }

    /// Writes run.json of the launches so far; launch() does it after every launch, so that nothing that was
    /// measured is lost.
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
