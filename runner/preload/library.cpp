#include "runner/preload/library.h"

#include "base/text/hash.h"
#include "runner/build/failed_build.h"
#include "runner/build/runtime_library.h"
#include "runner/machine/tools.h"
#include "runner/profile/profile.h"
#include "runner/system/cache.h"
#include "runner/system/failure.h"
#include "runner/system/files.h"

#include <fmt/core.h>

#include <algorithm>

namespace loop::runner {

namespace fs = std::filesystem;

namespace {

constexpr const char* kind = "preload";
constexpr const char* file_name = "libloop_record.so";

/// Only MPI's functions may replace those of the program and its libraries, and those that find or unload
/// them.
constexpr const char* exported = "{ global: MPI_*; mpi_*; MPIX_*; dlsym; dlclose; local: *; };\n";

/// Its constructors precede those of all other libraries, which may call MPI_Init.
constexpr const char* is_first = "-Wl,-z,initfirst";

/// The tools among which are those of the program's MPI library.
std::vector<MpiTools> tools_for(const MpiProgram& program, Interrupts& interrupts) {
    return program.launched_with ? std::vector{*program.launched_with} : mpi_tools(interrupts);
}

/// The profile of this host, with the compiler of the program's MPI library.
MachineProfile profile_for(const MpiProgram& program, const Installation& installation,
                           Interrupts& interrupts) {
    MachineProfile profile = find_profile(installation, "local");
    for (const MpiTools& tools : tools_for(program, interrupts)) {
        if (tools.library != program.library || !tools.has_compiler) continue;
        profile.name = tools.library;
        profile.compiler = {tools.compiler};
        profile.compiler_package = tools.compiler_package;
        profile.flags.emplace_back("-fPIC");
        return profile;
    }
    throw Failure(ExitCode::BuildFailed,
                  fmt::format("`{}` uses {}, of which no C++ compiler wrapper is installed here",
                              program.file.string(), program.library),
                  program.library == "MPICH" ? install_hint("libmpich-dev") : install_hint("libopenmpi-dev"));
}

std::vector<const RuntimePart*> parts_of(const RuntimeLibrary& library) {
    return library.parts().those(
        [](const RuntimePart& part) { return part.is_base() || part.name == "preload"; });
}

Command link_command(const RuntimeLibrary& library, const MachineProfile& profile, const fs::path& folder) {
    Command command{profile.compiler, temporary_files_in(folder)};
    auto& arguments = command.arguments;
    arguments.insert(arguments.end(), profile.flags.begin(), profile.flags.end());
    arguments.insert(arguments.end(),
                     {"-shared", is_first, "-o", (folder / file_name).string(),
                      "-Wl,--version-script=" + (folder / "exported").string(), "-Wl,--whole-archive"});
    for (const RuntimePart* part : parts_of(library))
        arguments.push_back(library.archive(*part).string());
    arguments.emplace_back("-Wl,--no-whole-archive");
    return command;
}

void link(const RuntimeLibrary& library, const MachineProfile& profile, const fs::path& folder,
          Interrupts& interrupts) {
    write_file(folder / "exported", exported);
    const fs::path log = folder / "log";
    const ExitStatus status = run_all({link_command(library, profile, folder)}, {log}, 1, interrupts)[0];
    if (!status.good())
        throw failed_build(status, read_file(log), "linked the library that records MPI programs",
                           "the library that records MPI programs cannot be linked");
}

void require_same_library(const fs::path& library, const MpiProgram& program, const MachineProfile& profile,
                          Interrupts& interrupts) {
    if (program.launched_with) return; // it decides when it runs
    const std::string built = mpi_library_of(library, interrupts);
    if (built == program.needs) return;
    throw Failure(ExitCode::BuildFailed,
                  fmt::format("`{}` loads {}, but `{}` links programs with {}", program.file.string(),
                              program.needs, profile.compiler[0], built),
                  "put the compiler wrapper of the program's MPI library first in PATH");
}

} // namespace

fs::path preload_library(const MpiProgram& program, const Installation& installation, Interrupts& interrupts,
                         const Logger& logger) {
    if (program.launched_with)
        logger.info(fmt::format("`{}` is not linked with an MPI library; it must load {}, as `{}` does",
                                program.file.string(), program.library, program.launched_with->launcher));
    const MachineProfile profile = profile_for(program, installation, interrupts);
    const Cache cache(Cache::default_root());
    RuntimeLibrary library(installation, profile, cache, interrupts, logger);
    const std::string key = content_hash(library.key() + exported + is_first);
    const Descriptor lock = cache.lock(kind, key, interrupts, [&](const std::string& holder) {
        logger.info(fmt::format("waiting for {}, which builds the library for {}", holder, program.library));
    });
    if (!cache.find(kind, key)) {
        library.provide(parts_of(library));
        const TemporaryDirectory folder = cache.work_directory();
        link(library, profile, folder.path(), interrupts);
        cache.place(kind, key, folder.path());
    }
    fs::path file = *cache.find(kind, key) / file_name;
    require_same_library(file, program, profile, interrupts);
    return file;
}

} // namespace loop::runner
