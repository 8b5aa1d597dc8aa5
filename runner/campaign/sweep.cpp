#include "runner/campaign/sweep.h"

#include "base/text/shell.h"
#include "base/text/strings.h"
#include "runner/campaign/rounds.h"
#include "runner/launch/job.h"
#include "runner/launch/orphans.h"
#include "runner/launch/scratch.h"
#include "runner/run/preparation.h"
#include "runner/run/run_directory.h"

#include <fmt/core.h>

#include <cstdlib>

namespace loop::runner {

namespace fs = std::filesystem;

namespace {

formats::PlanRecord plan_in(const fs::path& folder) {
    const fs::path file = folder / formats::plan_file_name;
    std::error_code ignored;
    if (!fs::exists(file, ignored))
        throw Failure(ExitCode::Usage, fmt::format("`{}` is not a sweep folder", folder.string()),
                      fmt::format("it has no {}", formats::plan_file_name));
    formats::Problems problems;
    auto plan = formats::read_plan(read_file(file), problems);
    if (!plan)
        throw Failure(ExitCode::InputOutput, fmt::format("`{}` is not a plan of schema {}", file.string(),
                                                         formats::PlanRecord::schema));
    if (!problems.empty())
        throw Failure(ExitCode::InputOutput,
                      fmt::format("`{}` is damaged: {}", file.string(), problems[0].text()));
    return std::move(*plan);
}

/// Changes to the folder where the sweep began: relative paths refer to it.
void return_to(const std::string& folder) {
    std::error_code error;
    fs::current_path(folder, error);
    if (error)
        throw Failure(ExitCode::InputOutput, fmt::format("cannot go back to `{}`, where the sweep began: {}",
                                                         folder, error.message()));
}

/// The launch id from the parameter file; empty if there is no such file.
std::string launch_id(const fs::path& folder) {
    std::error_code ignored;
    if (!fs::exists(folder / "parameters", ignored)) return {};
    const std::string parameters = read_file(folder / "parameters");
    for (const std::string_view line : lines_of(parameters))
        if (line.substr(0, 7) == "launch ") return std::string(line.substr(7));
    return {};
}

bool is_measured(const std::string& folder) {
    return folder.rfind("launch-", 0) == 0;
}

/// A journal entry for the launch in `folder`, which has none because `loop` was killed.
JournalEntry unfinished(const Point& point, const fs::path& folder) {
    JournalEntry entry;
    entry.point = point.number;
    const std::string name = folder.filename().string();
    entry.index = std::atoi(name.c_str() + name.rfind('-') + 1);
    entry.warm_up = !is_measured(name);
    entry.outcome = formats::Outcome::Interrupted;
    entry.failures = {"loop was killed"};
    entry.id = launch_id(folder);
    return entry;
}

/// Runs the rounds. After a failure, the sweep can be resumed.
SweepOutcome launched(Rounds& rounds, const fs::path& folder) {
    try {
        return rounds.run();
    } catch (const Failure& failure) {
        if (!failure.hint().empty()) throw;
        throw Failure(failure.code(), failure.what(),
                      fmt::format("results are kept; continue with `{}`",
                                  shell_words({"loop", "sweep", "--resume", folder.string()})))
            .with_details(failure.details());
    }
}

/// Kills the processes that a launch of a killed sweep left running, and adds its missing journal entry.
void clear_unfinished(const fs::path& launch, const Point& point, const MachineProfile& profile,
                      Journal& journal, Interrupts& interrupts, const Logger& logger) {
    const bool may_start = !cancel_left_job(launch, profile, interrupts);
    if (may_start)
        logger.info(fmt::format("{}/{}: its job may still start; the sweep does not wait for it",
                                point.folder, launch.filename().string()));
    kill_launch(0, "LOOP_PARAMETERS=" + (launch / "parameters").string());
    remove_scratch(launch_id(launch));
    const bool has_kept = is_measured(launch.filename()) && kept_results(launch / "records") > 0;
    // With an entry in the journal, no later launch uses this folder's name, so a job that starts late finds
    // no folder.
    if (has_kept || may_start) journal.append(unfinished(point, launch));
    std::error_code ignored;
    if (!has_kept) fs::remove_all(launch, ignored);
}

void clear_unfinished(const fs::path& folder, const Plan& plan, Journal& journal, Interrupts& interrupts,
                      const Logger& logger) {
    for (const Point& point : plan.points()) {
        std::error_code ignored;
        for (const auto& item : fs::directory_iterator(folder / point.folder, ignored)) {
            const std::string name = item.path().filename().string();
            const auto is_it = [&](const JournalEntry& entry) {
                return entry.point == point.number && entry.folder() == name;
            };
            const bool is_launch = is_measured(name) || name.rfind("warm-up-", 0) == 0;
            if (is_launch && std::none_of(journal.entries().begin(), journal.entries().end(), is_it))
                clear_unfinished(item.path(), point, plan.run(point).profile, journal, interrupts, logger);
        }
    }
    remove_half_written(folder);
}

} // namespace

SweepOutcome sweep(const SweepRequest& request, const Compile& compile, const Installation& installation,
                   const SweepListener& listener) {
    check(request.campaign);
    Plan plan(request.campaign, compile, installation);
    check_is_free(request.output);
    check_is_writable(request.output.value_or(fs::current_path()));
    Interrupts interrupts;
    const Cache cache(Cache::default_root());
    build_programs(plan, installation, cache, interrupts, listener.logger);
    resolve_steering(plan, installation, interrupts, listener.logger);
    const fs::path folder = new_folder(request.output, "loop-sweep", request.campaign.name);
    Journal journal(folder / formats::journal_file_name);
    replace_file(folder / formats::plan_file_name, formats::text_of(plan_record(plan, request.command)));
    Rounds rounds(plan, folder, journal, cache, interrupts, listener);
    return launched(rounds, folder);
}

SweepOutcome resume(const ResumeRequest& request, const Compile& compile, const Installation& installation,
                    const SweepListener& listener) {
    const formats::PlanRecord record = plan_in(request.folder);
    const fs::path folder = fs::canonical(request.folder);
    return_to(record.folder);
    Campaign campaign = record.campaign;
    if (request.budget_seconds) campaign.stopping.budget_seconds = request.budget_seconds;
    campaign.oversubscribe = true; // the plan was accepted, perhaps when more cores were there
    Plan plan(std::move(campaign), compile, installation);
    refuse_changes(plan, record);
    Interrupts interrupts;
    const Cache cache(Cache::default_root());
    build_programs(plan, installation, cache, interrupts, listener.logger);
    refuse_other_builds(plan, record);
    resolve_steering(plan, installation, interrupts, listener.logger);
    Journal journal(folder / formats::journal_file_name);
    if (journal.was_torn())
        listener.logger.info("the last line of the journal is incomplete; that launch is repeated");
    clear_unfinished(folder, plan, journal, interrupts, listener.logger);
    Rounds rounds(plan, folder, journal, cache, interrupts, listener);
    rounds.take_up(request.retry_failed);
    return launched(rounds, folder);
}

std::string dry_run(const SweepRequest& request, const Compile& compile, const Installation& installation) {
    check(request.campaign);
    Plan plan(request.campaign, compile, installation, true);
    check_is_free(request.output);
    Interrupts interrupts;
    const Cache cache(Cache::default_root(), Cache::Mode::LookOnly);
    locate_programs(plan, installation, cache, interrupts);
    const fs::path folder = request.output.value_or("SWEEP");
    std::string text;
    for (const Target& target : plan.targets())
        text += fmt::format("compile  {}\n", shell_words(target.program.command));
    const Campaign& campaign = plan.campaign();
    const Stopping& stopping = campaign.stopping;
    int number = 0;
    const auto add_round = [&](int round, const std::string& kind) {
        for (const std::size_t i : order_of_round(campaign, plan.points(), round)) {
            const Point& point = plan.points()[i];
            if (round < 1 && point.warm_ups < 1 - round) continue;
            if (round > stopping_of(point, campaign).launches) continue;
            const fs::path launch = folder / point.folder / kind;
            text += fmt::format(
                "{:<8} LOOP_PARAMETERS={} {}   # {}\n", ++number, (launch / "parameters").string(),
                shell_words(launch_arguments(plan.run(point).profile, point.settings.ranks,
                                             folder / program_folder(plan, plan.target(point)) / "program")),
                describe(point, campaign));
        }
    };
    for (int k = 1; k <= most_warm_ups(plan.points()); ++k)
        add_round(1 - k, fmt::format("warm-up-{}", k));
    for (int k = 1; k <= stopping.launches; ++k)
        add_round(k, fmt::format("launch-{}", k));
    if (stopping.narrower_than)
        text += fmt::format(
            "         and more, up to {} per point, until every interval is narrower than {:g} %\n",
            stopping.most_launches, 100 * *stopping.narrower_than);
    text +=
        fmt::format("order    {}\n", campaign.order == Campaign::Order::Nested
                                         ? "as written"
                                         : fmt::format("shuffled in every round, seed {}", campaign.seed));
    std::vector<PointProgress> nothing(plan.points().size());
    const auto seconds = seconds_left(plan, nothing, Durations(plan, cache));
    return text + fmt::format("time     {}\n",
                              seconds ? "about " + duration_text(*seconds) + ", judging by earlier launches"
                                      : "unknown: none of this has run before");
}

} // namespace loop::runner
