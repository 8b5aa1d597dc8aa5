#include "runner/profile/known_errors.h"

#include <fmt/core.h>

#include <regex>

namespace loop::runner {

namespace {

struct KnownProblem {
    const char* words; ///< of a launcher
    const char* key;   ///< of the profile
    const char* what;
    const char* remedy;
};

constexpr KnownProblem known_problems[] = {
    {"not enough slots", "launch.command", "the launcher has too few slots for these ranks",
     "fewer ranks (`-n`), more slots for its hosts, or `--oversubscribe` (Open MPI)"},
    {"run as root", "launch.command", "the launcher does not start as root",
     "`--allow-run-as-root`, as in machines/local-openmpi.toml, or another user"},
    {"orte_session_dir failed", "launch.command", "the launcher cannot write into its temporary folder",
     "name one that can be written in TMPDIR"},
    {"Could not resolve hostname", "launch.hosts", "a host has no address that is known here",
     "the names as this machine knows them"},
    {"No route to host", "launch.hosts", "a host cannot be reached", "try `ssh HOST true`"},
    {"Connection timed out", "launch.hosts", "a host does not answer", "try `ssh HOST true`"},
    {"Connection refused", "launch.hosts", "a host does not let the launcher in", "try `ssh HOST true`"},
    {"Permission denied (publickey", "launch.hosts", "a host asks for a password",
     "a key that ssh can use without one (`ssh-copy-id HOST`)"},
    {"Host key verification failed", "launch.hosts", "a host is not known to ssh",
     "log in once by hand (`ssh HOST true`)"},
    {"specified plugin name for mpi", "launch.command",
     "srun does not know the way to start MPI that it is told", "`srun --mpi=list` names those it knows"},
    {"Invalid MPI type", "launch.command", "srun does not know the way to start MPI that it is told",
     "`srun --mpi=list` names those it knows"},
    {"More processors requested than permitted", "queue.directives",
     "the job has fewer processors than it has ranks", "`--ntasks={ranks}` among the directives"},
};

struct KnownEnd {
    const char* words; ///< of the simulator
    const char* hint;
};

constexpr KnownEnd known_ends[] = {
    {"Host not found", "the profile's `simulation.hosts` and `host_name` do not fit its platform file"},
    {"diskless host", "the simulated machine has no disks: MPI's files are for real machines only"},
    {"std::bad_alloc", "no memory: all ranks of a simulation share that of this host"},
    {"Segmentation fault",
     "where the program is right: the stack of a simulated rank is as large as "
     "`contexts/stack-size` of the profile says (KiB), and threads of the program's own "
     "cannot call MPI"},
};

std::string real_machines_only(const std::string& function) {
    return fmt::format("SimGrid's MPI has no {}: this program runs on real machines only", function);
}

} // namespace

std::string about_key(const MachineProfile& profile, const std::string& key, const std::string& what) {
    return fmt::format("machine `{}`, `{}`: {}", profile.name, key, what);
}

std::string launcher_hint(const MachineProfile& profile, const std::string& errors) {
    for (const KnownProblem& entry : known_problems)
        if (errors.find(entry.words) != std::string::npos)
            return fmt::format("{}; {}", about_key(profile, entry.key, entry.what), entry.remedy);
    return {};
}

std::string wrong_launcher_hint(const MachineProfile& profile) {
    return about_key(
        profile, "launch.command",
        fmt::format(
            "each process took itself for the only one: `{}` does not start what `{}` (`build.compiler`) "
            "builds; launcher and compiler of one MPI library belong together",
            profile.launcher[0], profile.compiler[0]));
}

bool stands_still(const std::string& words) {
    return words.find("eadlock") != std::string::npos;
}

std::string simulator_hint(const std::string& words, bool timed_out) {
    std::smatch match;
    const std::regex missing("Not yet implemented: P?(MPI_[A-Za-z_]+)");
    if (std::regex_search(words, match, missing)) return real_machines_only(match[1].str());
    if (timed_out)
        return "in a simulation time passes in MPI calls and in charged work (`\\FLOPS`) only: who waits for "
               "the "
               "clock without them waits for ever, and who asks MPI again and again gains the price of an "
               "answer (`smpi/test`, `smpi/iprobe` of the profile) each time";
    for (const KnownEnd& entry : known_ends)
        if (words.find(entry.words) != std::string::npos) return entry.hint;
    return {};
}

std::string simulator_build_hint(const std::string& messages) {
    std::smatch match;
    const std::regex missing("(MPI_[A-Za-z_0-9]+)[^\n]*(was not declared|undefined reference)|undefined "
                             "reference to [^\n]*(P?MPI_[A-Za-z_0-9]+)");
    if (!std::regex_search(messages, match, missing)) return {};
    const std::string name = match[1].matched ? match[1].str() : match[3].str();
    return real_machines_only(name);
}

} // namespace loop::runner
