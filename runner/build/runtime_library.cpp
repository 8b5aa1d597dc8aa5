#include "runner/build/runtime_library.h"

#include "base/text/hash.h"
#include "base/text/strings.h"
#include "runner/build/failed_build.h"
#include "runner/build/unit_flags.h"
#include "runner/machine/limits.h"
#include "runner/system/failure.h"
#include "runner/system/identity.h"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <optional>

namespace loop::runner {

namespace fs = std::filesystem;

namespace {

constexpr const char* kind = "runtime";

std::string archive_name(const RuntimePart& part) {
    return fmt::format("libloop_{}.a", part.name);
}

std::string names_of(const std::vector<const RuntimePart*>& parts) {
    std::vector<std::string> names;
    for (const RuntimePart* part : parts)
        names.push_back(part->name);
    return joined(names, ", ");
}

/// The optimization level with the shortest compile time: with -Og, g++ takes three quarters of the time of
/// -O1.
std::string quickest_level(const std::string& compiler, const Cache& cache, Interrupts& interrupts) {
    if (find_in_path(compiler).empty()) return common_cold_level; // reported when the compiler is started
    const bool is_gnu = version_of(compiler, cache, interrupts).find("g++") != std::string::npos;
    return is_gnu ? "-Og" : common_cold_level;
}

std::string log_of(const fs::path& object) {
    return object.string() + ".log";
}

/// Reports how many commands have ended; its destructor reports that all have.
class ProgressReporter {
public:
    ProgressReporter(const Logger& logger, std::string what, std::size_t of)
        : logger_(logger), what_(std::move(what)), of_(static_cast<int>(of)), begun_(Clock::now()) {}
    ProgressReporter(const ProgressReporter&) = delete;
    ProgressReporter& operator=(const ProgressReporter&) = delete;
    ~ProgressReporter() { report(of_, 0); }

    void operator()(std::size_t ended) const {
        const double seconds = std::chrono::duration<double>(Clock::now() - begun_).count();
        const int done = static_cast<int>(ended);
        if (done < of_) report(done, done == 0 ? -1 : seconds * (of_ - done) / done);
    }

private:
    using Clock = std::chrono::steady_clock;

    void report(int done, double seconds_left) const {
        if (logger_.progress && of_ > 0) logger_.progress({what_, done, of_, seconds_left});
    }

    const Logger& logger_;
    std::string what_;
    int of_;
    Clock::time_point begun_;
};

Failure failed_runtime(const ExitStatus& status, const std::string& messages) {
    return failed_build(status, messages, "built the runtime library", "the runtime library cannot be built");
}

} // namespace

struct RuntimeLibrary::Work {
    std::vector<Command> commands;
    std::vector<fs::path> logs;
};

RuntimeLibrary::RuntimeLibrary(const Installation& installation, const MachineProfile& profile,
                               const Cache& cache, Interrupts& interrupts, const Logger& logger,
                               RuntimeKind runtime_kind)
    : installation_(installation), profile_(profile), cache_(cache),
      prebuilt_(Cache::prebuilt_root(), Cache::Mode::LookOnly), interrupts_(interrupts), logger_(logger),
      parts_(installation.runtime, runtime_kind) {
    for (const RuntimePart& part : parts_.all()) {
        std::string text = part.name + " " + part.content + "\n";
        for (const RuntimeUnit& unit : part.units)
            text += compiler_identity(profile_.compiler, flags_for(part, unit, common_cold_level)) + "\n";
        keys_[part.name] = content_hash(text);
    }
}

/// The part `base` does not compute, so it is built for any processor.
std::vector<std::string> RuntimeLibrary::flags_for(const RuntimePart& part, const RuntimeUnit& unit,
                                                   const std::string& cold_level) const {
    std::vector<std::string> flags;
    for (const std::string& flag : profile_.flags)
        if (!part.is_base() || !is_of_processor(flag)) flags.push_back(flag);
    const auto added = unit_flags(profile_.flags, part, unit, cold_level);
    flags.insert(flags.end(), added.begin(), added.end());
    return flags;
}

bool RuntimeLibrary::is_of_this_processor(const RuntimePart& part) const {
    return !part.is_base() && std::any_of(profile_.flags.begin(), profile_.flags.end(), is_of_processor);
}

std::string RuntimeLibrary::key() const {
    std::string text;
    for (const RuntimePart& part : parts_.all())
        text += key_of(part) + "\n";
    return content_hash(text);
}

fs::path RuntimeLibrary::archive(const RuntimePart& part) const {
    const std::string key = key_of(part);
    const fs::path own = cache_.root() / kind / key / archive_name(part);
    const fs::path prebuilt = prebuilt_.root() / kind / key / archive_name(part);
    std::error_code error;
    return !fs::exists(own, error) && fs::exists(prebuilt, error) ? prebuilt : own;
}

bool RuntimeLibrary::is_there(const RuntimePart& part) const {
    const std::string key = key_of(part);
    if (cache_.find(kind, key)) return true;
    return !fs::exists(cache_.root() / kind / key) && prebuilt_.find(kind, key);
}

void RuntimeLibrary::add_units(const RuntimePart& part, const fs::path& folder, Work& work) const {
    const std::string cold_level = quickest_level(profile_.compiler[0], cache_, interrupts_);
    for (const RuntimeUnit& unit : part.units) {
        const fs::path source = folder / (unit.name + ".cpp");
        const fs::path object = folder / (unit.name + ".o");
        write_file(source, unit_text(unit));
        Command command{profile_.compiler, temporary_files_in(folder), false};
        const auto flags = flags_for(part, unit, cold_level);
        command.arguments.insert(command.arguments.end(), flags.begin(), flags.end());
        command.arguments.insert(command.arguments.end(), {"-I", (installation_.runtime / "include").string(),
                                                           "-I", installation_.runtime.string(), "-c",
                                                           source.string(), "-o", object.string()});
        work.commands.push_back(std::move(command));
        work.logs.push_back(log_of(object));
    }
}

void RuntimeLibrary::finish(const RuntimePart& part, const fs::path& folder) const {
    const TemporaryDirectory entry = cache_.work_directory();
    std::vector<std::string> archive{"ar", "rcs", (entry.path() / archive_name(part)).string()};
    for (const RuntimeUnit& unit : part.units)
        archive.push_back((folder / (unit.name + ".o")).string());
    const fs::path log = folder / "ar.log";
    const ExitStatus status = run_all({Command{archive, {}, false}}, {log}, 1, interrupts_)[0];
    if (!status.good()) throw failed_runtime(status, read_file(log));
    cache_.place(kind, key_of(part), entry.path());
}

std::vector<ExitStatus> RuntimeLibrary::provide(const Parts& parts, const std::vector<Command>& beside,
                                                const std::vector<fs::path>& logs) {
    Parts missing;
    std::vector<Descriptor> locks;
    for (const RuntimePart* part : parts) {
        if (is_there(*part)) continue;
        // Processes lock parts in the same order, so they never wait for each other in a cycle.
        Descriptor lock = cache_.lock(kind, key_of(*part), interrupts_, [&](const std::string& holder) {
            logger_.info(
                fmt::format("waiting for {}, which builds `{}` of the runtime library for machine `{}`",
                            holder, part->name, profile_.name));
        });
        if (is_there(*part)) continue;
        missing.push_back(part);
        locks.push_back(std::move(lock));
    }
    Work work{beside, logs};
    const TemporaryDirectory folder = cache_.work_directory();
    for (const RuntimePart* part : missing)
        add_units(*part, folder.path(), work);
    const std::string what = fmt::format("building the runtime library for machine `{}`", profile_.name);
    if (!missing.empty()) logger_.info(fmt::format("{} (each part once): {}", what, names_of(missing)));
    std::vector<ExitStatus> results;
    {
        const ProgressReporter reporter(logger_, what, missing.empty() ? 0 : work.commands.size());
        results = run_all(work.commands, work.logs, std::clamp(available_cores(), 2, 8), interrupts_, {},
                          [&](std::size_t ended) { reporter(ended); });
    }
    for (std::size_t i = beside.size(); i < results.size(); ++i) {
        if (results[i].good()) continue;
        throw failed_runtime(results[i], read_file(work.logs[i]));
    }
    for (const RuntimePart* part : missing)
        finish(*part, folder.path());
    results.resize(beside.size());
    return results;
}

fs::path RuntimeLibrary::delivered(const RuntimePart& part, const fs::path& folder) const {
    return folder / kind / key_of(part) / archive_name(part);
}

void RuntimeLibrary::deliver(const Parts& parts, const fs::path& folder) {
    provide(parts);
    for (const RuntimePart* part : parts) {
        const fs::path from = archive(*part).parent_path();
        const fs::path to = delivered(*part, folder).parent_path();
        make_folder(to);
        for (const auto& file : fs::directory_iterator(from))
            replace_file(to / file.path().filename(), read_file(file.path()));
    }
}

} // namespace loop::runner
