#include "app/sweep/sweeping.h"

#include "app/input/source_input.h"
#include "app/sweep/sweep_results.h"
#include "base/text/shell.h"
#include "base/text/strings.h"
#include "base/text/units.h"
#include "runner/campaign/progress.h"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <random>

namespace loop::app {

namespace fs = std::filesystem;
using runner::Campaign;
using runner::ExitCode;
using runner::Failure;

namespace {

bool is_campaign(const std::string& target) {
    return fs::path(target).extension() == ".toml";
}

/// Prints one line per launch; on a terminal, successful launches share one line.
class Progress {
public:
    Progress(const Terminal& terminal, SweepOrder::Progress form)
        : terminal_(terminal), form_(form), is_terminal_(::isatty(STDERR_FILENO) == 1) {}

    void launched(const runner::LaunchNews& news) {
        const runner::JournalEntry& entry = news.entry;
        if (terminal_.is_quiet() && entry.is_good()) return;
        std::string line = fmt::format("[{}] {}  {} {}", how_far(news), news.name,
                                       entry.warm_up ? "warm-up" : "launch", entry.index);
        if (entry.measured_seconds) line += ": " + seconds_text(*entry.measured_seconds);
        if (!entry.is_good()) line += "  " + formats::outcome_text(entry.outcome);
        if (news.left > 0 && news.seconds_left)
            line += fmt::format("  (about {} left)", runner::duration_text(*news.seconds_left));
        const bool stays = !is_terminal_ || !entry.is_good();
        terminal_.diagnose((is_terminal_ ? "\r\033[K" : "") + line + (stays ? "\n" : ""));
        open_ = !stays;
        for (const std::string& failure : entry.failures)
            if (!entry.is_good()) terminal_.diagnose("        " + failure + "\n");
    }

    /// Shows progress within a launch that saves its results one by one; `all`: their total number, 0 if
    /// unknown. Without a terminal, prints a line after each 10 % of them.
    void kept(const runner::KeptNews& news, int all) {
        if (terminal_.is_quiet()) return;
        const int tenth = all > 0 ? 10 * news.kept / all : 0;
        if (!is_terminal_ && (tenth == tenth_ || news.kept == all)) return;
        tenth_ = tenth;
        std::string line = fmt::format("{}  {}", news.name, news.kept);
        line += all > 0 ? fmt::format(" of {} results", all) : std::string(" results");
        if (all > news.kept && news.kept > news.before)
            line += fmt::format(
                "  (about {} left)",
                runner::duration_text(news.seconds / (news.kept - news.before) * (all - news.kept)));
        terminal_.diagnose(is_terminal_ ? "\r\033[K" + line : line + "\n");
        open_ = is_terminal_;
    }

    void will_end(int signal) {
        end();
        terminal_.info(fmt::format(
            "signal {}: stopping after the current launch; a second signal stops at once", signal));
    }

    void end() {
        if (open_) terminal_.diagnose("\n");
        open_ = false;
    }

private:
    std::string how_far(const runner::LaunchNews& news) const {
        const int all = news.done + news.left;
        if (form_ == SweepOrder::Progress::Launches)
            return fmt::format("{:>{}}/{}", news.done, std::to_string(all).size(), all);
        const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin_;
        return fmt::format("{:3.0f} %, {}", 100.0 * news.done / all, runner::duration_text(elapsed.count()));
    }

    const Terminal& terminal_;
    SweepOrder::Progress form_;
    bool is_terminal_;
    bool open_ = false;
    int tenth_ = 0; ///< the tenth of a launch's results that was shown last
    std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

int finish(const runner::SweepOutcome& outcome, const SweepOrder& order, const Terminal& terminal) {
    int code = static_cast<int>(outcome.code);
    if (outcome.stopped_at_once)
        terminal.info(fmt::format("no sheet was written; write it with `{}`",
                                  shell_words({"loop", "report", outcome.folder.string()})));
    else if (!order.show && !show_sweep(outcome.folder, order.options.json, terminal))
        code = std::max(code, static_cast<int>(ExitCode::Finding));
    if (order.show && outcome.code == ExitCode::Good) code = order.show(outcome.folder);
    for (const std::string& failure : outcome.failures)
        terminal.error(failure);
    for (const std::string& remark : outcome.remarks)
        terminal.info(remark);
    if (outcome.signal != 0)
        terminal.info(fmt::format("stopped by signal {}; continue with `{}`", outcome.signal,
                                  shell_words({"loop", order.verb, "--resume", outcome.folder.string()})));
    terminal.info(fmt::format("the {} is in {}", order.subject, outcome.folder.string()));
    return code;
}

} // namespace

std::optional<Campaign> campaign_file(const std::vector<std::string>& targets,
                                      const runner::Installation& installation) {
    const auto given = std::find_if(targets.begin(), targets.end(), is_campaign);
    if (given != targets.end() && targets.size() > 1)
        throw Failure(ExitCode::Usage, fmt::format("the campaign file `{}` already names workloads", *given),
                      "give only the campaign file");
    fs::path file = targets[0];
    if (given == targets.end()) {
        std::error_code ignored;
        file = installation.workloads / (targets[0] + ".toml");
        if (targets.size() > 1 || targets[0].find('/') != std::string::npos ||
            !fs::is_regular_file(file, ignored))
            return std::nullopt;
    }
    Campaign campaign =
        runner::parse_campaign(runner::read_named_file(file, std::size_t(1) << 20), file.string());
    if (campaign.name.empty()) campaign.name = file.stem().string();
    return campaign;
}

void choose_seed(Campaign& campaign) {
    if (campaign.seed == 0) campaign.seed = 1 + std::random_device()() % 999999;
}

runner::Compile compile_for_sweep(const runner::Installation& installation, const Terminal& terminal) {
    return [&installation, &terminal](const std::string& workload) {
        return compile_or_fail(read_workload(workload, installation), terminal);
    };
}

int run_sweep(SweepOrder order, const Terminal& terminal) {
    const SweepOptions& options = order.options;
    std::optional<double>& budget = order.campaign.stopping.budget_seconds;
    if (!options.budget.empty()) budget = runner::parse_duration(options.budget, "--budget");
    if (options.oversubscribe) order.campaign.oversubscribe = true;
    if (!options.bind.empty()) order.campaign.bind = options.bind == "cores";
    const runner::Installation installation = runner::find_installation();
    const runner::Compile compile = compile_for_sweep(installation, terminal);
    if (options.dry_run) {
        terminal.print(
            runner::dry_run({order.campaign, options.output, order.command}, compile, installation));
        return 0;
    }
    Progress progress(terminal, order.progress);
    runner::SweepListener listener{
        logger_to(terminal), [&](const runner::LaunchNews& news) { progress.launched(news); },
        [&](const runner::KeptNews& news) {
            progress.kept(news, order.results_of ? order.results_of(news.point) : 0);
        }};
    if (order.finishes_launch) listener.ends_after_launch = [&](int signal) { progress.will_end(signal); };
    const runner::SweepOutcome outcome =
        options.resume.empty()
            ? runner::sweep({order.campaign, options.output, order.command}, compile, installation, listener)
            : runner::resume({options.resume, options.retry_failed, budget}, compile, installation, listener);
    progress.end();
    return finish(outcome, order, terminal);
}

} // namespace loop::app
