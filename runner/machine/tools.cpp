#include "runner/machine/tools.h"

#include "runner/system/identity.h"

#include <algorithm>
#include <set>

namespace loop::runner {

namespace fs = std::filesystem;

namespace {

void look_for(MpiTools& tools, Interrupts& interrupts) {
    tools.has_compiler = !find_in_path(tools.compiler).empty();
    tools.has_launcher = !find_in_path(tools.launcher).empty();
    if (!tools.has_launcher) return;
    const std::string text = ask({tools.launcher, "--version"}, interrupts).text;
    tools.version = version_in(text);
    if (tools.library.empty()) tools.library = library_of(text);
}

/// The path of the program with all links resolved.
fs::path real_path(const std::string& program) {
    std::error_code ignored;
    return fs::canonical(find_in_path(program), ignored);
}

} // namespace

std::string library_of(const std::string& version_text) {
    for (const char* words : {"OpenRTE", "Open MPI", "PRRTE"})
        if (version_text.find(words) != std::string::npos) return "Open MPI";
    return version_text.find("HYDRA") != std::string::npos ? "MPICH" : "";
}

std::vector<MpiTools> mpi_tools(Interrupts& interrupts) {
    std::vector<MpiTools> all{
        {"MPICH", "mpicxx.mpich", "mpiexec.mpich", "libmpich-dev", "mpich", "", false, false},
        {"Open MPI", "mpicxx.openmpi", "mpiexec.openmpi", "libopenmpi-dev", "openmpi-bin", "", false, false}};
    std::set<fs::path> known;
    for (MpiTools& tools : all) {
        look_for(tools, interrupts);
        known.insert(real_path(tools.launcher));
    }
    MpiTools plain{"", "mpicxx", "mpiexec", "", "", "", false, false};
    if (find_in_path("mpiexec").empty() || known.count(real_path("mpiexec")) != 0) return all;
    look_for(plain, interrupts);
    if (!plain.library.empty()) all.push_back(plain);
    return all;
}

std::optional<std::string> slurm_version(Interrupts& interrupts) {
    for (const char* program : {"sbatch", "srun", "squeue", "scancel"})
        if (find_in_path(program).empty()) return std::nullopt;
    const Answer answer = ask({"sbatch", "--version"}, interrupts);
    return answer.status.good() ? version_in(answer.text) : "";
}

} // namespace loop::runner
