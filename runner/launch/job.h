#pragma once

#include "runner/launch/launch.h"
#include "runner/profile/profile.h"

#include <string>

/// A launch that a queue starts: submitted, waited for, collected. Its files are in the folder of the launch,
/// which the nodes must see under the same path: `job.sh`, `job.submitted` (the queue's answer),
/// `job.log` (the queue's words), `job.started`, `job.ended` (the launcher's exit code), `stdout`, `stderr`.
namespace loop::runner {

/// The text of `job.sh` for `launch`: the profile's directives, the environment, the launcher with its
/// streams in files. All words are quoted.
std::string job_script(const Launch& launch, const MachineProfile& profile, int ranks);

/// What is submitted for the script in `folder`.
std::vector<std::string> submit_arguments(const MachineProfile& profile, int ranks,
                                          const std::filesystem::path& folder);

/// Until the next look at files of a job, which may lie on a network's file system, where nothing has
/// happened for `quiet`: a twentieth of that, from 50 ms to 2 s.
std::chrono::milliseconds poll_interval_after(std::chrono::milliseconds quiet);

/// How long the job of a launch in `folder` ran, by the times of its files, which one clock sets; 0 where one
/// is missing.
double job_seconds(const std::filesystem::path& folder);

/// Submits the launch as a job of the profile's queue and waits for its end; `launch.timeout_seconds` counts
/// from the job's start. Whatever ends the wait early (a signal, a timeout, `limits.queue_seconds`) cancels
/// the job and waits until it has left the queue; a second signal no longer waits. Failure (RunFailed) if
/// the queue does not take the job.
LaunchEnd run_job(const Launch& launch, const MachineProfile& profile, int ranks, Interrupts& interrupts);

/// Cancels the job that a killed command submitted for the launch in `folder`, and waits until it has left
/// the queue. False if a job may still start: the queue had not returned its number, or does not answer now.
/// Interrupted at a signal, Failure (RunFailed) if the job stays.
bool cancel_left_job(const std::filesystem::path& folder, const MachineProfile& profile,
                     Interrupts& interrupts);

} // namespace loop::runner
