#include "base/statistics/order_statistics.h"
#include "report/sheet/record_fields.h"
#include "report/sheet/sections.h"
#include "report/document/values.h"
#include "base/text/units.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

/// How it was measured: what a reader must know to believe a number (after Hoefler and Belli's rules, and
/// others).
namespace loop::report {

namespace {


std::vector<double> slowest_of_launches(const Run& run) {
    std::vector<double> seconds;
    for (const Spread& launch : run.program.launches)
        seconds.push_back(launch.max);
    std::sort(seconds.begin(), seconds.end());
    return seconds;
}

std::string quantiles_text(const std::vector<double>& sorted) {
    if (sorted.empty()) return "";
    std::string text = "median " + seconds_text(statistics::median(sorted));
    // The least time that this share of the launches did not exceed; told where at least one did.
    for (const auto& [name, share] : {std::pair{"p90", 0.9}, {"p99", 0.99}})
        if (const auto at = static_cast<std::size_t>(std::ceil(share * static_cast<double>(sorted.size())));
            at < sorted.size())
            text += fmt::format(", {} {}", name, seconds_text(sorted[at - 1]));
    return text + ", most " + seconds_text(sorted.back());
}

std::string joined(const std::vector<std::string>& texts) {
    std::string result;
    for (const std::string& text : texts)
        result += (result.empty() ? "" : "; ") + text;
    return result;
}

/// "rank 0: 0-1, rank 1: 0-1", or one text where all ranks agree.
std::string pinning_text(const Json& record) {
    const auto texts = rank_texts(record, {"cpus"});
    if (texts.size() == 1) return "every rank may run on " + texts[0] + " (read back)";
    std::string text;
    const Json& launches = field(record, "launches");
    if (!launches.is_array() || launches.empty()) return "";
    for (const Json& rank : field(launches[0], "ranks"))
        if (const std::string cpus = field_text(field(field(rank, "record"), "cpus")); !cpus.empty())
            text +=
                fmt::format("{}rank {}: {}", text.empty() ? "" : ", ", field_text(field(rank, "rank")), cpus);
    return text;
}

std::string clock_text(const SheetInput& input) {
    std::string text = joined(rank_texts(input.directory.record, {"clock", "source"}));
    const bool told = !text.empty();
    const auto add_time = [&](const char* words, const char* key) {
        const auto seconds = rank_texts(input.directory.record, {"clock", key});
        if (!seconds.empty())
            text += fmt::format(", {} {}", words, seconds_text(std::atof(seconds[0].c_str())));
    };
    add_time("resolution", "resolution_seconds");
    add_time("a reading costs", "call_seconds");
    if (input.analysis != nullptr && !input.trace().clock_source.empty())
        text += fmt::format("{}trace: {}", told ? "; " : "", input.trace().clock_source);
    return text;
}

double number_in(const Json& object, const char* key) {
    const Json& value = field(object, key);
    return value.is_number() ? value.get<double>() : 0;
}

std::string warm_up_text(const Run& run, const Json& sweep) {
    const auto& launches = run.program.launches;
    const double warm_ups = number_in(sweep, "warm_ups");
    if (launches.empty()) return "";
    std::string text = warm_ups > 0 ? fmt::format("{:.0f} of the point, not counted", warm_ups) : "none";
    if (launches.size() == 1) return text + (warm_ups > 0 ? "" : ": this is the first launch");
    std::vector<double> rest;
    for (std::size_t i = 1; i < launches.size(); ++i)
        rest.push_back(launches[i].max);
    return text + fmt::format("; first launch {}, median of the others {}", seconds_text(launches[0].max),
                              seconds_text(statistics::median(rest)));
}

std::string order_text(const Json& sweep) {
    if (sweep.is_null()) return "launches one after the other; nothing was compared in this run";
    if (field_text(field(sweep, "order")) != "shuffled") return "among the points of a sweep, as written";
    return fmt::format("among the points of a sweep, shuffled in every round, seed {}",
                       field_text(field(sweep, "seed")));
}

std::string stopping_text(const Run& run, const Json& sweep) {
    if (const double width = number_in(sweep, "narrower_than"); width > 0)
        return fmt::format("until the interval of the median is narrower than {:.3g} % of it; at least {:.0f} "
                           "launches, at most {:.0f}",
                           100 * width, number_in(sweep, "launches"), number_in(sweep, "most_launches"));
    return fmt::format("a fixed number of launches, {}",
                       run.launches_complete >= run.launches_planned ? "reached" : "not reached");
}

std::string failed_text(const Json& record, const Run& run) {
    std::string text = fmt::format("{} planned, {} complete", run.launches_planned, run.launches_complete);
    for (const Json& launch : field(record, "launches"))
        if (const Json& complete = field(launch, "complete");
            complete.is_boolean() && !complete.get<bool>())
            text += fmt::format("; launch {} failed", field_text(field(launch, "index")));
    return text;
}

std::string hosts_text(const SheetInput& input) {
    std::vector<std::string> hosts = rank_texts(input.directory.record, {"host"});
    if (hosts.empty() && input.analysis != nullptr)
        for (const RankTrace& rank : input.trace().ranks)
            if (!rank.host.empty() && std::find(hosts.begin(), hosts.end(), rank.host) == hosts.end())
                hosts.push_back(rank.host);
    return joined(hosts);
}

std::string oversubscription_text(const Json& record) {
    const auto ranks = rank_texts(record, {"node_ranks"}), cores = rank_texts(record, {"node_cores"});
    if (ranks.size() != 1 || cores.size() != 1)
        return joined(ranks).empty()
                   ? ""
                   : fmt::format("ranks of a node: {}; cores: {}", joined(ranks), joined(cores));
    const bool over = std::atof(ranks[0].c_str()) > std::atof(cores[0].c_str());
    return fmt::format("{}: {} ranks on {} cores of a node", over ? "yes" : "no", ranks[0], cores[0]);
}

} // namespace

std::vector<std::string> trace_reservations(const SheetInput& input) {
    if (input.analysis == nullptr) return {};
    std::vector<std::string> sentences = input.trace().problems;
    // The ranks' own problems are among those of the trace, ranks with the same one together.
    for (const RankTrace& rank : input.trace().ranks)
        if (rank.problem.empty() && rank.dropped > 0)
            sentences.push_back(fmt::format("rank {}: its buffer was full, {} later events were not recorded",
                                            rank.rank, count_text(static_cast<long long>(rank.dropped))));
    if (sentences.size() > 20) {
        const std::size_t more = sentences.size() - 20;
        sentences.resize(20);
        sentences.push_back(fmt::format("... and {} more.", more));
    }
    return sentences;
}

namespace {

/// Facts one by one; those that only our own runs have are unknown of another tool's archive.
class Facts {
public:
    Facts(const SheetInput& input, Section& section) : is_ours_(!input.directory.record.is_null()), section_(section) {}

    void add(const char* label, const std::string& text) { section_.facts.push_back({label, text_value(text)}); }
    void add_ours(const char* label, const std::string& text) { add(label, is_ours_ ? text : ""); }

private:
    bool is_ours_;
    Section& section_;
};

void add_launches(const SheetInput& input, Facts& facts) {
    const Run& run = input.run();
    const Json &record = input.directory.record, &sweep = field(record, "sweep");
    const std::vector<double> slowest = slowest_of_launches(run);
    const auto interval = statistics::median_interval(slowest);
    facts.add("Verdict", run.verdict);
    facts.add("Base of speed-ups", "none: no speed-up is told here");
    facts.add_ours("Launches", failed_text(record, run));
    facts.add("Unit of repetition", "the launch; processors of one launch are no repetitions");
    facts.add_ours("95 % interval of the median launch",
                   interval ? seconds_text(interval->first) + " to " + seconds_text(interval->second)
                            : "none: fewer than 6 launches have no such interval");
    facts.add("Distribution over launches", quantiles_text(slowest));
    facts.add("Means", "arithmetic for times and counts; none of rates or ratios; normality is assumed nowhere");
    facts.add_ours("Stopping rule", stopping_text(run, sweep));
    facts.add_ours("Order", order_text(sweep));
    facts.add_ours("Warm-up", warm_up_text(run, sweep));
    facts.add_ours("Outliers", "none removed");
}

void add_method(const SheetInput& input, Facts& facts) {
    const Run& run = input.run();
    const std::string waiting = joined(rank_texts(input.directory.record, {"waiting"}));
    facts.add_ours("Start and reduction of times",
                   "ranks leave a barrier in \\OPEN0; a rank's time is from there to \\CLOSE0 by its own clock; "
                   "least, median and most over ranks are told");
    facts.add_ours("Synchronisation inside", "as the program says (\\VISIBLE_SYNC, PICL, MPI); what waits: " +
                                                 (waiting.empty() ? "unknown" : waiting));
    facts.add("Clock", clock_text(input));
    facts.add("Clocks of several hosts", clocks_text(input));
    facts.add_ours("Results used", run.verifications.empty()
                                       ? "no \\VERIFY in the program"
                                       : fmt::format("{} of \\VERIFY in the program", run.verifications.size()));
    facts.add_ours("Payload verified", run.payload.verified ? "yes, outside the measured time" : "no");
}

void add_place(const SheetInput& input, Facts& facts) {
    const Json& record = input.directory.record;
    facts.add("Pinning", pinning_text(record));
    facts.add("Oversubscribed", oversubscription_text(record));
    facts.add("Hosts", hosts_text(input));
    facts.add("Job", field_text(field(record, "job")));
    facts.add("Libraries linked beside MPI", field_text(field(record, "machine", "libraries")));
    facts.add("Working set over last-level cache", field_text(field(record, "working_set")));
    facts.add("Bound or model", field_text(field(record, "model")));
    facts.add_ours("Simulated", field(record, "machine", "simulation").is_null()
                                    ? "no"
                                    : "yes: times come from a model of the machine, " +
                                          field_text(field(record, "machine", "description")));
}

std::string recorded_text(const SheetInput& input) {
    if (input.analysis == nullptr) return "none recorded";
    std::uint64_t events = 0, dropped = 0;
    for (const RankTrace& rank : input.trace().ranks) {
        events += rank.events.size();
        dropped += rank.dropped;
    }
    return fmt::format("launch {}: {} events, {} dropped", input.directory.launch,
                       count_text(static_cast<long long>(events)), count_text(static_cast<long long>(dropped)));
}

} // namespace

Section rigor_section(const SheetInput& input) {
    Section section{"rigor", "How it was measured"};
    Facts facts(input, section);
    add_launches(input, facts);
    add_method(input, facts);
    add_place(input, facts);
    facts.add("Trace", recorded_text(input));
    section.tables.push_back(clock_table(input));
    return section;
}

} // namespace loop::report
