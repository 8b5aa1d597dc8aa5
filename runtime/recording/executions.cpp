#include "recording/executions.h"

#include "recording/arrivals.h"
#include "recording/process.h"
#include "recording/recorder.h"
#include "recording/tables.h"
#include "recording/work_by_rank.h"
#include "session/failure.h"
#include "session/lasting.h"
#include "session/session.h"

#include <loop/fnv.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace loop::recording {

using namespace runtime;

namespace {

// Executions that must record the same as rank 0 if one execution stands for all ranks.
constexpr int samples = 16;

// Ranks that are executed with other contents in the data that arrive: no further rank after so many, or
// seconds.
constexpr std::size_t most_tried_ranks = 256;
constexpr double most_trial_seconds = 4;

// What the executions that are done have recorded, by its hash. A process inherits it from the first one.
struct Recorded {
    std::string text;
    std::vector<int> ranks;
};
Lasting<std::map<std::uint64_t, Recorded>> recorded;
Lasting<Report> own_report;
Lasting<std::set<std::string>> received; // lines about calls of all executions
bool is_every_rank_needed = false;
bool do_groups_differ = false;
bool does_work_differ = false; // between ranks that are too many to execute each
bool is_work_wanted = true;

// Which ranks are to be executed, and in which order.
class Plan {
public:
    explicit Plan(int ranks) : ranks_(ranks), is_known_(static_cast<std::size_t>(ranks)) {
        if (ranks <= samples || is_every_rank_needed) {
            add_all();
            return;
        }
        for (const int rank : {0, 1, 2, ranks / 2, ranks - 2, ranks - 1})
            add(rank);
        for (std::uint64_t i = 1; order_.size() < samples; ++i)
            add(static_cast<int>(i * 0x9e3779b97f4a7c15u % static_cast<std::uint64_t>(ranks)));
    }

    int ranks() const { return ranks_; }
    bool has_next() const { return next_ < order_.size(); }
    int next() { return order_[next_++]; }
    void add(int rank) {
        if (rank < 0 || rank >= ranks_ || is_known_[static_cast<std::size_t>(rank)]) return;
        is_known_[static_cast<std::size_t>(rank)] = true;
        order_.push_back(rank);
    }
    // With every rank.
    void begin_again() {
        is_known_.assign(is_known_.size(), false);
        order_.clear();
        next_ = 0;
        add_all();
    }
    void add_all() {
        for (int rank = 0; rank < ranks_; ++rank)
            add(rank);
    }

private:
    int ranks_;
    std::vector<bool> is_known_;
    std::vector<int> order_;
    std::size_t next_ = 0;
};

void take_tables(const Report& report) {
    if (!take_entries(report.tables)) fail_at_start("the patterns of an execution are incomplete");
}

void keep(int rank, Report& report) {
    take_tables(report);
    Recorded& all = recorded()[report.hash];
    received().insert(report.received.begin(), report.received.end());
    if (all.ranks.empty()) all.text = std::move(report.text);
    all.ranks.push_back(rank);
}

// Ends this process as the execution has ended, if that was not at \CLOSE0.
Report report_of(Process& process, int rank) {
    Report report;
    if (process.wait_for_report(0, report)) return report;
    if (process.exit_code() != 0) std::_Exit(process.exit_code());
    fail_at_start(concat("as rank ", rank, ", the program ", process.end()));
}

std::vector<RankRange> rank_ranges(std::vector<int> ranks) {
    std::sort(ranks.begin(), ranks.end());
    std::vector<RankRange> all;
    for (const int rank : ranks)
        if (!all.empty() && all.back().last + 1 == rank)
            all.back().last = rank;
        else
            all.push_back({rank, rank});
    return all;
}

// "0-15 20"
std::string text_of(const std::vector<RankRange>& ranges) {
    std::string text;
    for (const auto& [first, last] : ranges)
        text += concat(text.empty() ? "" : " ", first, last > first ? concat("-", last) : "");
    return text;
}

class ScheduleFile {
public:
    explicit ScheduleFile(int ranks) {
        const char* const path = std::getenv("LOOP_RECORD_FILE");
        file_ = path == nullptr ? nullptr : std::fopen(path, "w");
        if (file_ == nullptr) fail_at_start("LOOP_RECORD_FILE does not name a file that can be written");
        std::fprintf(file_, "loop-schedule 3\nranks %d\n", ranks);
        write(tables_text());
    }
    // The first execution has the calls that receive data in any one.
    void add(const std::vector<RankRange>& ranks, const std::string& text) {
        std::fprintf(file_, "execution %s\n", text_of(ranks).c_str());
        for (const std::string& each : std::exchange(received(), {}))
            std::fprintf(file_, "%s\n", each.c_str());
        write(text);
    }
    [[noreturn]] void finish() {
        if (std::fclose(file_) != 0) fail_at_start("cannot write what was recorded");
        std::_Exit(0);
    }

private:
    void write(const std::string& text) { std::fwrite(text.data(), 1, text.size(), file_); }

    std::FILE* file_;
};

// From those that were executed.
WorkByRank work_by_rank(int ranks) {
    WorkByRank work(ranks, distances_of_patterns());
    for (const auto& [hash, each] : recorded())
        for (const int rank : each.ranks)
            work.add(rank, hash, each.text);
    return work;
}

void write_differing_work(ScheduleFile& file, int ranks) {
    const WorkByRank::Shares shares = work_by_rank(ranks).shares();
    std::string note;
    if (!shares.is_exact)
        note = "note ranks compute different amounts, and not all were executed: each other rank is counted "
               "with the amounts of the nearest rank that was executed\n";
    for (const SharedText& each : shares.all)
        file.add(each.ranks, std::exchange(note, "") + each.text);
}

[[noreturn]] void write_schedule(int ranks) {
    ScheduleFile file(ranks);
    const bool one_for_all = recorded().size() == 1;
    if (does_work_differ)
        write_differing_work(file, ranks);
    else
        for (const auto& [hash, each] : recorded())
            file.add(one_for_all ? std::vector<RankRange>{{0, ranks - 1}} : rank_ranges(each.ranks),
                     each.text);
    file.finish();
}

double seconds_since(std::chrono::steady_clock::time_point begin) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

// A trial may last so much longer than the first execution, and some seconds more.
constexpr double least_limit = 5, most_times_longer = 10;

// After so many seconds, the first execution may be one that never ends.
constexpr double patience_seconds = 1;

// The execution as this rank has lasted for some time. It may never end because of what is in the data that
// never arrive, as in `while (residual > tolerance)`. So the program is executed with other contents. If that
// ends and the first one does not, the file has both, and nothing else. Returns true in an execution.
bool begin_trials_of_end(int ranks, int rank, const Process& first) {
    for (const Contents contents : {Contents::Zeros, Contents::OtherNumbers}) {
        const auto begin = std::chrono::steady_clock::now();
        Process process;
        if (process.start()) {
            set_contents(contents);
            make_silent(0);
            return true;
        }
        Report other;
        const bool ends = process.wait_for_report(least_limit, other) && !other.received.empty();
        if (first.reports_within(ends ? least_limit + most_times_longer * seconds_since(begin) : 0))
            return false;
        if (!ends) continue;
        first.stop();
        take_tables(other);
        received() = other.received;
        ScheduleFile file(ranks);
        file.add({{rank, rank}}, other.text);
        file.add({{rank, rank}}, concat("contents ", name_of(Contents::AsBefore), "\nended does not end\n"));
        file.finish();
    }
    return false;
}

// Executes the program as this rank once more with each of the contents that may arrive. If it does not do
// the same, the file has both executions, and nothing else. `seconds`: those that the first execution took.
// Returns true in an execution.
bool begin_trials(int ranks, int rank, const Report& first, double seconds) {
    constexpr long long more_memory = 1LL << 30;
    for (const Contents contents : tried_contents) {
        Process process;
        if (process.start()) {
            set_contents(contents);
            make_silent(first.memory == 0 ? 0 : first.memory + more_memory);
            return true;
        }
        Report other;
        if (!process.wait_for_report(least_limit + most_times_longer * seconds, other))
            other.text = concat("ended ", process.end(), "\n");
        else if (other.hash == first.hash)
            continue;
        else
            take_tables(other);
        received() = first.received;
        ScheduleFile file(ranks);
        file.add({{rank, rank}}, recorded()[first.hash].text);
        file.add({{rank, rank}}, concat("contents ", name_of(contents), "\n", other.text));
        file.finish();
    }
    return false;
}

// Executes the program as one rank after the other. Returns the rank in each execution; in the first process
// -1 when all is done.
int execute(Plan& plan) {
    std::map<std::uint64_t, Report> by_groups; // of ranks in the same groups, the first one
    std::set<int> tried;                       // ranks
    double trial_seconds = 0;
    while (plan.has_next()) {
        const int rank = plan.next();
        const auto begin = std::chrono::steady_clock::now();
        Process process;
        if (process.start()) return rank;
        if (!process.reports_within(patience_seconds) && begin_trials_of_end(plan.ranks(), rank, process))
            return rank;
        Report report = report_of(process, rank);
        const double seconds = seconds_since(begin);
        for (const int asked : report.asked)
            plan.add(asked);
        keep(rank, report);
        if (!report.received.empty() && tried.size() < most_tried_ranks &&
            trial_seconds < most_trial_seconds && tried.insert(rank).second) {
            const auto begin_of_trials = std::chrono::steady_clock::now();
            if (begin_trials(plan.ranks(), rank, report, seconds)) return rank;
            trial_seconds += seconds_since(begin_of_trials);
        }
        const auto [first, is_first] = by_groups.try_emplace(report.groups);
        if (is_first) {
            first->second.hash = report.hash;
            first->second.communication = report.communication;
        }
        const bool agrees = first->second.hash == report.hash;
        const bool agrees_without_work = first->second.communication == report.communication;
        const bool has_too_many = plan.ranks() > most_computing_ranks && agrees_without_work;
        if (has_too_many && !do_groups_differ && report.groups == fnv1a64("")) {
            does_work_differ = does_work_differ || !agrees;
            if (does_work_differ && !plan.has_next())
                for (const int needed : work_by_rank(plan.ranks()).needed())
                    plan.add(needed);
            continue;
        }
        if (agrees || do_groups_differ) continue;
        recorded().clear();
        by_groups.clear();
        forget_groups();
        does_work_differ = false;
        if (has_too_many && is_work_wanted) {
            is_work_wanted = false;
            plan = Plan(plan.ranks());
            continue;
        }
        // Ranks do something of their own.
        do_groups_differ = true;
        plan.begin_again();
    }
    return -1;
}

} // namespace

int begin_executions(int ranks) {
    Plan plan(ranks);
    do_groups_differ = is_every_rank_needed;
    std::fflush(nullptr);
    const int rank = execute(plan);
    if (rank >= 0) return rank;
    write_schedule(ranks);
}

void end_execution() {
    Report& report = own_report();
    if (!is_work_wanted)
        note(concat("ranks of groups compute different amounts; these are counted for up to ",
                    most_computing_ranks, " ranks only"));
    report.text = recorded_text();
    report.hash = fnv1a64(report.text);
    report.groups = fnv1a64(recorded_groups());
    report.communication = fnv1a64(recorded_communication());
    if (recorded().count(report.hash) != 0) report.text.clear();
    report.tables = new_entries();
    report.received = received_calls();
    send_report(std::move(report));
}

void ask_for_execution(int rank) {
    own_report().asked.insert(rank);
}

bool groups_differ() {
    return do_groups_differ;
}

bool is_work_recorded() {
    return is_work_wanted;
}

void need_every_rank() {
    is_every_rank_needed = true;
}

} // namespace loop::recording
