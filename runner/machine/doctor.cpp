#include "runner/machine/doctor.h"

#include "base/text/strings.h"
#include "runner/machine/environment.h"
#include "runner/machine/limits.h"
#include "runner/machine/present.h"
#include "runner/machine/tools.h"
#include "runner/profile/known_errors.h"
#include "runner/profile/profile.h"
#include "runner/system/cache.h"
#include "runner/system/failure.h"
#include "runner/system/files.h"

#include <fmt/core.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <cmath>

namespace loop::runner {

namespace fs = std::filesystem;

namespace {

using State = Symptom::State;
constexpr double mebibyte = 1 << 20;

class Examination {
public:
    Examination(const Installation& installation, Interrupts& interrupts)
        : installation_(installation), interrupts_(interrupts) {}

    std::vector<Symptom> all() {
        compilers();
        mpi();
        helpers();
        folders();
        own_profiles();
        hardware();
        settings();
        return std::move(symptoms_);
    }

private:
    void good(const char* what, const std::string& text) {
        symptoms_.push_back({State::Good, what, text, ""});
    }
    void remark(const char* what, const std::string& text, const std::string& remedy) {
        symptoms_.push_back({State::Remark, what, text, remedy});
    }
    void problem(const char* what, const std::string& text, const std::string& remedy) {
        symptoms_.push_back({State::Problem, what, text, remedy});
    }

    std::string first_line_of(const std::vector<std::string>& command) {
        const std::string text = ask(command, interrupts_).text;
        return text.substr(0, text.find('\n'));
    }

    void compilers() {
        good("loop", fmt::format("{}, the runtime's sources are in {}", LOOP_VERSION,
                                 installation_.runtime.string()));
        if (find_in_path("g++").empty())
            problem("C++ compiler", "`g++`, which the MPI compilers call, is not installed",
                    "apt-get install g++");
        else
            good("C++ compiler", first_line_of({"g++", "--version"}));
        if (find_in_path("ar").empty())
            problem("ar", "not installed: the runtime library cannot be built", "apt-get install binutils");
    }

    void mpi() {
        bool any = false;
        const auto all = mpi_tools(interrupts_);
        for (const MpiTools& tools : all) {
            const std::string packages = tools.compiler_package + " " + tools.launcher_package;
            any = any || tools.is_complete();
            if (tools.is_complete())
                good(tools.library.c_str(),
                     fmt::format("{}, {}: {}", tools.compiler, tools.launcher, tools.version));
            else if (tools.has_compiler != tools.has_launcher)
                remark(tools.library.c_str(),
                       fmt::format("`{}` is not installed",
                                   tools.has_compiler ? tools.launcher : tools.compiler),
                       "apt-get install " + packages);
            else
                remark(tools.library.c_str(),
                       fmt::format("not installed: machine `{}` does not work",
                                   tools.library == "MPICH" ? "local" : "local-openmpi"),
                       "apt-get install " + packages);
        }
        if (!any)
            problem("MPI", "no MPI with compiler and launcher: nothing can run",
                    "apt-get install libmpich-dev mpich");
    }

    void helper(const char* what, const std::string& program, const std::string& need,
                const std::string& package) {
        if (find_in_path(program).empty())
            remark(what, fmt::format("`{}` is not installed: {}", program, need),
                   "apt-get install " + package);
        else
            good(what, find_in_path(program).string());
    }

    void helpers() {
        helper("rsvg-convert", "rsvg-convert", "figures are SVG only, no PDF and PNG", "librsvg2-bin");
        helper("OpenSHMEM", "oshc++",
               "machine `local-shmem` does not work, which `version=shmem` of apexmap needs",
               "libopenmpi-dev openmpi-bin");
        helper("SimGrid", "smpirun", "simulated machines do not work", "libsimgrid-dev");
        // Most hosts do not need Slurm.
        const auto slurm = slurm_version(interrupts_);
        good("Slurm", !slurm           ? "not installed; only machines with its queue need it"
                      : slurm->empty() ? "installed, and no cluster is configured (slurm.conf)"
                                       : *slurm);
    }

    /// Checks the free space and permissions of a folder that LOOP writes to.
    void folder(const char* what, const fs::path& path, double min_mebibytes, const std::string& need) {
        struct statvfs status {};
        if (::access(path.c_str(), W_OK | X_OK) != 0 || ::statvfs(path.c_str(), &status) != 0)
            return problem(what, fmt::format("`{}` cannot be written to: {}", path.string(), need),
                           "create it or make it writable");
        const double free =
            static_cast<double>(status.f_bavail) * static_cast<double>(status.f_frsize) / mebibyte;
        if (free < min_mebibytes)
            return remark(what, fmt::format("{:.0f} MiB are free in `{}`: {}", free, path.string(), need),
                          fmt::format("at least {:.0f} MiB", min_mebibytes));
        good(what, fmt::format("{}, {:.0f} MiB free", path.string(), free));
    }

    void folders() {
        try {
            const Cache cache(Cache::default_root());
            folder("cache", cache.root(), 100,
                   "built programs are kept there (`LOOP_CACHE` names another folder)");
            struct statvfs status {};
            if (::statvfs(cache.root().c_str(), &status) == 0 && (status.f_flag & ST_NOEXEC) != 0)
                remark("cache", fmt::format("`{}` is mounted noexec", cache.root().string()),
                       "set LOOP_CACHE to a folder where programs may be executed");
        } catch (const Failure& failure) {
            problem("cache", failure.what(), failure.hint());
        }
        folder("temporary files", temporary_root(), 100, "work in progress is kept there");
        folder("/dev/shm", "/dev/shm", 64, shared_memory_remedy);
    }

    void own_profiles() {
        for (const std::string& name : names_in(installation_.own_machines, ".toml")) {
            try {
                find_profile(installation_, name);
                good("profile", fmt::format("{} ({})", name, profile_file(installation_, name).string()));
            } catch (const Failure& failure) {
                problem("profile", failure.what(), failure.hint());
            }
        }
    }

    void hardware() {
        const PresentMachine machine = present_machine();
        good("hardware",
             fmt::format("{}, {}, {} threads, {:.1f} GiB", machine.processor, counted(machine.cores, "core"),
                         machine.threads, static_cast<double>(machine.memory) / mebibyte / 1024));
        const auto quota = cpu_quota_cores();
        if (quota && *quota - std::floor(*quota) > 0.02)
            remark("CPU quota",
                   fmt::format("{:.2f} cores: ranks are throttled when the quota is exhausted", *quota),
                   "use a whole number of cores, or dedicated cores (cpuset)");
    }

    void settings() {
        const Json now = environment_record();
        const auto text = [&](const char* key) {
            return now[key].is_string() ? now[key].get<std::string>() : now[key].dump();
        };
        if (const std::string governor = text("governor"); governor == "unknown")
            good("clock rate", "unknown: this kernel does not report it");
        else if (governor == "performance")
            good("clock rate", "governor performance");
        else
            remark("clock rate", "governor " + governor, "`cpupower frequency-set -g performance`, as root");
        if (text("turbo") == "on")
            remark("turbo", "on: the clock rate depends on temperature and on other cores",
                   "switch it off to compare figures");
        if (now["virtual_machine"] == true)
            remark("virtual machine", "other guests may use its processors without notice",
                   "use dedicated hardware to compare figures");
        if (const std::string pages = text("transparent_huge_pages"); pages != "unknown")
            good("huge pages", "transparent: " + pages);
        if (now["load_before"].is_number() && now["load_before"].get<double>() > 0.5)
            remark("load", fmt::format("{:.2f} over the last minute", now["load_before"].get<double>()),
                   "measure when nothing else runs");
    }

    const Installation& installation_;
    Interrupts& interrupts_;
    std::vector<Symptom> symptoms_;
};

} // namespace

std::vector<Symptom> examine(const Installation& installation, Interrupts& interrupts) {
    return Examination(installation, interrupts).all();
}

} // namespace loop::runner
