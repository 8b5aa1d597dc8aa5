#include "app/derive/launches.h"

#include "app/input/report_files.h"
#include "base/statistics/order_statistics.h"
#include "base/text/shell.h"
#include "base/text/strings.h"
#include "base/text/units.h"
#include "report/compare/judgement.h"
#include "report/read/run_directory.h"
#include "runner/run/core_binding.h"
#include "runner/system/files.h"
#include "runner/system/process.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace loop::app {

namespace fs = std::filesystem;

namespace {

/// Whether the launch command of a recorded program places its ranks, as `mpiexec --bind-to core` does.
bool launcher_binds(const std::vector<std::string>& words) {
    const auto command = std::find(words.begin(), words.end(), "--");
    const auto binding = std::find_if(command, words.end(), runner::binds);
    if (binding == words.end()) return false;
    const bool is_off = binding + 1 != words.end() && *(binding + 1) == "none";
    return !is_off && binding->find("=none") == std::string::npos;
}

/// Removes the option `--launches K`, so that the command launches once.
void launch_once(std::vector<std::string>& words) {
    const auto command = std::find(words.begin(), words.end(), "--");
    const auto launches = std::find(words.begin(), command, "--launches");
    if (launches != command) words.erase(launches, launches + 2);
}

/// The command that repeats one launch of the run, with its folder.
runner::Command command_of(const report::RunRecord& original, const fs::path& folder) {
    std::vector<std::string> words = original.commands.repeat;
    if (words.size() < 3 || words[0] != "loop" || (words[1] != "run" && words[1] != "record"))
        throw CannotLaunch("run.json does not say by which command it was run");
    launch_once(words);
    std::error_code ignored;
    words[0] = fs::read_symlink("/proc/self/exe", ignored).string();
    words.insert(words.begin() + 2, {"-o", folder.string()});
    return {words, {}};
}

std::string last_line_of(const std::string& text) {
    const std::vector<std::string_view> lines = lines_of(text);
    return lines.empty() ? "it printed nothing" : std::string(lines.back());
}

report::RunRecord launch_original(const report::RunRecord& original, const fs::path& parent) {
    const runner::TemporaryDirectory folder(parent, "loop-derive");
    const runner::Command command = command_of(original, folder.path() / "run");
    const fs::path output = folder.path() / "output";
    const runner::Descriptor file = runner::create_file(output);
    if (!runner::Process(command, file.get(), file.get()).wait().good())
        throw CannotLaunch(fmt::format("`{}` fails: {}", shell_words(original.commands.repeat),
                                       last_line_of(runner::read_file(output))));
    return report::read_run_directory(folder.path() / "run").run;
}

/// The time of the slowest rank in each run.
using Slowest = std::vector<double>;

std::optional<formats::Timing> phase_of(const report::RunRecord& run, const std::string& name) {
    for (const formats::PhaseTime& phase : run.summary.phase_times)
        if (phase.name == name) return phase.timing;
    return std::nullopt;
}

/// Of a phase, or of the program if `phase` is empty. Runs without it are left out.
Slowest times_of(const std::vector<report::RunRecord>& runs, const std::string& phase) {
    Slowest times;
    for (const report::RunRecord& run : runs) {
        const auto timing = phase.empty() ? std::optional(run.summary.program) : phase_of(run, phase);
        if (timing && timing->seconds && timing->seconds->max > 0) times.push_back(timing->seconds->max);
    }
    return times;
}

/// What the table says of the program or of a phase.
struct Row {
    std::string name, text;
    double error = 0; ///< of the derived program's median, as a fraction
};

std::optional<Row> row_of(const LaunchesInTurn& runs, const std::string& phase) {
    const Slowest before = times_of(runs.original, phase), now = times_of(runs.derived, phase);
    if (before.empty() || now.empty()) return std::nullopt;
    const report::Judgement judgement = report::judge(before, now); // all times are above 0
    Row row{phase.empty() ? "total" : "phase " + phase, "", *judgement.slowdown - 1};
    row.text =
        fmt::format("{}: {}, derived {} ({:+.1f} %), {}", row.name, seconds_text(statistics::median(before)),
                    seconds_text(statistics::median(now)), 100 * row.error, report::verdict_text(judgement));
    if (!judgement.why.empty()) row.text += ": " + judgement.reason();
    return row;
}

std::vector<Row> rows_of(const LaunchesInTurn& runs) {
    std::vector<std::string> names{""};
    for (const formats::PhaseTime& phase : runs.original.front().summary.phase_times)
        names.push_back(phase.name);
    std::vector<Row> rows;
    for (const std::string& name : names)
        if (std::optional<Row> row = row_of(runs, name)) rows.push_back(std::move(*row));
    return rows;
}

/// Of the total and of each phase.
std::string mean_error_text(const std::vector<Row>& rows) {
    double sum = 0;
    for (const Row& row : rows)
        sum += std::abs(row.error);
    const Row& worst = *std::max_element(rows.begin(), rows.end(), [](const Row& a, const Row& b) {
        return std::abs(a.error) < std::abs(b.error);
    });
    return fmt::format("mean error  {:.1f} %, at most {:.1f} % ({})\n",
                       100 * sum / static_cast<double>(rows.size()), 100 * std::abs(worst.error), worst.name);
}

} // namespace

Placement placement_like(const report::RunRecord& original, const std::string& machine) {
    const std::vector<std::string>& words = original.commands.repeat;
    if (words.size() > 1 && words[1] == "record") return {launcher_binds(words) ? "cores" : "none", {}};
    const std::string bind = repeated_option(original, "--bind"),
                      own = repeated_option(original, "--machine");
    const bool is_same_machine = machine == (own.empty() ? "local" : own);
    return {bind == "none" ? bind : "cores", is_same_machine ? repeated_option(original, "--map") : ""};
}

LaunchesInTurn launch_in_turn(const report::RunRecord& original, int launches, const LaunchDerived& derived,
                              const fs::path& parent) {
    LaunchesInTurn runs;
    for (int i = 0; i < launches; ++i) {
        runs.original.push_back(launch_original(original, parent));
        const runner::TemporaryDirectory folder(parent, "loop-derive");
        runs.derived.push_back(derived(folder.path() / "run"));
    }
    return runs;
}

std::string text_of(const LaunchesInTurn& runs) {
    const std::vector<Row> rows = rows_of(runs);
    std::string text = fmt::format("time        of {} interleaved launches of each program, all recorded\n",
                                   runs.original.size());
    for (const Row& row : rows)
        text += "            " + row.text + "\n";
    return rows.empty() ? text : text + mean_error_text(rows);
}

} // namespace loop::app
