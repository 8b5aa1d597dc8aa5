#include "runner/machine/detect.h"

#include "base/text/json.h"
#include "base/text/strings.h"
#include "runner/machine/present.h"
#include "runner/machine/tools.h"
#include "runner/system/failure.h"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <sstream>

namespace loop::runner {

namespace {

/// Quotes a TOML string: TOML has the escapes of JSON.
std::string quoted(const std::string& text) {
    return Json(text).dump();
}

std::string list(const std::vector<std::string>& words) {
    std::vector<std::string> parts;
    for (const std::string& word : words)
        parts.push_back(quoted(word));
    return "[" + joined(parts, ", ") + "]";
}

/// A line `key = "text"`; empty if the text is empty.
std::string line(const char* key, const std::string& text) {
    return text.empty() ? "" : fmt::format("{} = {}\n", key, quoted(text));
}

std::string network_text(const Network& network) {
    std::string text = network.name + (network.is_fast ? " (InfiniBand or the like)" : "");
    if (network.megabits > 0) text += fmt::format(", {} Mbit/s", network.megabits);
    return text;
}

std::string caches_text(const PresentMachine& machine) {
    std::vector<std::string> parts;
    for (const CacheLevel& cache : machine.caches)
        parts.push_back(
            fmt::format("{} {} KiB for {}", cache.name, cache.bytes / 1024, counted(cache.cores, "core")));
    return joined(parts, ", ");
}

/// The requested library, or the first complete installation.
MpiTools chosen_tools(const std::vector<MpiTools>& all, const std::string& library) {
    const std::string wanted = library == "mpich" ? "MPICH" : library == "openmpi" ? "Open MPI" : "";
    for (const MpiTools& tools : all)
        if (tools.is_complete() && (wanted.empty() || tools.library == wanted)) return tools;
    throw Failure(
        ExitCode::RunFailed,
        fmt::format("no {} with compiler and launcher is installed", wanted.empty() ? "MPI" : wanted),
        wanted == "Open MPI" ? "apt-get install libopenmpi-dev openmpi-bin"
                             : "apt-get install libmpich-dev mpich");
}

/// The launch command, with options that give each rank a core and permit root and more ranks than cores.
std::vector<std::string> launcher_of(const MpiTools& tools) {
    if (tools.library == "MPICH") return {tools.launcher, "-bind-to", "core", "-n", "{ranks}", "{program}"};
    std::vector<std::string> words{tools.launcher};
    if (::geteuid() == 0) words.emplace_back("--allow-run-as-root");
    for (const char* word :
         {"--oversubscribe", "--bind-to", "core:overload-allowed", "-n", "{ranks}", "{program}"})
        words.emplace_back(word);
    return words;
}

std::string others_text(const std::vector<MpiTools>& all, const MpiTools& used, Interrupts& interrupts,
                        bool slurm) {
    std::string text;
    for (const MpiTools& tools : all)
        if (tools.is_complete() && tools.launcher != used.launcher)
            text += fmt::format("# also found: {} ({})\n", tools.library, tools.version);
    if (!slurm && slurm_version(interrupts))
        text += "# also found: Slurm; `loop machine detect --slurm` writes a profile of its cluster\n";
    return text;
}

std::string build_text(const MpiTools& tools, bool runs_elsewhere) {
    std::vector<std::string> flags{"-std=c++17", "-O3", "-march=native", "-g"};
    if (runs_elsewhere) flags.erase(flags.begin() + 2); // other nodes may have other processors
    return "\n[build]\ncompiler = " + list({tools.compiler}) + "\nflags = " + list(flags) +
           "\nmpi = " + quoted(tools.library) + "\n" + line("package", tools.compiler_package);
}

std::string environment_text(const MpiTools& tools, bool runs_elsewhere) {
    std::string text = "\n[environment]\n";
    if (tools.library == "MPICH")
        text += "UCX_ERROR_SIGNALS = \"\" # leave crash signals to the ranks, which report where they were\n";
    if (tools.library == "MPICH" && !runs_elsewhere)
        text += "UCX_TLS = \"self,sm\" # no TCP within one host: its interfaces may come and go\n";
    return text + "OPENBLAS_NUM_THREADS = \"1\" # one core per rank\n";
}

std::string local_hardware(const PresentMachine& machine) {
    std::string text =
        "\n[hardware]\n" + line("processor", machine.processor) + line("network", "within one host");
    for (const Network& network : machine.networks)
        text += "# interface " + network_text(network) + "\n";
    text += fmt::format("nodes = 1\ncores = {}{}\n", machine.cores,
                        machine.threads > machine.cores ? fmt::format(" # {} threads", machine.threads) : "");
    text += fmt::format("memory_bytes = {}\n", machine.memory);
    if (machine.word_bits > 0) text += fmt::format("word_bits = {}\n", machine.word_bits);
    const std::string caches = caches_text(machine);
    return text + (caches.empty() ? "" : "# caches: " + caches + "\n");
}

std::string local_profile(const DetectRequest& request, const MpiTools& tools) {
    const PresentMachine machine = present_machine();
    std::string text =
        line("name", request.name) + line("description", "one host, " + tools.library + " " + tools.version);
    text += local_hardware(machine) + build_text(tools, false) +
            "\n[launch]\ncommand = " + list(launcher_of(tools)) + "\n";
    text +=
        fmt::format("pinning = \"core\"\n# slots = {}   would refuse more ranks than cores\n", machine.cores);
    return text + line("package", tools.launcher_package) + environment_text(tools, false);
}

/// The nodes of the cluster, as sinfo lists them.
struct Cluster {
    long nodes = 0, cores = 0, megabytes = 0; ///< cores and memory: the minimum over the nodes
    long slots = 0;
};

Cluster cluster(Interrupts& interrupts) {
    const Answer answer = ask({"sinfo", "-h", "-N", "-o", "%N %c %m"}, interrupts);
    if (!answer.status.good())
        throw Failure(ExitCode::RunFailed, "Slurm does not list its nodes (`sinfo -h -N -o '%N %c %m'`)",
                      "is this host part of the cluster, and is the controller running?")
            .with_details(answer.text);
    Cluster result;
    std::vector<std::string> seen; // a node is listed once for each of its partitions
    for (const std::string_view line : lines_of(answer.text)) {
        std::istringstream words{std::string(line)};
        std::string name;
        long cores = 0, megabytes = 0;
        if (!(words >> name >> cores >> megabytes) || std::find(seen.begin(), seen.end(), name) != seen.end())
            continue;
        seen.push_back(name);
        result.slots += cores;
        result.cores = result.cores == 0 ? cores : std::min(result.cores, cores);
        result.megabytes = result.megabytes == 0 ? megabytes : std::min(result.megabytes, megabytes);
    }
    result.nodes = static_cast<long>(seen.size());
    if (result.nodes == 0) throw Failure(ExitCode::RunFailed, "Slurm lists no nodes (`sinfo -h -N`)");
    return result;
}

std::string slurm_profile(const DetectRequest& request, const MpiTools& tools, Interrupts& interrupts) {
    const auto version = slurm_version(interrupts);
    if (!version)
        throw Failure(ExitCode::RunFailed,
                      "Slurm is not installed: sbatch, srun, squeue and scancel are required",
                      "apt-get install slurm-client, on a host of the cluster");
    const Cluster nodes = cluster(interrupts);
    const std::string way = tools.library == "MPICH" ? "pmi2" : "pmix";
    std::string text =
        line("name", request.name) + line("description", fmt::format("{}, {}", *version, tools.library));
    text += fmt::format("\n[hardware]\nnodes = {}\ncores = {} # of the smallest node\n", nodes.nodes,
                        nodes.cores);
    // Slurm reports 1 if the value is not configured.
    if (nodes.megabytes > 1) text += fmt::format("memory_bytes = {}\n", nodes.megabytes * 1024 * 1024);
    text += build_text(tools, true);
    text += "\n[launch]\ncommand = " +
            list({"srun", "--mpi=" + way, "--kill-on-bad-exit=1", "-n", "{ranks}", "{program}"});
    text += fmt::format("\nslots = {}\npackage = \"slurm-client\"\n", nodes.slots);
    text += environment_text(tools, true);
    text += R"toml(
[limits]
queue_seconds = 3600

[queue]
submit = ["sbatch", "--parsable", "--no-requeue", "--job-name=loop", "--ntasks={ranks}", "--chdir={directory}", "--output=job.log", "{script}"]
state = ["squeue", "-h", "-o", "%T (%r)", "-j", "{job}"]
cancel = ["scancel", "{job}"]
directives = [] # such as "#SBATCH --partition=NAME"
package = "slurm-client"
)toml";
    return text;
}

} // namespace

std::string detected_profile(const DetectRequest& request, Interrupts& interrupts) {
    const std::vector<MpiTools> all = mpi_tools(interrupts);
    const MpiTools tools = chosen_tools(all, request.library);
    const std::string body =
        request.slurm ? slurm_profile(request, tools, interrupts) : local_profile(request, tools);
    return "# Written by `loop machine detect`; docs/machine-profile.md says what each key means.\n" +
           others_text(all, tools, interrupts, request.slurm) + body;
}

} // namespace loop::runner
