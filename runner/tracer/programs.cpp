#include "runner/tracer/programs.h"

#include "base/formats/rank_record.h"
#include "base/text/shell.h"
#include "runner/build/toolchain.h"
#include "runner/build/unit_flags.h"
#include "runner/run/settings.h"
#include "runner/system/failure.h"

#include <loop/result_kinds.h>

#include <fcntl.h>
#include <fmt/core.h>

#include <algorithm>
#include <chrono>

namespace loop::runner {

namespace fs = std::filesystem;

void require_program(const std::string& program) {
    if (find_in_path(program).empty())
        throw Failure(ExitCode::RunFailed,
                      fmt::format("cannot start `{}`: there is no such program", program));
}

void require_success(const ExitStatus& status, const Command& program, const std::string& how) {
    if (status.good()) return;
    const std::string end = status.signal != 0 ? "was ended by " + signal_text(status.signal)
                                               : fmt::format("ended with exit code {}", status.code);
    throw Failure(ExitCode::RunFailed, fmt::format("`{}` {}{}", shell_words(program.arguments), end, how));
}

double run_time_ns(const Command& program) {
    require_program(program.arguments.at(0));
    const Descriptor nowhere(::open("/dev/null", O_WRONLY | O_CLOEXEC));
    const auto begin = std::chrono::steady_clock::now();
    require_success(Process(program, nowhere.get(), nowhere.get()).wait(), program);
    return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - begin).count();
}

SingleRank::SingleRank(const compiler::Compilation& compilation, const Installation& installation,
                       bool portable, const Logger& logger) {
    Interrupts interrupts;
    MachineProfile profile = find_profile(installation, "local");
    std::vector<std::string>& flags = profile.flags;
    if (portable) flags.erase(std::remove_if(flags.begin(), flags.end(), is_of_processor), flags.end());
    const Cache cache(Cache::default_root());
    program_ = Toolchain(installation, profile, cache, interrupts, logger).build(compilation).program;
    environment_ = {profile.environment.begin(), profile.environment.end()};
}

Command SingleRank::command(const fs::path& folder) const {
    Settings settings;
    settings.trace = false;
    const fs::path parameters = folder / "parameters";
    write_file(parameters, parameter_file(settings, "single", folder));
    Command command{{program_.string()}, environment_};
    command.environment["LOOP_PARAMETERS"] = parameters.string();
    return command;
}

std::vector<double> word_times_ns(const SingleRank& program, const fs::path& folder) {
    run_time_ns(program.command(folder));
    const fs::path file = folder / formats::rank_record_name(0);
    formats::RankRecord record;
    if (const std::string problem = formats::read_rank_record(read_file(file), record); !problem.empty())
        throw Failure(ExitCode::RunFailed,
                      fmt::format("the record of `{}` is invalid: {}", file.string(), problem));
    std::vector<double> times;
    for (const formats::RankResult& result : record.results)
        if (result.tag.is(kinds::word_time)) times.push_back(result.value);
    return times;
}

} // namespace loop::runner
