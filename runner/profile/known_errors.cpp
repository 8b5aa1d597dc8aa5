#include "runner/profile/known_errors.h"

#include "base/text/units.h"

#include <fmt/core.h>

#include <regex>

namespace loop::runner {

namespace {

struct KnownProblem {
    const char* words; ///< part of a launcher's output
    const char* key;   ///< key of the profile
    const char* what;
    const char* remedy;
};

constexpr const char* small_shared_memory = "MPI found too little space in /dev/shm";

constexpr KnownProblem known_problems[] = {
    {"not enough slots", "launch.command", "the launcher has too few slots for these ranks",
     "use fewer ranks (`-n`), more slots per host, or `--oversubscribe` (Open MPI)"},
    {"run as root", "launch.command", "the launcher refuses to run as root",
     "use `--allow-run-as-root`, as machines/local-openmpi.toml does, or another user"},
    {"orte_session_dir failed", "launch.command", "the launcher cannot write into its temporary folder",
     "set TMPDIR to a writable folder"},
    {"Could not resolve hostname", "launch.hosts", "the name of a host cannot be resolved",
     "use names that this host can resolve"},
    {"No route to host", "launch.hosts", "a host cannot be reached", "try `ssh HOST true`"},
    {"Connection timed out", "launch.hosts", "a host does not answer", "try `ssh HOST true`"},
    {"Connection refused", "launch.hosts", "a host refuses the connection", "try `ssh HOST true`"},
    {"Permission denied (publickey", "launch.hosts", "a host asks for a password",
     "set up a key for ssh (`ssh-copy-id HOST`)"},
    {"Host key verification failed", "launch.hosts", "a host is not known to ssh",
     "log in once by hand (`ssh HOST true`)"},
    {"init_worker No such device", "environment",
     "MPICH could not open a network interface; perhaps it was removed meanwhile",
     "name the ones to use in `UCX_NET_DEVICES`"},
    {"specified plugin name for mpi", "launch.command", "srun does not support the requested MPI type",
     "`srun --mpi=list` lists the supported types"},
    {"Invalid MPI type", "launch.command", "srun does not support the requested MPI type",
     "`srun --mpi=list` lists the supported types"},
    {"More processors requested than permitted", "queue.directives", "the job has fewer CPUs than ranks",
     "add `--ntasks={ranks}` to the directives"},
};

struct KnownEnd {
    const char* words; ///< part of the simulator's output
    const char* hint;
};

constexpr KnownEnd known_ends[] = {
    {"Host not found", "the profile's `simulation.hosts` and `host_name` do not match its platform file"},
    {"diskless host", "the simulated machine has no disks: MPI's files are for real machines only"},
    {"Memory allocation of",
     "SimGrid found no memory: all ranks of a simulation share the memory of this host, and "
     "SimGrid counts bytes with an int, so an MPI call must not move 2 GiB or more"},
    {"std::bad_alloc", "out of memory: all ranks of a simulation share the memory of this host"},
    {"Segmentation fault", "if the program is correct, increase `contexts/stack-size` of the profile (KiB), "
                           "the stack of a simulated rank; threads of the program cannot call MPI"},
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

std::string shared_memory_hint(const MachineProfile& profile, const std::string& output) {
    // Words of UCX, the network layer of MPICH.
    for (const char* words : {"check that /dev/shm or the directory", "allocate memory pool (name=mm_"})
        if (output.find(words) != std::string::npos)
            return fmt::format("{}; {}", about_key(profile, "launch.command", small_shared_memory),
                               shared_memory_remedy);
    return {};
}

std::string slow_transport(std::optional<std::uint64_t> free_bytes, int ranks, const std::string& errors) {
    constexpr std::uint64_t of_rank = std::uint64_t(4) << 20; // UCX and Open MPI 4 take a little more
    if (ranks > 1 && free_bytes && *free_bytes < of_rank * static_cast<std::uint64_t>(ranks))
        return fmt::format("slow messages: /dev/shm had {} free, and MPI takes {} for each rank; {}",
                           bytes_text(static_cast<double>(*free_bytes)),
                           bytes_text(static_cast<double>(of_rank)), shared_memory_remedy);
    const std::size_t at = errors.find("there is not enough space for");
    if (at == std::string::npos || errors.find("shared-memory backing", at) == std::string::npos) return {};
    return fmt::format("slow messages: {}; {}", small_shared_memory, shared_memory_remedy);
}

std::string wrong_launcher_hint(const MachineProfile& profile) {
    return about_key(
        profile, "launch.command",
        fmt::format("each process found itself alone: `{}` does not start what `{}` (`build.compiler`) "
                    "builds; use the launcher and the compiler of one MPI library",
                    profile.launcher[0], profile.compiler[0]));
}

bool reports_deadlock(const std::string& words) {
    return words.find("eadlock") != std::string::npos;
}

std::string simulator_hint(const std::string& words, bool timed_out) {
    std::smatch match;
    const std::regex missing("Not yet implemented: P?(MPI_[A-Za-z_]+)");
    if (std::regex_search(words, match, missing)) return real_machines_only(match[1].str());
    if (timed_out)
        return "simulated time advances only in MPI calls and in charged work (`\\FLOPS`): a loop that waits "
               "for the clock without them never ends, and a loop that polls MPI advances by the cost of one "
               "call (`smpi/test`, `smpi/iprobe` of the profile) per poll";
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
