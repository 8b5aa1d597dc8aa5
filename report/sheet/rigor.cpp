#include "base/statistics/order_statistics.h"
#include "base/text/distinct.h"
#include "base/text/shell.h"
#include "base/text/strings.h"
#include "base/text/units.h"
#include "report/document/values.h"
#include "report/read/environment_lines.h"
#include "report/sheet/sections.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <map>

/// How the run was measured: what a reader must know to trust a number (after Hoefler and Belli, among
/// others).
namespace loop::report {

namespace {

using formats::RankRecord;

std::vector<double> slowest_of_launches(const RunRecord& run) {
    std::vector<double> seconds;
    for (const Spread& launch : run.summary.program.launches)
        seconds.push_back(launch.max);
    std::sort(seconds.begin(), seconds.end());
    return seconds;
}

std::string quantiles_text(const std::vector<double>& sorted) {
    if (sorted.empty()) return "";
    std::string text = "median " + seconds_text(statistics::median(sorted));
    // Percentiles of the launch times: the smallest time that at least this share of launches does not
    // exceed. Shown only if some launch took longer.
    for (const auto& [name, share] : {std::pair{"p90", 0.9}, {"p99", 0.99}})
        if (const auto at = static_cast<std::size_t>(std::ceil(share * static_cast<double>(sorted.size())));
            at < sorted.size())
            text += fmt::format(", {} {}", name, seconds_text(sorted[at - 1]));
    return text + ", max " + seconds_text(sorted.back());
}

/// Returns "rank 0: 0-1, rank 1: 0-1", or a single text if all ranks agree.
std::string pinning_text(const RunRecord& run) {
    const auto texts = rank_texts(run, [](const RankRecord& rank) { return rank.cpus; });
    if (texts.size() == 1) return "every rank may run on " + texts[0] + " (read back)";
    std::vector<std::string> pinned;
    if (run.launches.empty()) return "";
    for (const formats::RunRank& rank : run.launches[0].ranks)
        if (rank.record && !rank.record->cpus.empty())
            pinned.push_back(fmt::format("rank {}: {}", rank.rank, rank.record->cpus));
    return joined(pinned, ", ");
}

std::string clock_text(const SheetInput& input) {
    std::string text =
        joined(rank_texts(input.run(), [](const RankRecord& rank) { return rank.clock.source; }), "; ");
    const bool has_text = !text.empty();
    const auto add_time = [&](const char* words, std::optional<double> formats::RankClock::*which) {
        const auto times = rank_texts(input.run(), [which](const RankRecord& rank) {
            return rank.clock.*which ? seconds_text(*(rank.clock.*which)) : "";
        });
        if (!times.empty()) text += fmt::format(", {} {}", words, times[0]);
    };
    add_time("resolution", &formats::RankClock::resolution_seconds);
    add_time("one reading costs", &formats::RankClock::call_seconds);
    if (input.analysis != nullptr && !input.trace().clock_source.empty())
        text += fmt::format("{}trace: {}", has_text ? "; " : "", input.trace().clock_source);
    return text;
}

std::string warm_up_text(const RunRecord& run) {
    const auto& launches = run.summary.program.launches;
    const int warm_ups = run.sweep ? run.sweep->warm_ups : 0;
    if (launches.empty()) return "";
    std::string text = warm_ups > 0 ? fmt::format("{} of this point, not counted", warm_ups) : "none";
    if (launches.size() == 1) return text + (warm_ups > 0 ? "" : ": this is the first launch");
    std::vector<double> rest;
    for (std::size_t i = 1; i < launches.size(); ++i)
        rest.push_back(launches[i].max);
    return text + fmt::format("; first launch {}, median of the others {}", seconds_text(launches[0].max),
                              seconds_text(statistics::median(rest)));
}

std::string order_text(const RunRecord& run) {
    if (!run.sweep) return "launches in sequence; nothing is compared in this run";
    if (run.sweep->order != formats::Campaign::Order::Shuffled)
        return "as one point of a sweep, in the given order";
    return fmt::format("as one point of a sweep, shuffled in every round, seed {}", run.sweep->seed);
}

std::string stopping_text(const RunRecord& run) {
    if (run.sweep && run.sweep->narrower_than.value_or(0) > 0)
        return fmt::format(
            "until the interval of the median is narrower than {:.3g} % of the median; {} to {} launches",
            100 * *run.sweep->narrower_than, run.sweep->launches, run.sweep->most_launches.value_or(0));
    return fmt::format("a fixed number of launches, {}",
                       run.summary.launches >= run.launches_planned ? "reached" : "not reached");
}

std::string failed_text(const RunRecord& run) {
    std::string text = fmt::format("{} planned, {} complete", run.launches_planned, run.summary.launches);
    for (const formats::RunLaunch& launch : run.launches)
        if (!launch.complete) text += fmt::format("; launch {} failed", launch.index);
    return text;
}

std::string hosts_text(const SheetInput& input) {
    const std::vector<std::string> hosts =
        rank_texts(input.run(), [](const RankRecord& rank) { return rank.host; });
    Distinct traced;
    if (hosts.empty() && input.analysis != nullptr)
        for (const RankTrace& rank : input.trace().ranks)
            if (!rank.host.empty()) traced.add(rank.host);
    return joined(hosts.empty() ? traced.words() : hosts, "; ");
}

/// The most threads of any host in the first launch, beside the one of each rank.
int more_threads_per_node(const RunRecord& run) {
    std::map<std::string, int> threads;
    if (!run.launches.empty())
        for (const formats::RunRank& rank : run.launches[0].ranks)
            if (rank.record)
                threads[rank.record->host] +=
                    std::max(0, static_cast<int>(rank.record->thread_cores.size()) - 1);
    int most = 0;
    for (const auto& [host, count] : threads)
        most = std::max(most, count);
    return most;
}

/// How MPI moves messages, as rank 0 of a launch says; each different text once.
std::string transport_text(const RunRecord& run) {
    return joined(rank_texts(run,
                             [](const RankRecord& rank) {
                                 std::vector<std::string> settings;
                                 if (rank.mpi.transport)
                                     for (const auto& [name, value] : *rank.mpi.transport)
                                         settings.push_back(fmt::format("{}: {}", name, value));
                                 return joined(settings, ", ");
                             }),
                  "; ");
}

std::string oversubscription_text(const RunRecord& run) {
    const auto texts = [&](int RankRecord::*which) {
        return rank_texts(run, [which](const RankRecord& rank) {
            return rank.*which > 0 ? std::to_string(rank.*which) : "";
        });
    };
    const auto ranks = texts(&RankRecord::node_ranks), cores = texts(&RankRecord::node_cores);
    if (ranks.empty()) return "";
    if (ranks.size() != 1 || cores.size() != 1)
        return fmt::format("ranks per node: {}; cores per node: {}", joined(ranks, "; "),
                           joined(cores, "; "));
    const int more = more_threads_per_node(run);
    const int users = std::stoi(ranks[0]) + more;
    return fmt::format("{}: {} ranks per node{} on {} cores", users > std::stoi(cores[0]) ? "yes" : "no",
                       ranks[0], more > 0 ? fmt::format(" with {} threads", users) : "", cores[0]);
}

} // namespace

std::vector<std::string> trace_reservations(const SheetInput& input) {
    if (input.analysis == nullptr) return {};
    std::vector<std::string> sentences = input.trace().problems;
    if (const ClockCheck& clocks = input.analysis->clocks; !clocks.agree())
        sentences.push_back(clock_check_text(input.trace(), clocks));
    // The trace's problems include those of ranks; ranks with the same problem share one sentence.
    for (const RankTrace& rank : input.trace().ranks)
        if (rank.problem.empty() && rank.dropped > 0)
            sentences.push_back(
                fmt::format("rank {}: its trace buffer was full; {} later events were not recorded",
                            rank.rank, count_text(static_cast<long long>(rank.dropped))));
    if (sentences.size() > 20) {
        const std::size_t more = sentences.size() - 20;
        sentences.resize(20);
        sentences.push_back(fmt::format("... and {} more.", more));
    }
    return sentences;
}

namespace {

/// Adds facts one by one. Facts that only LOOP records are unknown for another tool's archive.
class Facts {
public:
    Facts(const SheetInput& input, Section& section)
        : is_ours_(!input.directory.is_imported), section_(section) {}

    void add(const char* label, const std::string& text) { section_.add(label, text); }
    void add_loop_facts(const char* label, const std::string& text) { add(label, is_ours_ ? text : ""); }

private:
    bool is_ours_;
    Section& section_;
};

void add_launches(const SheetInput& input, Facts& facts) {
    const RunRecord& run = input.run();
    const std::vector<double> slowest = slowest_of_launches(run);
    const auto interval = statistics::median_interval(slowest);
    facts.add("Verdict", verdict_word(run));
    facts.add("Base of speed-ups", "not applicable");
    facts.add_loop_facts("Launches", failed_text(run));
    facts.add("Unit of repetition", "the launch; ranks of one launch are not repetitions");
    facts.add_loop_facts("95 % interval of the median launch",
                         interval ? seconds_text(interval->first) + " to " + seconds_text(interval->second)
                                  : "none: it needs at least 6 launches");
    facts.add("Distribution over launches", quantiles_text(slowest));
    facts.add("Means",
              "arithmetic for times and counts, none for rates and ratios; normality is never assumed");
    facts.add_loop_facts("Stopping rule", stopping_text(run));
    facts.add_loop_facts("Order", order_text(run));
    facts.add_loop_facts("Warm-up", warm_up_text(run));
    facts.add_loop_facts("Outliers", "none removed");
}

bool is_recorded(const RunRecord& run) {
    return !run.launches.empty() && std::any_of(run.launches[0].ranks.begin(), run.launches[0].ranks.end(),
                                                [](const formats::RunRank& rank) {
                                                    return rank.record && rank.record->trace.recorded;
                                                });
}

/// Each launch chooses them anew.
void add_pair_calls(const RunRecord& run, Facts& facts) {
    const auto calls = rank_texts(run, [](const RankRecord& rank) { return rank.pair_calls; });
    if (calls.empty()) return; // ranks that yield, or no such construct
    const std::string chosen = "by the calls that were quickest between ranks 0 and 1 in \\OPEN0: " +
                               joined(calls, "; in other launches ");
    facts.add_loop_facts("One message each way",
                         is_recorded(run)
                             ? "by MPI_Isend, MPI_Irecv, MPI_Test, MPI_Wait, as the trace records when a "
                               "message arrives; without a trace " +
                                   chosen
                             : chosen);
}

std::string checks_text(const RunRecord& run) {
    if (leaves_out_work(run))
        return "not verified: this simulated run did not execute the charged work; `--verify` does";
    if (run.summary.verifications.empty()) return "no \\VERIFY was evaluated";
    const CheckCounts counts = check_counts(run);
    return fmt::format("{} \\VERIFY checks in the program", run.summary.verifications.size()) +
           (counts.failing > 0 ? fmt::format(", of which {} failed", counts.failing) : "");
}

void add_method(const SheetInput& input, Facts& facts) {
    const RunRecord& run = input.run();
    const MeasuredSpan measured = measured_span(run);
    const std::string waiting =
        joined(rank_texts(run, [](const RankRecord& rank) { return rank.waiting; }), "; ");
    facts.add_loop_facts(
        "Start and reduction of times",
        fmt::format("ranks leave a barrier in {}; a rank's time runs from there to {} by its own "
                    "clock; min, median and max over ranks are shown",
                    measured.begin, measured.end));
    facts.add_loop_facts("Synchronisation inside",
                         "as the program says (\\VISIBLE_SYNC, PICL, MPI); how ranks wait: " +
                             (waiting.empty() ? "unknown" : waiting));
    add_pair_calls(run, facts);
    facts.add("Clock", clock_text(input));
    facts.add("Clocks of several hosts", clocks_text(input));
    facts.add_loop_facts("Results used", checks_text(run));
    facts.add_loop_facts("Payload verified",
                         run.summary.payload.verified ? "yes, outside the measured time" : "no");
}

/// Those of the program first, as the linker gets them.
std::string libraries_text(const RunRecord& run) {
    std::vector<std::string> words;
    for (const std::string& name : run.source.libraries)
        words.push_back("-l" + name);
    words.insert(words.end(), run.machine.libraries.begin(), run.machine.libraries.end());
    return shell_words(words);
}

void add_place(const SheetInput& input, Facts& facts) {
    const RunRecord& run = input.run();
    facts.add("Pinning", pinning_text(run));
    if (const std::string text = binding_text(run); !text.empty()) facts.add("Binding to cores", text);
    facts.add("Oversubscribed", oversubscription_text(run));
    facts.add("Hosts", hosts_text(input));
    if (const std::string text = transport_text(input.run()); !text.empty())
        facts.add("Transport of MPI", text);
    facts.add("Job", "");
    facts.add("Libraries linked in addition to MPI", libraries_text(run));
    facts.add("Working set over last-level cache", "");
    facts.add("Bound or model", "");
    facts.add_loop_facts("Simulated",
                         run.machine.simulation
                             ? "yes: times come from a model of the machine, " + run.machine.description
                             : "no");
}

std::string recorded_text(const SheetInput& input) {
    if (input.analysis == nullptr) return "none recorded";
    std::uint64_t events = 0, dropped = 0;
    for (const RankTrace& rank : input.trace().ranks) {
        events += rank.events.size();
        dropped += rank.dropped;
    }
    return fmt::format("launch {}: {} events, {} dropped", input.directory.launch,
                       count_text(static_cast<long long>(events)),
                       count_text(static_cast<long long>(dropped)));
}

} // namespace

Section rigor_section(const SheetInput& input) {
    Section section{"rigor", "How it was measured"};
    Facts facts(input, section);
    add_launches(input, facts);
    add_method(input, facts);
    add_place(input, facts);
    facts.add("Trace", recorded_text(input));
    if (const std::string calls = input.analysis == nullptr ? "" : calls_not_looked_into(input);
        !calls.empty())
        facts.add("Calls of which only begin and end are recorded", calls);
    section.tables.push_back(clock_table(input));
    if (DataTable cores = thread_cores_table(input); !cores.rows.empty())
        section.tables.push_back(std::move(cores));
    return section;
}

} // namespace loop::report
