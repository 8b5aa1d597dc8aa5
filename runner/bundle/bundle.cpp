#include "runner/bundle/bundle.h"

#include "runner/build/runtime_parts.h"
#include "runner/build/unit_flags.h"
#include "runner/bundle/headers.h"
#include "runner/bundle/joined_source.h"
#include "runner/bundle/profile_check.h"
#include "runner/bundle/texts.h"
#include "runner/launch/machine_kind.h"
#include "runner/run/preparation.h"
#include "runner/run/run_directory.h"
#include "runner/run/run_record.h"
#include "runner/system/failure.h"
#include "runner/system/files.h"

#include <fmt/core.h>
#include <sys/stat.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace loop::runner {

namespace fs = std::filesystem;

namespace {

/// The files of a bundle by path, before they are written.
using Files = std::map<std::string, std::string>;

/// The runtime's public headers, as programs include them: "loop/loop.h".
std::vector<std::string> public_headers(const fs::path& folder) {
    std::vector<std::string> names;
    for (const auto& entry : fs::recursive_directory_iterator(folder))
        if (entry.path().extension() == ".h")
            names.push_back(entry.path().lexically_relative(folder).string());
    return names;
}

/// Whether a text mentions a public header as one that it includes, in whatever spelling.
bool includes(const std::string& text, const std::string& name) {
    return text.find("<" + name + ">") != std::string::npos ||
           text.find("\"" + name + "\"") != std::string::npos;
}

/// Adds the public headers that the files include, directly or indirectly.
void add_public_headers(Files& files, const fs::path& runtime) {
    const fs::path folder = runtime / "include";
    std::vector<std::string> others = public_headers(folder);
    std::vector<std::string> texts;
    for (const auto& [path, text] : files)
        texts.push_back(text);
    while (!texts.empty()) {
        const std::string text = std::move(texts.back());
        texts.pop_back();
        const auto mentioned = std::stable_partition(
            others.begin(), others.end(), [&](const std::string& name) { return !includes(text, name); });
        for (auto name = mentioned; name != others.end(); ++name) {
            texts.push_back(read_file(folder / *name));
            files["runtime/include/" + *name] = texts.back();
        }
        others.erase(mentioned, others.end());
    }
}

/// All text of the program in which it may call the runtime.
std::string program_text(const Files& files) {
    std::string text;
    for (const auto& [path, content] : files)
        if (path.rfind("src/", 0) == 0 && fs::path(path).extension() != ".loop") text += content + "\n";
    return text;
}

/// Adds the parts of the runtime that the program in `files` needs, one source file per unit.
std::vector<BundledUnit> add_runtime(Files& files, const fs::path& runtime, const MachineProfile& profile) {
    const RuntimeParts parts(runtime);
    std::vector<BundledUnit> units;
    for (const RuntimePart* part : parts.mentioned_in(program_text(files))) {
        for (const RuntimeUnit& unit : part->units) {
            units.push_back({fmt::format("runtime/{}.cpp", unit.name),
                             unit_flags(profile.flags, *part, unit, common_cold_level)});
            files[units.back().source] = joined_source(runtime, unit);
        }
    }
    add_public_headers(files, runtime);
    return units;
}

/// Adds a file in the profile's folder that a command line of the profile names.
void add_beside(Files& files, const MachineProfile& profile, const fs::path& file, const std::string& key) {
    if (!is_in_profile_folder(file))
        throw Failure(ExitCode::Usage,
                      fmt::format("machine `{}`: `{}` names `{}`, which is not in the profile's folder",
                                  profile.name, key, file.string()),
                      "a bundle contains the profile and the files in its folder");
    files["machine/" + file.lexically_normal().string()] = read_file(profile.folder / file);
}

void add_machine(Files& files, const Installation& installation, const std::string& machine,
                 const MachineProfile& profile) {
    files["machine/profile.toml"] = read_file(profile_file(installation, machine));
    if (const std::string hosts = host_file(profile); !hosts.empty()) files["machine/hostfile"] = hosts;
    if (profile.simulation) add_beside(files, profile, profile.simulation->platform, "simulation.platform");
    const std::string beside = "{profile_directory}/";
    for (const std::string& word : profile.launcher)
        if (const std::size_t at = word.find(beside); at != std::string::npos)
            add_beside(files, profile, word.substr(at + beside.size()), "launch.command");
}

void add_program(Files& files, const compiler::Compilation& compilation, const fs::path& folder,
                 const std::string& machine, const std::string& file) {
    compiler::EmitOptions options;
    options.machine = machine;
    files["src/" + file + ".loop"] = compilation.source().text();
    files["src/" + file + ".cpp"] = compilation.emit(options);
    for (auto& [path, text] : quoted_headers(compilation.source().text(), folder))
        if (!files.emplace("src/" + path, std::move(text)).second)
            throw Failure(
                ExitCode::Usage,
                fmt::format("the program includes `{}`, but the bundle has a generated file of that name",
                            path));
}

void write_all_files(const Files& files, const fs::path& folder) {
    for (const auto& [path, text] : files) {
        make_folder((folder / path).parent_path());
        write_file(folder / path, text);
    }
}

/// Creates `output` atomically with all files of the bundle.
void place(const Files& files, const fs::path& output) {
    std::error_code error;
    const fs::path target = fs::absolute(output, error).lexically_normal();
    const fs::path path = target.has_filename() ? target : target.parent_path();
    make_folder(path.parent_path());
    TemporaryDirectory folder(path.parent_path(), ".loop-export");
    write_all_files(files, folder.path());
    const mode_t mask = ::umask(0);
    ::umask(mask);
    ::chmod(folder.path().c_str(), 0777 & ~mask);
    fs::rename(folder.path(), path, error);
    if (error) refuse_file("create", output, error.value());
    folder.keep();
}

} // namespace

bool is_in_profile_folder(const std::filesystem::path& file) {
    const std::filesystem::path path = file.lexically_normal();
    return !path.empty() && path.is_relative() && *path.begin() != "..";
}

void export_bundle(const compiler::Compilation& compilation, const fs::path& headers,
                   const Installation& installation, const BundleRequest& request) {
    check_is_free(request.output);
    const MachineProfile profile = find_profile(installation, request.machine);
    check_profile_travels(profile);
    const compiler::ProgramSummary& program = compilation.summary();
    require_program(compilation);
    check_program_travels(program);

    Files files;
    BundleFacts facts{program, profile, harmless_name(program.name), request.ranks, {}};
    if (facts.ranks == 0) facts.ranks = static_cast<int>(kind_of(profile)->usual_ranks().value_or(0));
    add_program(files, compilation, headers, profile.title(), facts.file);
    facts.runtime = add_runtime(files, installation.runtime, profile);
    files["runtime/LICENSE"] = read_file(installation.licence);
    add_machine(files, installation, request.machine, profile);
    const auto form = [&](const char* name) { return read_file(installation.bundle / name); };
    files["Makefile"] = makefile(form("Makefile"), facts);
    files["CMakeLists.txt"] = cmake_file(form("CMakeLists.txt"), facts);
    files["job.sh"] = job_script(form("job.sh"), facts);
    files["README.md"] = readme(form("README.md"), facts);
    formats::Bundle about{LOOP_VERSION, profile.name, source_of(compilation), facts.file};
    if (profile.simulation)
        about.charging = {program.has_charged_work, program.receives_data, program.charged_result_lines,
                          program.uncharged_lines};
    files[formats::bundle_file_name] = formats::text_of(about);
    place(files, request.output);
}

} // namespace loop::runner
