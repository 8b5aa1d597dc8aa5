#include "runner/launch/machine_kind.h"

#include "base/text/shell.h"
#include "base/text/strings.h"
#include "runner/launch/job.h"
#include "runner/profile/hosts.h"
#include "runner/profile/known_errors.h"
#include "runner/system/files.h"

#include <fmt/core.h>

#include <algorithm>

namespace loop::runner {

namespace {

/// Ranks run on hosts named in a file or by the user.
class NamedHosts : public MachineKind {
public:
    using MachineKind::MachineKind;
    bool is_elsewhere() const override { return true; }
};

/// Each launch is a job.
class QueueOfJobs : public MachineKind {
public:
    using MachineKind::MachineKind;
    bool is_elsewhere() const override { return true; }

    std::optional<std::int64_t> usual_ranks() const override {
        const std::int64_t cores = profile_.hardware.cores.value_or(1);
        return profile_.hosts.empty() ? std::min(cores, profile_.slots.value_or(cores))
                                      : MachineKind::usual_ranks();
    }
    std::int64_t probe_ranks(std::int64_t cores_here) const override {
        return profile_.wants_hosts ? MachineKind::probe_ranks(cores_here) : 2;
    }

    std::vector<RequiredTool> tools() const override {
        const Queue& queue = *profile_.queue;
        return {compiler(),
                {"queue.submit", queue.submit[0], queue.package, ExitCode::RunFailed},
                {"queue.state", queue.state[0], queue.package, ExitCode::RunFailed},
                {"queue.cancel", queue.cancel[0], queue.package, ExitCode::RunFailed}};
    }
    LaunchEnd run(const Launch& launch, int ranks, Interrupts& interrupts) const override {
        return run_job(launch, profile_, ranks, interrupts);
    }
    std::string plan(const Launch& launch, int ranks, const std::string& times) const override {
        std::string text = fmt::format("submit   {}{}\nscript   {}/job.sh\n",
                                       shell_words(submit_arguments(profile_, ranks, launch.folder)), times,
                                       launch.folder.string());
        const std::string script = job_script(launch, profile_, ranks);
        for (const std::string_view line : lines_of(script))
            text += fmt::format("         | {}\n", line);
        return text;
    }
    /// Not needed: the queue reports the end of the job.
    std::string lost(Interrupts&) const override { return {}; }
};

/// A simulator that runs on this host or in a job.
class Model : public MachineKind {
public:
    explicit Model(const MachineProfile& profile) : MachineKind(profile), started_by_(profile) {
        if (profile.queue) queue_.emplace(profile);
    }
    bool is_model() const override { return true; }
    bool is_elsewhere() const override { return starter().is_elsewhere(); }

    std::optional<std::int64_t> usual_ranks() const override { return profile_.simulation->hosts; }
    std::int64_t probe_ranks(std::int64_t) const override { return 4; }

    /// A simulated rank is a shared object. SMPI's header declares `MPI_X` weak, so calls reach the runtime's
    /// own functions only if the linker includes the whole archives and binds the calls to them instead of to
    /// the simulator's.
    std::vector<std::string> linked(std::vector<std::string> archives) const override {
        const char* const before[] = {"-Wl,-Bsymbolic-functions", "-Wl,--whole-archive"};
        archives.insert(archives.begin(), std::begin(before), std::end(before));
        archives.emplace_back("-Wl,--no-whole-archive");
        return archives;
    }
    std::vector<RequiredTool> tools() const override { return starter().tools(); }
    std::string build_hint(const std::string& messages) const override {
        return simulator_build_hint(messages);
    }

    LaunchEnd run(const Launch& launch, int ranks, Interrupts& interrupts) const override {
        return starter().run(launch, ranks, interrupts);
    }
    std::string plan(const Launch& launch, int ranks, const std::string& times) const override {
        return starter().plan(launch, ranks, times);
    }
    std::string lost(Interrupts& interrupts) const override { return starter().lost(interrupts); }
    bool reports_hang(const std::filesystem::path& errors) const override {
        return reports_deadlock(read_file(errors));
    }
    std::string launch_hint(const std::string& words, bool timed_out, bool) const override {
        return simulator_hint(words, timed_out);
    }

private:
    const MachineKind& starter() const {
        return queue_ ? static_cast<const MachineKind&>(*queue_) : started_by_;
    }

    MachineKind started_by_;
    std::optional<QueueOfJobs> queue_;
};

} // namespace

bool RequiredTool::is_installed() const {
    return !find_in_path(program).empty();
}

Failure RequiredTool::missing(const MachineProfile& profile) const {
    return {code, about_key(profile, key, fmt::format("`{}` is not installed", program)),
            install_hint(package)};
}

std::filesystem::path MachineKind::shared_folder() const {
    return is_elsewhere() ? std::filesystem::current_path() : std::filesystem::path();
}

std::optional<std::int64_t> MachineKind::usual_ranks() const {
    return profile_.hosts.empty() ? std::nullopt
                                  : std::optional(static_cast<std::int64_t>(profile_.hosts.size()));
}

std::int64_t MachineKind::probe_ranks(std::int64_t cores_here) const {
    return profile_.wants_hosts ? static_cast<std::int64_t>(profile_.hosts.size()) : cores_here;
}

RequiredTool MachineKind::compiler() const {
    return {"build.compiler", profile_.compiler[0], profile_.compiler_package, ExitCode::BuildFailed};
}

std::vector<RequiredTool> MachineKind::tools() const {
    return {compiler(),
            {"launch.command", profile_.launcher[0], profile_.launcher_package, ExitCode::RunFailed}};
}

LaunchEnd MachineKind::run(const Launch& launch, int, Interrupts& interrupts) const {
    return run_launch(launch, interrupts);
}

std::string MachineKind::plan(const Launch& launch, int, const std::string& times) const {
    return fmt::format("launch   {}{}\n", shell_words(launch.arguments), times);
}

std::string MachineKind::lost(Interrupts& interrupts) const {
    return lost_hosts(profile_, interrupts);
}

std::string MachineKind::launch_hint(const std::string& words, bool, bool alone) const {
    return alone ? wrong_launcher_hint(profile_) : launcher_hint(profile_, words);
}

std::unique_ptr<MachineKind> kind_of(const MachineProfile& profile) {
    if (profile.simulation) return std::make_unique<Model>(profile);
    if (profile.queue) return std::make_unique<QueueOfJobs>(profile);
    if (profile.wants_hosts) return std::make_unique<NamedHosts>(profile);
    return std::make_unique<MachineKind>(profile);
}

} // namespace loop::runner
