#include "app/run/try_values.h"

#include "app/input/report_files.h"
#include "app/input/source_input.h"
#include "base/text/shell.h"
#include "base/text/strings.h"
#include "runner/campaign/campaign.h"
#include "runner/system/files.h"

#include <fmt/core.h>

#include <algorithm>

namespace loop::app {

namespace {

runner::RunRequest with_value(runner::RunRequest request, const std::string& name, const std::string& value,
                              const std::filesystem::path& folder) {
    request.settings.set.emplace_back(name, value);
    request.output = folder;
    return request;
}

/// "VALID", and notes below it.
std::string outcome_text(const std::string& assignment, const runner::RunOutcome& outcome) {
    if (outcome.code == runner::ExitCode::Usage)
        return fmt::format("{}: the program refuses this value\n", assignment);
    if (!outcome.record || !outcome.record->verdict) return fmt::format("{}: failed\n", assignment);
    const formats::Verdict& verdict = *outcome.record->verdict;
    std::string text = fmt::format("{}: {}\n", assignment, formats::verdict_text(verdict.word));
    for (const std::string& reason : verdict.reasons)
        text += "    " + reason + "\n";
    return text;
}

/// Shows a run that failed, and how to repeat it, and keeps its folder.
int show_failure(const std::string& assignment, const runner::RunOutcome& outcome,
                 runner::TemporaryDirectory& folder, const Terminal& terminal) {
    terminal.error(fmt::format("the run with {} failed", assignment),
                   outcome.record ? "repeat it with: " + shell_words(outcome.record->commands.repeat) : "");
    folder.keep();
    terminal.info("the run is in " + shown_path(folder.path()));
    return static_cast<int>(outcome.code);
}

} // namespace

std::pair<std::string, std::vector<std::string>> parse_tried(const std::string& text,
                                                             const runner::Settings& settings,
                                                             const compiler::ProgramSummary& program) {
    if (text.find('=') == std::string::npos || text[0] == '=')
        throw runner::Failure(runner::ExitCode::Usage,
                              fmt::format("`--try {}` is not of the form NAME=VALUE,VALUE", text));
    auto [name, values] = runner::parse_choices(text);
    runner::Settings one = settings;
    one.ranks = std::max(one.ranks, 1);
    for (std::string& value : values) {
        one.set = settings.set;
        one.set.emplace_back(name, value);
        runner::resolve_settings(one, program);
        value = one.set.back().second; // without a unit
    }
    return {name, values};
}

int try_values(const std::string& text, const compiler::Compilation& compilation,
               const runner::Installation& installation, const runner::RunRequest& request,
               const Terminal& terminal) {
    const auto [name, values] = parse_tried(text, request.settings, compilation.summary());
    const auto shared = runner::shared_folder(installation, request.machine);
    int refused = 0;
    for (const std::string& value : values) {
        const std::string assignment = name + "=" + value;
        runner::TemporaryDirectory folder(shared, "loop-run-" + compilation.summary().name);
        folder.guard();
        const runner::RunOutcome outcome = runner::run(
            compilation, installation, with_value(request, name, value, folder.path()), logger_to(terminal));
        terminal.show(outcome_text(assignment, outcome));
        if (outcome.code == runner::ExitCode::Usage)
            ++refused;
        else if (outcome.code != runner::ExitCode::Good)
            return show_failure(assignment, outcome, folder, terminal);
    }
    const std::size_t good = values.size() - static_cast<std::size_t>(refused);
    if (good == 0)
        throw runner::Failure(runner::ExitCode::Usage,
                              fmt::format("the program refused every value of `{}`", name));
    terminal.show(fmt::format("no run failed: {} of `{}`{}\n", counted(good, "value"), name,
                              refused > 0 ? fmt::format("; the program refused {}", refused) : ""));
    return 0;
}

} // namespace loop::app
