#pragma once

#include "runner/launch/launch.h"
#include "runner/profile/profile.h"

#include <string>

/// Launches by a batch system: submit a job, wait for it, collect its files. They are in the folder of the
/// launch, which the nodes must see under the same path: `job.sh`, `job.submitted` (the answer to the
/// submission), `job.log` (messages of the batch system), `job.started`, `job.ended` (the launcher's exit
/// code), `stdout`, `stderr`.
namespace loop::runner {

/// The text of `job.sh` for `launch`: the profile's directives, the environment, and the launcher with its
/// output redirected to files. All words are quoted.
std::string job_script(const Launch& launch, const MachineProfile& profile, int ranks);

/// The command that submits the script in `folder`.
std::vector<std::string> submit_arguments(const MachineProfile& profile, int ranks,
                                          const std::filesystem::path& folder);

/// Time until the next check of a job's files if nothing has changed for `quiet`: a twentieth of `quiet`, but
/// 50 ms to 2 s. Checks are rare because the files may be on a network file system.
std::chrono::milliseconds poll_interval_after(std::chrono::milliseconds quiet);

/// Run time in seconds of the job of a launch in `folder`, from the modification times of its files, which
/// are set by one clock; 0 if a file is missing.
double job_seconds(const std::filesystem::path& folder);

/// Submits the launch as a job to the profile's queue and waits until it ends; `launch.timeout_seconds`
/// counts from the start of the job. If a signal, a timeout, or `limits.queue_seconds` ends the wait early,
/// it cancels the job and waits until the job has left the queue; after a second signal it does not wait.
/// Throws Failure (RunFailed) if the queue rejects the job.
LaunchEnd run_job(const Launch& launch, const MachineProfile& profile, int ranks, Interrupts& interrupts);

/// Cancels the job that a killed command submitted for the launch in `folder`, and waits until it has left
/// the queue. Returns false if a job may still start: the queue had not returned the job's number, or does
/// not answer now. Throws Interrupted on a signal, Failure (RunFailed) if the job stays in the queue.
bool cancel_left_job(const std::filesystem::path& folder, const MachineProfile& profile,
                     Interrupts& interrupts);

} // namespace loop::runner
