#include "runner/toolchain.h"

#include "runner/compiler_messages.h"
#include "runner/cores.h"
#include "runner/dependencies.h"
#include "runner/failure.h"
#include "runner/identity.h"
#include "runner/process.h"
#include "runner/required_tools.h"
#include "runner/simulated.h"
#include "runner/words.h"

#include <fmt/core.h>

#include <algorithm>
#include <csignal>

namespace loop::runner {

namespace fs = std::filesystem;

namespace {

constexpr const char* library_name = "libloop_runtime.a";
constexpr const char* dependencies_name = "dependencies";

std::vector<fs::path> cpp_files(const fs::path& folder) {
    std::vector<fs::path> files;
    for (const auto& entry : fs::recursive_directory_iterator(folder))
        if (entry.is_regular_file() && entry.path().extension() == ".cpp") files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    return files;
}

void append(std::vector<std::string>& to, const std::vector<std::string>& more) {
    to.insert(to.end(), more.begin(), more.end());
}

fs::path source_folder(const compiler::Source& source) {
    if (!source.folder().empty()) return source.folder();
    const fs::path folder = fs::path(source.name()).parent_path();
    return folder.empty() ? "." : folder;
}

/// The compiler itself, its wrapper, or a part of it that it has started.
bool was_killed(const ExitStatus& status, const std::string& messages) {
    return status.signal == SIGKILL || messages.find("Killed signal terminated program") != std::string::npos;
}

/// A compiler that is killed leaves its temporary files behind: in a folder of ours they go with it.
std::map<std::string, std::string> temporary_files_in(const fs::path& folder) {
    return {{"TMPDIR", folder.string()}};
}

fs::path sibling(const fs::path& program, const std::string& name) {
    return program.parent_path() / name;
}

} // namespace

Toolchain::Toolchain(const House& house, const MachineProfile& profile, const Cache& cache,
                     Interrupts& interrupts, Say say)
    : house_(house), profile_(profile), cache_(cache), interrupts_(interrupts), say_(std::move(say)) {
    const RequiredTool compiler = required_tools(profile)[0];
    if (!compiler.is_installed()) throw Failure(compiler.code, compiler.problem(profile), compiler.remedy());
    identity_ = compiler_identity(profile);
    runtime_key_ = compiler::content_hash(sources_hash(house.runtime) + identity_);
}

BuiltProgram Toolchain::planned(const compiler::Compilation& compilation) const {
    BuiltProgram plan;
    plan.emitted = compilation.emit();
    const std::string& name = compilation.summary().name;
    const fs::path entry = cache_.root() / "programs" / program_key(compilation, plan.emitted);
    plan.program = entry / "program";
    plan.command = command_for(compilation, entry / (name + ".cpp"), plan.program);
    return plan;
}

BuiltProgram Toolchain::build(const compiler::Compilation& compilation) {
    if (compilation.summary().uses_cblas) find_blas();
    find_caret_option();
    BuiltProgram plan = planned(compilation);
    const std::string key = plan.program.parent_path().filename();
    const auto is_ready = [&] {
        const auto entry = cache_.find("programs", key);
        return entry.has_value() && are_unchanged(read_file(*entry / dependencies_name));
    };
    if (is_ready()) return plan;
    const Descriptor lock = cache_.lock("programs", key, interrupts_, [&] {
        say_.line("waiting for another loop that builds the same program");
    });
    if (!is_ready()) {
        ensure_runtime();
        build_program(compilation, plan);
    }
    return plan;
}

std::string Toolchain::program_key(const compiler::Compilation& compilation,
                                   const std::string& emitted) const {
    // Quoted headers are looked up beside the source, so the folder is part of what the program is.
    std::error_code ignored;
    const fs::path folder = fs::absolute(source_folder(compilation.source()), ignored);
    return compiler::content_hash(
        fmt::format("{}\n{}\n{}\n{}", runtime_key_, folder.string(), blas_, emitted));
}

std::vector<std::string> Toolchain::compile_arguments() const {
    std::vector<std::string> arguments = profile_.compiler;
    append(arguments, profile_.flags);
    if (!caret_option_.empty()) arguments.push_back(caret_option_);
    append(arguments, {"-I", (house_.runtime / "include").string()});
    return arguments;
}

fs::path Toolchain::library_path() const {
    return cache_.root() / "runtime" / runtime_key_ / library_name;
}

/// A simulated rank is a shared object: its calls of `MPI_X`, which SMPI's header declares weak, reach the runtime's
/// functions only where the linker is made to take these, and to bind calls to them and not to the simulator's.
std::vector<std::string> Toolchain::library_arguments() const {
    if (!profile_.is_simulated()) return {library_path().string()};
    return {"-Wl,-Bsymbolic-functions", "-Wl,--whole-archive", library_path().string(), "-Wl,--no-whole-archive"};
}

std::vector<std::string> Toolchain::command_for(const compiler::Compilation& compilation,
                                                const fs::path& text, const fs::path& program) const {
    std::vector<std::string> arguments = compile_arguments();
    append(arguments, {"-iquote", source_folder(compilation.source()).string()});
    append(arguments, {"-MMD", "-MF", sibling(program, "program.d").string()});
    append(arguments, {text.string(), "-o", program.string()});
    append(arguments, library_arguments());
    if (compilation.summary().uses_cblas) arguments.push_back("-l" + blas_);
    append(arguments, profile_.libraries);
    return arguments;
}

void Toolchain::ensure_runtime() {
    if (cache_.find("runtime", runtime_key_)) return;
    const Descriptor lock = cache_.lock("runtime", runtime_key_, interrupts_, [&] {
        say_.line("waiting for another loop that builds the runtime library");
    });
    if (cache_.find("runtime", runtime_key_)) return;
    say_.line(fmt::format("building the runtime library for machine `{}` (once)", profile_.name));
    TemporaryDirectory folder = cache_.work_directory();
    build_runtime(folder.path());
    cache_.place("runtime", runtime_key_, folder.path());
}

void Toolchain::build_runtime(const fs::path& folder) {
    const TemporaryDirectory objects = cache_.work_directory();
    std::vector<Command> compilations;
    std::vector<fs::path> outputs;
    std::vector<std::string> archive{"ar", "rcs", (folder / library_name).string()};
    for (const fs::path& file : cpp_files(house_.runtime)) {
        const fs::path object =
            objects.path() / fmt::format("{}-{}.o", compilations.size(), file.stem().string());
        Command command{compile_arguments(), temporary_files_in(objects.path()), false};
        append(command.arguments,
               {"-I", house_.runtime.string(), "-c", file.string(), "-o", object.string()});
        compilations.push_back(command);
        outputs.push_back(object.string() + ".log");
        archive.push_back(object.string());
    }
    const auto check = [](const ExitStatus& status, const fs::path& log) {
        if (!status.good())
            throw Failure(ExitCode::BuildFailed, was_killed(status, read_file(log))
                                                     ? "the C++ compiler was killed while it built the runtime library"
                                                     : "the runtime library cannot be built")
                .with_details(read_file(log));
    };
    const auto results = run_all(compilations, outputs, std::clamp(available_cores(), 2, 8), interrupts_);
    for (std::size_t i = 0; i < results.size(); ++i)
        check(results[i], outputs[i]);
    const fs::path log = objects.path() / "ar.log";
    check(run_all({Command{archive, {}, false}}, {log}, 1, interrupts_)[0], log);
}

void Toolchain::build_program(const compiler::Compilation& compilation, const BuiltProgram& plan) {
    const std::string& name = compilation.summary().name;
    say_.line(fmt::format("compiling {}", name));
    const TemporaryDirectory folder = cache_.work_directory();
    const fs::path text = folder.path() / (name + ".cpp");
    const fs::path program = folder.path() / "program";
    write_file(text, plan.emitted);

    const TemporaryDirectory logs = cache_.work_directory();
    const fs::path log = logs.path() / "log";
    const auto result =
        run_all({Command{command_for(compilation, text, program), temporary_files_in(logs.path()), false}}, {log}, 1,
                interrupts_)[0];
    const std::string messages = with_source_lines(read_file(log), compilation.source(), plan.emitted);
    if (was_killed(result, messages))
        throw Failure(ExitCode::BuildFailed,
                      fmt::format("the C++ compiler was killed while it compiled {}", compilation.source().name()),
                      "most often it needed more memory than there is (`dmesg` tells)")
            .with_details(messages);
    if (!result.good())
        throw Failure(ExitCode::BuildFailed,
                      fmt::format("the C++ compiler rejects {}", compilation.source().name()),
                      profile_.is_simulated() ? simulator_build_hint(messages) : std::string())
            .with_details(messages);
    if (!messages.empty()) say_.messages(messages);

    const fs::path make_rules = sibling(program, "program.d");
    write_file(sibling(program, dependencies_name),
               dependency_record(read_file(make_rules), {house_.runtime, folder.path()}));
    fs::remove(make_rules);
    cache_.place("programs", plan.program.parent_path().filename(), folder.path());
    // Every edit of a program leaves one behind.
    cache_.remove_unused("programs", 30);
    cache_.remove_unused("runtime", 30);
    // What a loop that was killed was working at.
    cache_.remove_unused("work", 1);
}

std::string Toolchain::first_accepted(const std::string& what, const std::vector<std::string>& choices,
                                      const std::string& text, const Attempt& attempt) {
    const std::string key = compiler::content_hash(what + "\n" + identity_);
    if (const auto known = cache_.remembered(key)) return *known;
    const TemporaryDirectory folder = cache_.work_directory();
    const fs::path probe = folder.path() / "probe.cpp";
    write_file(probe, text);
    for (const std::string& choice : choices) {
        std::vector<std::string> arguments = profile_.compiler;
        append(arguments, attempt(choice, probe));
        const Command command{arguments, temporary_files_in(folder.path()), false};
        if (!run_all({command}, {folder.path() / "log"}, 1, interrupts_)[0].good()) continue;
        cache_.remember(key, choice);
        return choice;
    }
    return "";
}

void Toolchain::find_caret_option() {
    caret_option_ = first_accepted("caret option",
                                   {"-fno-diagnostics-show-caret", "-fno-caret-diagnostics"}, // g++, clang++
                                   "", [](const std::string& option, const fs::path& probe) {
                                       return std::vector<std::string>{option, "-fsyntax-only", probe};
                                   });
}

void Toolchain::find_blas() {
    blas_ = first_accepted(
        "blas", {"openblas", "cblas", "blas"},
        "#include <cblas.h>\nint main() { double x = 1; return cblas_ddot(1, &x, 1, &x, 1) != 1; }\n",
        [](const std::string& library, const fs::path& probe) {
            return std::vector<std::string>{probe, "-o", sibling(probe, "probe"), "-l" + library};
        });
    if (blas_.empty())
        throw Failure(ExitCode::BuildFailed, "the program asks for `LIBRARY: cblas`, and no CBLAS is installed",
                      "the Debian package `libopenblas-dev` brings one: apt-get install libopenblas-dev");
}

} // namespace loop::runner
