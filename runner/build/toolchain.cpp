#include "runner/build/toolchain.h"

#include "base/text/hash.h"
#include "base/text/strings.h"
#include "runner/build/compiler_messages.h"
#include "runner/build/dependencies.h"
#include "runner/build/failed_build.h"
#include "runner/build/language_hint.h"
#include "runner/build/missing_library.h"
#include "runner/launch/machine_kind.h"
#include "runner/system/failure.h"
#include "runner/system/identity.h"
#include "runner/system/process.h"

#include <fmt/core.h>

namespace loop::runner {

namespace fs = std::filesystem;

namespace {

constexpr const char* dependencies_name = "dependencies";
constexpr const char* record_version =
    "2"; // of dependency_record(): part of the keys of what has such a record
constexpr const char *own_rules_name = "program.d", *all_rules_name = "headers.d", *search_name = "search";
constexpr const char* archives_name = "archives"; // lists the runtime archives that are linked

void append(std::vector<std::string>& to, const std::vector<std::string>& more) {
    to.insert(to.end(), more.begin(), more.end());
}

fs::path source_folder(const compiler::Source& source) {
    if (!source.folder().empty()) return source.folder();
    const fs::path folder = fs::path(source.name()).parent_path();
    return folder.empty() ? "." : folder;
}

/// The flags of all programs.
std::vector<std::string> flags_of_programs(const MachineProfile& profile) {
    std::vector<std::string> flags = profile.flags;
    append(flags, profile.program_flags);
    return flags;
}

fs::path sibling(const fs::path& program, const std::string& name) {
    return program.parent_path() / name;
}

} // namespace

Toolchain::Toolchain(const Installation& installation, const MachineProfile& profile, const Cache& cache,
                     Interrupts& interrupts, Logger logger, RuntimeKind kind)
    : installation_(installation), profile_(profile), cache_(cache), interrupts_(interrupts),
      logger_(std::move(logger)), library_(installation, profile, cache, interrupts, logger_, kind),
      kind_(kind) {
    const RequiredTool compiler = kind_of(profile)->compiler();
    if (!compiler.is_installed()) throw compiler.missing(profile);
    identity_ = compiler_identity(profile.compiler, flags_of_programs(profile));
    // The key covers all parts: only the build shows which ones a program needs.
    const std::string headers = sources_hash(installation.runtime / "include");
    runtime_key_ = content_hash(library_.key() + headers + identity_ + joined(profile.libraries, "\n"));
    std::vector<std::string> compile = profile.compiler;
    append(compile, flags_of_programs(profile));
    append(compile, include_path());
    header_ = std::make_unique<PrecompiledHeader>(cache, compile,
                                                  content_hash(headers + identity_ + record_version));
}

BuiltProgram Toolchain::planned(const compiler::Compilation& compilation) const {
    BuiltProgram plan;
    plan.emitted = compilation.emit();
    const std::string& name = compilation.summary().name;
    const fs::path entry = cache_.root() / "programs" / program_key(compilation, plan.emitted);
    plan.program = entry / "program";
    plan.command = command_for(compilation, entry / (name + ".cpp"), plan.program, archives_of(entry));
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
    const Descriptor lock = cache_.lock("programs", key, interrupts_, [&](const std::string& holder) {
        logger_.info(fmt::format("waiting for {}, which builds the same program, `{}`", holder,
                                 compilation.summary().name));
    });
    if (!is_ready()) {
        build_program(compilation, plan);
        plan = planned(compilation);
    }
    return plan;
}

std::string Toolchain::program_key(const compiler::Compilation& compilation,
                                   const std::string& emitted) const {
    // Quoted headers are searched in the folder of the source, so its path is part of the key.
    std::error_code ignored;
    const fs::path folder = fs::absolute(source_folder(compilation.source()), ignored);
    const compiler::BuildNeeds& needs = compilation.summary().build;
    std::vector<std::string> flags = flags_of_programs(profile_);
    append(flags, needs.flags); // `-march=native` among them means this processor
    const std::string current = depend_on_current_folder(flags) ? fs::current_path(ignored).string() : "";
    return content_hash(fmt::format(
        "{}\n{}\n{}\n{}\n{}\n{}\n{}\n{}", record_version, runtime_key_, folder.string(), current, blas_,
        compiler_identity(profile_.compiler, flags), joined(needs.linked(), "\n"), emitted));
}

std::vector<std::string> Toolchain::compiler_and_flags(const compiler::Compilation& compilation) const {
    std::vector<std::string> arguments = profile_.compiler;
    append(arguments, flags_of_programs(profile_));
    append(arguments, compilation.summary().build.flags);
    return arguments;
}

/// Of <loop/loop.h>.
std::vector<std::string> Toolchain::include_path() const {
    return {"-I", (installation_.runtime / "include").string()};
}

std::vector<std::string> Toolchain::compile_arguments(const compiler::Compilation& compilation) const {
    std::vector<std::string> arguments = compiler_and_flags(compilation);
    if (!caret_option_.empty()) arguments.push_back(caret_option_);
    append(arguments, include_path());
    append(arguments, {"-iquote", source_folder(compilation.source()).string()});
    return arguments;
}

/// The archives that the cached program was linked with; if unknown, all, because the linker takes only what
/// the program needs.
std::vector<fs::path> Toolchain::archives_of(const fs::path& entry) const {
    std::vector<fs::path> archives;
    std::error_code error;
    if (fs::exists(entry / archives_name, error)) {
        const std::string text = read_file(entry / archives_name);
        for (const std::string_view line : lines_of(text))
            archives.emplace_back(line);
    }
    if (archives.empty())
        for (const RuntimePart& part : library_.parts().all())
            archives.push_back(library_.archive(part));
    return archives;
}

std::vector<std::string> Toolchain::compile_only(const compiler::Compilation& compilation,
                                                 const CompiledFiles& files,
                                                 const std::optional<fs::path>& header) const {
    std::vector<std::string> arguments = compile_arguments(compilation);
    if (header) append(arguments, PrecompiledHeader::use(*header));
    append(arguments, {"-MMD", "-MF", sibling(files.object, own_rules_name).string()});
    append(arguments, {"-c", files.text.string(), "-o", files.object.string()});
    return arguments;
}

std::vector<std::string> Toolchain::libraries(const compiler::Compilation& compilation,
                                              const std::vector<fs::path>& archives) const {
    std::vector<std::string> arguments =
        kind_of(profile_)->linked(std::vector<std::string>(archives.begin(), archives.end()));
    if (compilation.summary().uses_cblas) arguments.push_back("-l" + blas_);
    append(arguments, compilation.summary().build.linked());
    append(arguments, profile_.libraries);
    return arguments;
}

std::vector<std::string> Toolchain::command_for(const compiler::Compilation& compilation,
                                                const fs::path& text, const fs::path& program,
                                                const std::vector<fs::path>& archives) const {
    std::vector<std::string> arguments = compile_arguments(compilation);
    append(arguments, {text.string(), "-o", program.string()});
    append(arguments, libraries(compilation, archives));
    return arguments;
}

/// The MPI library would define what the recorder does not, and do it for one rank only.
void Toolchain::refuse_unknown_calls(const std::string& symbols) const {
    const std::vector<std::string> names = library_.parts().calls_of_no_part(symbols);
    if (names.empty()) return;
    throw Failure(ExitCode::BuildFailed,
                  fmt::format("a program that calls {} cannot be counted", joined(names, ", ")),
                  "docs/record.md lists the MPI calls of host code that can be counted");
}

RuntimeLibrary::Parts Toolchain::parts_needed(const fs::path& object) {
    const Answer symbols = ask({"nm", "-u", "-P", object.string()}, interrupts_);
    if (kind_ == RuntimeKind::Recorder) refuse_unknown_calls(symbols.text);
    // Objects for link-time optimization list no symbols; all parts are then linked.
    if (symbols.status.good() && symbols.text.find(" U") != std::string::npos)
        return library_.parts().needed_by(symbols.text);
    return library_.parts().those([](const RuntimePart&) { return true; });
}

void Toolchain::refuse_unless_good(const ExitStatus& result, const std::string& messages,
                                   const compiler::Compilation& compilation) const {
    if (result.good()) return;
    const std::string machine_hint = kind_of(profile_)->build_hint(messages);
    const std::string& name = compilation.source().name();
    const std::string language = language_hint(messages);
    const std::string hint = !machine_hint.empty() ? machine_hint
                             : !language.empty()
                                 ? language
                                 : missing_library_hint(messages, compilation.summary().build);
    throw failed_build(result, messages, "compiled " + name, fmt::format("the C++ compiler rejects {}", name),
                       hint);
}

/// Lists all headers of the program, also those of the system, and where the compiler looks for them.
std::vector<std::string> Toolchain::list_headers(const compiler::Compilation& compilation,
                                                 const CompiledFiles& files) const {
    std::vector<std::string> arguments = compile_arguments(compilation);
    append(arguments,
           {"-v", "-M", "-MF", sibling(files.object, all_rules_name).string(), files.text.string()});
    return arguments;
}

/// The parts of the runtime library that the program probably needs are built beside it, and so are the
/// headers for the next programs, if they are not compiled yet.
ExitStatus Toolchain::compile(const compiler::Compilation& compilation, const std::string& emitted,
                              const CompiledFiles& files, const fs::path& log) {
    // Other flags, and LOOP_USE_CBLAS, change what the headers mean.
    const bool may_use_header =
        compilation.summary().build.flags.empty() && !compilation.summary().uses_cblas;
    const auto header = may_use_header ? header_->find() : std::nullopt;
    const auto making = may_use_header && !header ? header_->make() : nullptr;
    std::vector<Command> commands{
        {compile_only(compilation, files, header), temporary_files_in(files.temporary), false}};
    std::vector<fs::path> logs{log};
    commands.push_back({list_headers(compilation, files), temporary_files_in(files.temporary), false});
    logs.push_back(sibling(files.object, search_name));
    if (making) {
        commands.push_back(making->command());
        logs.push_back(files.temporary / "header.log");
    }
    const auto ended = library_.provide(library_.parts().guessed_by(emitted), commands, logs);
    if (making) making->finish(ended.back(), logs.back());
    return ended[0];
}

/// What a cached program depends on, from the files beside it.
std::string Toolchain::record_of(const compiler::Compilation& compilation, const fs::path& program,
                                 const std::string& emitted) const {
    std::vector<std::string> linked = compiler_and_flags(compilation);
    append(linked, libraries(compilation, {}));
    const UsedHeaders used = used_headers(sibling(program, own_rules_name), sibling(program, all_rules_name),
                                          sibling(program, search_name), emitted);
    return dependency_record(used, {installation_.runtime, cache_.root()}) +
           library_record(linked, folders_in("LIBRARY_PATH"));
}

std::string Toolchain::dependencies_of(const BuiltProgram& built) {
    return read_file(sibling(built.program, dependencies_name));
}

void Toolchain::build_program(const compiler::Compilation& compilation, const BuiltProgram& plan) {
    const std::string& name = compilation.summary().name;
    logger_.info(fmt::format("compiling {}", name));
    const TemporaryDirectory folder = cache_.work_directory();
    const fs::path text = folder.path() / (name + ".cpp");
    const fs::path program = folder.path() / "program";
    const fs::path object = folder.path() / "program.o";
    write_file(text, plan.emitted);

    const TemporaryDirectory logs = cache_.work_directory();
    const fs::path log = logs.path() / "log";
    const auto temporary = temporary_files_in(logs.path());
    const auto messages_of = [&](const fs::path& file) {
        return with_source_lines(read_file(file), compilation.source(), plan.emitted);
    };
    const auto compiled = compile(compilation, plan.emitted, {text, object, logs.path()}, log);
    std::string messages = messages_of(log);
    refuse_unless_good(compiled, messages, compilation);

    const auto parts = parts_needed(object);
    library_.provide(parts);
    std::vector<fs::path> archives;
    std::string archive_lines;
    for (const RuntimePart* part : parts) {
        archives.push_back(library_.archive(*part));
        archive_lines += archives.back().string() + "\n";
    }
    std::vector<std::string> link = compiler_and_flags(compilation);
    append(link, {object.string(), "-o", program.string()});
    append(link, libraries(compilation, archives));
    const auto linked = run_all({Command{link, temporary, false}}, {log}, 1, interrupts_)[0];
    messages += messages_of(log);
    refuse_unless_good(linked, messages, compilation);
    if (!messages.empty()) logger_.forward(messages);

    write_file(sibling(program, dependencies_name), record_of(compilation, program, plan.emitted));
    write_file(sibling(program, archives_name), archive_lines);
    for (const char* name : {own_rules_name, all_rules_name, search_name})
        fs::remove(sibling(program, name));
    fs::remove(object);
    cache_.place("programs", plan.program.parent_path().filename(), folder.path());
    // Each edit of a program adds an entry.
    cache_.remove_unused("programs", 30);
    cache_.remove_unused("runtime", 30);
    // Work folders are left by killed loop processes.
    cache_.remove_unused("work", 1);
}

std::string Toolchain::first_accepted(const std::string& what, const std::vector<std::string>& choices,
                                      const std::string& text, const Attempt& attempt) {
    const std::string key = content_hash(what + "\n" + identity_);
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
        throw Failure(ExitCode::BuildFailed, "the program uses `LIBRARY: cblas`, but no CBLAS is installed",
                      install_hint("libopenblas-dev"));
}

} // namespace loop::runner
