#include "runner/machine/tools.h"

#include "runner/system/identity.h"

#include <algorithm>
#include <iterator>
#include <set>

namespace loop::runner {

namespace fs = std::filesystem;

namespace {

constexpr const char* launchers[] = {"mpiexec", "mpirun", "orterun", "prterun"};

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

bool is_name_of_launcher(const fs::path& program) {
    const std::string name = program.filename().string();
    return std::any_of(std::begin(launchers), std::end(launchers), [&](const std::string& launcher) {
        return name.compare(0, launcher.size(), launcher) == 0;
    });
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

std::optional<MpiTools> tools_of_launcher(const std::string& program, Interrupts& interrupts) {
    const fs::path real = real_path(program);
    if (!is_name_of_launcher(program) || real.empty()) return std::nullopt;
    for (const MpiTools& tools : mpi_tools(interrupts))
        if (tools.has_launcher && real_path(tools.launcher) == real) return tools;
    MpiTools own{"", (real.parent_path() / "mpicxx").string(), program, "", "", "", false, false};
    look_for(own, interrupts);
    if (own.library.empty()) return std::nullopt;
    return own;
}

std::optional<std::string> slurm_version(Interrupts& interrupts) {
    for (const char* program : {"sbatch", "srun", "squeue", "scancel"})
        if (find_in_path(program).empty()) return std::nullopt;
    const Answer answer = ask({"sbatch", "--version"}, interrupts);
    return answer.status.good() ? version_in(answer.text) : "";
}

} // namespace loop::runner
