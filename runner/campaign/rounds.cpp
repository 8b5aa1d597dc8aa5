#include "runner/campaign/rounds.h"

#include "base/formats/kept_results.h"
#include "base/text/strings.h"
#include "base/text/units.h"
#include "runner/campaign/measured.h"
#include "runner/run/preparation.h"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>

namespace loop::runner {

namespace fs = std::filesystem;
using formats::Outcome;

namespace {

ExitCode code_of(Outcome outcome) {
    if (outcome == Outcome::Invalid) return ExitCode::Finding;
    if (outcome == Outcome::Refused) return ExitCode::Usage;
    if (outcome == Outcome::TimedOut) return ExitCode::TimedOut;
    return outcome == Outcome::Failed ? ExitCode::RunFailed : ExitCode::Good;
}

double seconds_since(std::chrono::steady_clock::time_point begin) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

/// The sweep's settings for the launches of a point, for its run.json.
formats::RunSweep sweep_facts(const Campaign& campaign, const Point& point) {
    formats::RunSweep facts;
    facts.order = campaign.order;
    facts.seed = campaign.seed;
    facts.warm_ups = point.warm_ups;
    const Stopping stopping = stopping_of(point, campaign);
    facts.launches = stopping.launches;
    facts.narrower_than = stopping.narrower_than;
    if (facts.narrower_than) facts.most_launches = stopping.most_launches;
    return facts;
}

} // namespace

int kept_results(const fs::path& records) {
    std::error_code ignored;
    const fs::path file = records / formats::kept_results_name;
    if (!fs::exists(file, ignored)) return 0;
    const std::string text = read_file(file);
    return static_cast<int>(std::count(text.begin(), text.end(), '\n'));
}

std::string program_folder(const Plan& plan, const Target& target) {
    const auto number = &target - plan.targets().data() + 1;
    return fmt::format("programs/{}-{}", number, shortened(target.compilation->summary().name, 60));
}

Rounds::Rounds(Plan& plan, fs::path folder, Journal& journal, const Cache& cache, Interrupts& interrupts,
               const SweepListener& listener)
    : plan_(plan), folder_(std::move(folder)), journal_(journal), cache_(cache), interrupts_(interrupts),
      listener_(listener), durations_(plan, cache),
      progress_(plan.points().size(), PointProgress(plan.campaign().stopping.retries)),
      places_(plan.points().size()) {
    for (Target& target : plan_.targets()) {
        const fs::path folder = folder_ / program_folder(plan_, target);
        make_own_folder(folder.parent_path());
        make_own_folder(folder);
        target.program.program = place(*target.compilation, target.program, folder);
    }
}

Rounds::Place& Rounds::place_of(const Point& point) {
    auto& place = places_[static_cast<std::size_t>(point.number) - 1];
    if (place) return *place;
    const Target& target = plan_.target(point);
    const ResolvedRun& run = plan_.run(point);
    RunFacts facts = gather_facts(*target.compilation, run, target.program, cache_, interrupts_);
    facts.launch_command = launch_arguments(run.profile, run.settings.ranks, target.program.program);
    const fs::path folder = folder_ / point.folder;
    if (folder.parent_path() != folder_) make_own_folder(folder.parent_path());
    make_own_folder(folder);
    place = std::make_unique<Place>(std::move(facts), folder);
    place->facts.sweep = sweep_facts(plan_.campaign(), point);
    return *place;
}

void Rounds::take_up(bool retry_failed) {
    for (const JournalEntry& entry : journal_.entries())
        adopt(entry);
    if (retry_failed)
        for (PointProgress& point : progress_)
            point.forget_failures();
}

/// Takes over a launch from the journal. A successful launch counts if its records are complete.
void Rounds::adopt(const JournalEntry& entry) {
    if (entry.point < 1 || entry.point > static_cast<int>(plan_.points().size())) return;
    const Point& point = plan_.points()[static_cast<std::size_t>(entry.point) - 1];
    used_seconds_ += entry.seconds;
    if (entry.is_good() && !entry.warm_up) {
        LaunchResult launch{entry.index, entry.id, entry.started, {}, {}};
        launch.end.seconds = entry.seconds;
        launch.ranks = read_outcomes(folder_ / point.folder / entry.folder() / "records",
                                     point.settings.ranks, entry.id);
        if (!launch.is_complete()) {
            listener_.logger.info(
                fmt::format("{}/{} has lost its records and is repeated", point.folder, entry.folder()));
            JournalEntry lost = entry;
            lost.outcome = Outcome::Interrupted;
            progress(point).add(lost);
            return;
        }
        place_of(point).series.adopt(std::move(launch));
    }
    progress(point).add(entry);
}

SweepOutcome Rounds::run() {
    announce();
    warm_up();
    for (int round = 1; one_round(round); ++round)
        continue;
    return outcome();
}

void Rounds::announce() const {
    const int left = launches_left();
    if (left == 0) {
        listener_.logger.info("all launches are done");
        return;
    }
    const auto seconds = seconds_left(plan_, progress_, durations_);
    const bool open_end = plan_.campaign().stopping.narrower_than.has_value();
    listener_.logger.info(
        fmt::format("{}{} of {}{}", open_end ? "at least " : "", counted(left, "launch"),
                    counted(static_cast<long long>(plan_.points().size()), "point"),
                    seconds ? ", about " + duration_text(*seconds) + ", judging by earlier launches"
                            : std::string(", time unknown until each point has run once")));
    if (plan_.campaign().stopping.budget_seconds)
        listener_.logger.info(
            fmt::format("the time budget is {}", seconds_text(*plan_.campaign().stopping.budget_seconds)));
}

int Rounds::launches_left() const {
    int left = 0;
    for (std::size_t i = 0; i < progress_.size(); ++i)
        if (const PointProgress& point = progress_[i]; !point.has_failed())
            left += point.launches_left(stopping_of(plan_.points()[i], plan_.campaign())) +
                    std::max(0, plan_.points()[i].warm_ups - point.warm_ups());
    return left;
}

/// Makes the warm-up launches, one per point in each pass. After the first pass, the duration of every point
/// is known.
void Rounds::warm_up() {
    for (int k = 1; k <= most_warm_ups(plan_.points()); ++k)
        for (const std::size_t i : order_of_round(plan_.campaign(), plan_.points(), 1 - k)) {
            const Point& point = plan_.points()[i];
            if (progress(point).warm_ups() >= std::min(k, point.warm_ups) || progress(point).has_failed() ||
                !wants_more(point))
                continue;
            if (!may_go_on(point) || !launch(point, true, 1 - k)) return;
        }
}

/// Launches every point that has fewer successful launches than `round`. Returns false when there is nothing
/// more to do.
bool Rounds::one_round(int round) {
    bool wanted = false;
    for (const std::size_t i : order_of_round(plan_.campaign(), plan_.points(), round)) {
        const Point& point = plan_.points()[i];
        if (!wants_more(point)) continue;
        wanted = true;
        if (progress(point).measured() >= round) continue;
        if (!may_go_on(point) || !launch(point, false, round)) return false;
    }
    return wanted;
}

bool Rounds::may_go_on(const Point& point) {
    if (const int signal = interrupts_.take()) signal_ = signal;
    if (signal_ != 0 || budget_used_) return false;
    const auto& budget = plan_.campaign().stopping.budget_seconds;
    const auto each =
        progress(point).launch_seconds() ? progress(point).launch_seconds() : durations_.earlier(point);
    // A launch that stores its results one by one may use up the rest of the budget: if it is stopped, no
    // results are lost.
    const double wanted = point.skip.empty() ? each.value_or(0) : 0;
    budget_used_ = budget && used_seconds_ + wanted >= *budget;
    return !budget_used_;
}

/// Number of results stored by the launches after the last complete one.
int Rounds::kept_before(const Point& point) const {
    if (point.skip.empty()) return 0;
    int kept = 0;
    for (auto entry = journal_.entries().rbegin(); entry != journal_.entries().rend(); ++entry) {
        if (entry->point != point.number || entry->warm_up) continue;
        if (entry->is_good() || entry->outcome == Outcome::Invalid) break;
        kept += kept_results(folder_ / point.folder / entry->folder() / "records");
    }
    return kept;
}

/// Sets the time limit of a launch that has this one. Returns whether it comes from the budget.
bool Rounds::limit_by_budget(ResolvedRun& run, std::optional<double> limit_seconds) const {
    const auto& budget = plan_.campaign().stopping.budget_seconds;
    if (!budget) return false;
    const double left = *budget - used_seconds_;
    const bool fits = limit_seconds && *limit_seconds < left;
    run.timeout_seconds = fits ? *limit_seconds : left;
    return !fits;
}

/// Launches a point once. Returns false if the sweep has to end.
bool Rounds::launch(const Point& point, bool warm_up, int round) {
    const auto begin = std::chrono::steady_clock::now();
    Place& place = place_of(point);
    JournalEntry entry;
    entry.point = point.number;
    entry.index = progress(point).made(warm_up) + 1;
    entry.warm_up = warm_up;
    entry.round = round;
    const fs::path folder = folder_ / point.folder / entry.folder();
    // Warm-ups are launched like the others, but are not part of the point's run.
    LaunchSeries apart(place.facts, folder);
    LaunchSeries& series = warm_up ? apart : place.series;
    place.facts.run.launches = std::max(place.facts.run.launches, progress(point).measured() + 1);
    const bool keeps = !point.skip.empty() && !warm_up;
    const bool ends_with_budget = keeps && limit_by_budget(place.facts.run, plan_.run(point).timeout_seconds);
    const int before = keeps ? kept_before(point) : 0;
    place.facts.run.settings = plan_.run(point).settings;
    // The last warm-up shows what the ranks do; no launch that counts bears the cost of recording.
    place.facts.run.settings.trace = warm_up && plan_.campaign().trace && round == 1 - point.warm_ups;
    if (before > 0) place.facts.run.settings.set.emplace_back(point.skip, std::to_string(before));
    if (keeps && listener_.kept)
        series.watch([&](const fs::path& records) {
            listener_.kept({point, describe(point, plan_.campaign()), before + kept_results(records), before,
                            seconds_since(begin)});
        });
    if (listener_.ends_after_launch) interrupts_.hold_first(listener_.ends_after_launch);
    const LaunchResult& result = series.launch(entry.index, folder, interrupts_);
    const int held = interrupts_.held();
    series.watch({});

    fill(entry, point, result, series.failures());
    if (ends_with_budget && entry.outcome == Outcome::TimedOut) {
        entry.outcome = Outcome::Interrupted;
        entry.failures.clear();
        budget_used_ = true;
    }
    journal_.append(entry);
    progress(point).add(entry);
    used_seconds_ += seconds_since(begin);
    signal_ = result.end.interrupted_by != 0 ? result.end.interrupted_by : held;
    stopped_at_once_ = result.end.at_once || (held != 0 && result.end.interrupted_by != 0);
    if (entry.is_good()) durations_.learn(point, *progress(point).launch_seconds());
    report(point, entry);
    return signal_ == 0 && !budget_used_;
}

/// Fills in how the launch ended and how long it took.
void Rounds::fill(JournalEntry& entry, const Point& point, const LaunchResult& launch,
                  const std::vector<std::string>& failures) const {
    entry.id = launch.id;
    entry.started = launch.started;
    entry.seconds = launch.end.seconds;
    entry.failures = failures;
    if (launch.end.interrupted_by != 0 && !launch.is_good()) {
        entry.outcome = Outcome::Interrupted;
    } else if (launch.is_refused()) {
        entry.outcome = Outcome::Refused;
    } else if (!launch.is_good()) {
        entry.outcome = launch.end.timed_out || launch.end.hung ? Outcome::TimedOut : Outcome::Failed;
    } else {
        const Verdict verdict =
            judge({launch}, point.settings.verify, 1, plan_.target(point).compilation->source().name());
        if (verdict.word == Verdict::Word::Invalid) {
            entry.outcome = Outcome::Invalid;
            entry.failures = verdict.reasons;
        } else {
            entry.notes = verdict.reasons;
        }
        entry.measured_seconds = measured_seconds(launch, point.probe ? "" : plan_.campaign().phase);
    }
}

void Rounds::report(const Point& point, const JournalEntry& entry) const {
    if (!listener_.launched) return;
    listener_.launched({point, entry, describe(point, plan_.campaign()),
                        static_cast<int>(journal_.entries().size()), launches_left(),
                        seconds_left(plan_, progress_, durations_)});
}

SweepOutcome Rounds::outcome() const {
    SweepOutcome outcome;
    outcome.folder = folder_;
    outcome.stopped_at_once = stopped_at_once_;
    outcome.used_seconds = used_seconds_;
    int open = 0, too_wide = 0;
    for (const Point& point : plan_.points()) {
        const PointProgress& now = progress(point);
        const Stopping stopping = stopping_of(point, plan_.campaign());
        if (now.wants_more(stopping)) ++open;
        if (stopping.narrower_than && !now.has_failed() && !now.has_converged(stopping)) ++too_wide;
        if (!now.has_failed()) continue;
        for (auto entry = journal_.entries().rbegin(); entry != journal_.entries().rend(); ++entry) {
            if (entry->point != point.number || entry->is_good() || entry->outcome == Outcome::Interrupted)
                continue;
            const std::string why =
                fmt::format("{}: {} ({}/{})", describe(point, plan_.campaign()),
                            entry->failures.empty() ? outcome_text(entry->outcome) : entry->failures[0],
                            point.folder, entry->folder());
            if (point.extra) {
                outcome.remarks.push_back("a probe failed, which is no failure of the campaign: " + why);
            } else {
                outcome.code = std::max(outcome.code, code_of(entry->outcome));
                outcome.failures.push_back(why);
            }
            break;
        }
    }
    if (too_wide > 0)
        outcome.remarks.push_back(
            fmt::format("not converged: the interval of the median is wider than {:g} % at {}",
                        100 * *plan_.campaign().stopping.narrower_than, counted(too_wide, "point")));
    if (budget_used_)
        outcome.remarks.push_back(fmt::format("the time budget is exhausted; {} still need{} launches; "
                                              "`--resume` with a larger `--budget` continues",
                                              counted(open, "point"), open == 1 ? "s" : ""));
    outcome.signal = signal_;
    if (signal_ != 0) outcome.code = static_cast<ExitCode>(128 + signal_);
    return outcome;
}

} // namespace loop::runner
