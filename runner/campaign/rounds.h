#pragma once

#include "runner/campaign/progress.h"
#include "runner/campaign/sweep.h"
#include "runner/run/launch_series.h"

#include <memory>

namespace loop::runner {

/// The folder for a target's source, generated C++, and program, relative to the sweep's folder.
std::string program_folder(const Plan& plan, const Target& target);

/// The number of results in the `kept.jsonl` of a launch (docs/record-format.md), given the folder of its
/// records. An incomplete last line does not count. 0 if there is no such file.
int kept_results(const std::filesystem::path& records);

/// Runs the rounds of launches of one command: from the state in the journal until every point has enough
/// launches, the time budget is used up, or the user stops it.
class Rounds {
public:
    Rounds(Plan& plan, std::filesystem::path folder, Journal& journal, const Cache& cache,
           Interrupts& interrupts, const SweepListener& listener);

    /// Takes over the results of earlier commands from the journal.
    void take_up(bool retry_failed);

    SweepOutcome run();

private:
    /// A point's run directory and its launches.
    struct Place {
        RunFacts facts;
        LaunchSeries series;
        Place(RunFacts from, const std::filesystem::path& folder)
            : facts(std::move(from)), series(facts, folder) {}
    };

    void announce() const;
    void warm_up();
    bool one_round(int round);
    bool may_go_on(const Point& point);
    bool wants_more(const Point& point) const {
        return progress(point).wants_more(stopping_of(point, plan_.campaign()));
    }
    bool launch(const Point& point, bool warm_up, int round);
    int kept_before(const Point& point) const;
    bool limit_by_budget(ResolvedRun& run, std::optional<double> limit_seconds) const;
    Place& place_of(const Point& point);
    void fill(JournalEntry& entry, const Point& point, const LaunchResult& launch,
              const std::vector<std::string>& failures) const;
    void report(const Point& point, const JournalEntry& entry) const;
    void adopt(const JournalEntry& entry);
    int launches_left() const;
    SweepOutcome outcome() const;
    PointProgress& progress(const Point& point) {
        return progress_[static_cast<std::size_t>(point.number) - 1];
    }
    const PointProgress& progress(const Point& point) const {
        return progress_[static_cast<std::size_t>(point.number) - 1];
    }

    Plan& plan_;
    std::filesystem::path folder_;
    Journal& journal_;
    const Cache& cache_;
    Interrupts& interrupts_;
    const SweepListener& listener_;
    Durations durations_;
    std::vector<PointProgress> progress_;
    std::vector<std::unique_ptr<Place>> places_;
    double used_seconds_ = 0; ///< by all launches, with what LOOP does around them; earlier commands count
    int signal_ = 0;
    bool stopped_at_once_ = false;
    bool budget_used_ = false;
};

} // namespace loop::runner
