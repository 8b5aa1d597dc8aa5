#include "trace/read/read_trace.h"

#include "base/text/strings.h"
#include "trace/read/clocks.h"
#include "trace/read/parallel.h"
#include "trace/read/site_table.h"
#include "trace/read/trace_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <new>

namespace loop::report {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t max_problems = 20;

/// Returns R for the name rank-R.trace, and nothing for other names.
std::optional<int> rank_of(const std::string& name) {
    const std::string_view front = "rank-", back = ".trace";
    if (name.size() <= front.size() + back.size() || name.compare(0, front.size(), front) != 0 ||
        name.compare(name.size() - back.size(), back.size(), back) != 0)
        return std::nullopt;
    int rank = 0;
    const char* const end = name.data() + name.size() - back.size();
    const auto [stop, error] = std::from_chars(name.data() + front.size(), end, rank);
    if (error != std::errc() || stop != end || rank < 0 || rank >= max_ranks) return std::nullopt;
    return rank;
}

std::vector<int> ranks_with_files(const fs::path& records) {
    std::vector<int> ranks;
    std::error_code error;
    for (fs::directory_iterator entry(records, error), end; !error && entry != end; entry.increment(error))
        if (const auto rank = rank_of(entry->path().filename().string())) ranks.push_back(*rank);
    std::sort(ranks.begin(), ranks.end());
    ranks.erase(std::unique(ranks.begin(), ranks.end()), ranks.end());
    return ranks;
}

/// Reads one directory. The functions are its steps, in this order.
class Reading {
public:
    Reading(fs::path records, ExpectedTrace expected)
        : records_(std::move(records)), expected_(std::move(expected)) {}

    Trace run() {
        open_files();
        reject_foreign_files();
        join();
        read_events();
        close_gaps();
        collect_problems();
        return std::move(trace_);
    }

private:
    fs::path path(std::size_t rank) const { return records_ / fmt::format("rank-{}.trace", rank); }

    void open_files() {
        const std::vector<int> there = ranks_with_files(records_);
        int ranks = std::clamp(expected_.ranks, 0, max_ranks);
        if (ranks == 0) ranks = there.empty() ? 0 : there.back() + 1;
        files_.resize(static_cast<std::size_t>(ranks));
        for (OpenedTraceFile& file : files_)
            file.problem = "it left no trace";
        for (const int rank : there)
            if (rank < ranks) files_[static_cast<std::size_t>(rank)] = open_trace_file(path(rank));
        if (expected_.ranks > 0) return;
        // The number of ranks is unknown; take it from the first readable file.
        for (const OpenedTraceFile& file : files_) {
            if (!file.header) continue;
            const auto all = static_cast<std::size_t>(file.header->ranks);
            if (all > files_.size()) {
                OpenedTraceFile missing;
                missing.problem = "it left no trace";
                files_.resize(all, missing);
            }
            break;
        }
    }

    /// Rejects files of another rank, launch, or number of ranks.
    void reject_foreign_files() {
        std::string launch = expected_.launch;
        for (std::size_t rank = 0; rank < files_.size(); ++rank) {
            OpenedTraceFile& file = files_[rank];
            if (!file.header) continue;
            if (launch.empty()) launch = file.header->launch;
            if (file.header->rank != static_cast<int>(rank))
                reject(file, fmt::format("its file is of rank {}", file.header->rank));
            else if (file.header->launch != launch)
                reject(file, fmt::format("its file is of another launch (`{}`, not `{}`)",
                                         file.header->launch, launch));
            else if (file.header->ranks != static_cast<int>(files_.size()))
                reject(file, fmt::format("its file is of a run with {} rank{}, not {}", file.header->ranks,
                                         file.header->ranks == 1 ? "" : "s", files_.size()));
        }
    }

    static void reject(OpenedTraceFile& file, std::string why) {
        file.header.reset();
        file.problem = std::move(why);
    }

    /// Joins the sites, communicators, and clocks of all ranks.
    void join() {
        SiteTable sites;
        CommunicatorTable communicators;
        std::vector<std::optional<TraceFileHeader>> headers;
        numbers_.resize(files_.size());
        for (std::size_t rank = 0; rank < files_.size(); ++rank) {
            headers.push_back(files_[rank].header);
            if (!headers.back()) continue;
            numbers_[rank].sites = sites.add(headers.back()->sites);
            numbers_[rank].communicators = communicators.add(headers.back()->communicators);
            numbers_[rank].ranks = static_cast<int>(files_.size());
            // The tables now contain these; free the memory.
            files_[rank].header->sites.clear();
            files_[rank].header->communicators.clear();
            report_clock(*headers.back());
        }
        trace_.sites = sites.take();
        trace_.problems = communicators.problems();
        trace_.communicators = communicators.take();
        Clocks clocks = join_clocks(headers);
        clocks_ = std::move(clocks.ranks);
        trace_.problems.insert(trace_.problems.end(), clocks.problems.begin(), clocks.problems.end());
        place_on_axis();
    }

    void report_clock(const TraceFileHeader& header) {
        if (trace_.clock_source.empty()) trace_.clock_source = header.clock_text;
        trace_.resolution_ns = std::max(trace_.resolution_ns, header.resolution_ns);
    }

    /// Sets time 0 to the earliest begin of any rank.
    void place_on_axis() {
        std::optional<std::int64_t> first;
        for (std::size_t rank = 0; rank < files_.size(); ++rank)
            if (files_[rank].header) {
                const std::int64_t begin = clocks_[rank].common_time(clocks_[rank].base_ns);
                first = std::min(first.value_or(begin), begin);
            }
        zero_ns_ = first.value_or(0);
    }

    std::int64_t on_axis(std::size_t rank, std::int64_t host_time_ns) const {
        return std::clamp(clocks_[rank].common_time(host_time_ns) - zero_ns_, -longest_ns, longest_ns);
    }

    void read_events() {
        trace_.ranks.resize(files_.size());
        parallel_for(files_.size(), [this](std::size_t rank) {
            try {
                read_rank(rank);
            } catch (const std::bad_alloc&) {
                RankTrace& result = trace_.ranks[rank];
                result = {};
                result.problem = "there is not enough memory for its events";
            }
        });
    }

    void read_rank(std::size_t rank) {
        RankTrace& result = trace_.ranks[rank];
        result.rank = static_cast<int>(rank);
        const OpenedTraceFile& file = files_[rank];
        if (!file.header) {
            result.problem = file.problem;
            return;
        }
        const TraceFileHeader& header = *file.header;
        const RankClock& clock = clocks_[rank];
        EventNumbers& numbers = numbers_[rank];
        numbers.ns_per_tick = clock.ns_per_tick;
        // Without samples, a constant shift suffices; with samples, correct() changes each event.
        numbers.base_ns = clock.samples.empty() ? on_axis(rank, clock.base_ns) : 0;
        result.counts_calls = header.counts_calls;
        for (CallCounts counts : header.call_counts) {
            counts.site = numbers.sites[counts.site];
            result.call_counts.push_back(counts);
        }
        TraceFileEvents read = read_trace_events(path(rank), file, std::move(numbers));

        result.present = true;
        result.host = header.host;
        result.clock_is_compared = clock.is_compared;
        result.dropped = header.dropped;
        result.begin_ns = on_axis(rank, clock.base_ns);
        const std::int64_t close = on_axis(rank, clock.host_time(header.close_ticks - header.open_ticks));
        result.events = std::move(read.events);
        result.threads = std::move(read.threads);
        result.thread_messages = std::move(read.thread_messages);
        result.gaps = std::move(read.gaps);
        if (!clock.samples.empty()) correct(rank, result);
        if (!std::is_sorted(result.events.begin(), result.events.end(), earlier)) {
            std::stable_sort(result.events.begin(), result.events.end(), earlier);
            read.problems.push_back("its events were not in order of time");
        }
        const std::int64_t last = result.events.empty() ? result.begin_ns : result.events.back().time_ns;
        if (!result.events.empty())
            result.begin_ns = std::min(result.begin_ns, result.events.front().time_ns);
        // A rank that was killed wrote its file at that time. Its open sites end then.
        result.end_ns = std::max(close, last);
        if (read.cut || header.dropped > 0)
            result.gaps.push_back({last, last});
        else if (!header.closed())
            result.gaps.push_back({result.end_ns, result.end_ns});
        const std::size_t events =
            result.events.size() + result.threads.size() + result.thread_messages.size();
        if (read.problems.empty() && header.events != events)
            read.problems.push_back(
                fmt::format("its header says {} events, but there are {}", header.events, events));
        add_ending(header, read.problems);
        result.problem = fmt::format("{}", fmt::join(read.problems, "; "));
        result.complete = read.problems.empty();
    }

    static bool earlier(const Event& a, const Event& b) { return a.time_ns < b.time_ns; }

    static void add_ending(const TraceFileHeader& header, std::vector<std::string>& problems) {
        if (header.lacks_threads)
            problems.emplace_back(
                "threads other than the first one called MPI, and their calls are not recorded");
        if (header.dropped > 0)
            problems.push_back(fmt::format("its buffer was full: the last {} event{} not recorded",
                                           header.dropped, header.dropped == 1 ? " was" : "s were"));
        if (header.closed()) return;
        if (header.ended.rfind("signal", 0) == 0)
            problems.push_back(fmt::format("{} ended it before \\CLOSE0", header.ended));
        else if (header.ended == "killed")
            problems.emplace_back("it was killed: what it did after its last event is unknown");
        else if (header.ended == "abort" || header.ended == "exit")
            problems.push_back(fmt::format("it ended by {} before \\CLOSE0", header.ended));
        else
            problems.push_back("it did not reach \\CLOSE0");
    }

    /// Converts times from the rank's own clock (nanoseconds since its begin) to the common time.
    void correct(std::size_t rank, RankTrace& result) const {
        const RankClock& clock = clocks_[rank];
        for (ClockSample sample : clock.samples) {
            sample.time_ns -= clock.base_ns;
            result.clock.push_back(sample);
        }
        for (Event& event : result.events)
            event.time_ns = on_axis(rank, event.time_ns + clock.base_ns);
        for (ThreadEvent& event : result.threads)
            event.time_ns = on_axis(rank, event.time_ns + clock.base_ns);
        for (ThreadMessageEvent& event : result.thread_messages)
            event.time_ns = on_axis(rank, event.time_ns + clock.base_ns);
        for (Gap& gap : result.gaps)
            gap = {on_axis(rank, gap.begin_ns + clock.base_ns), on_axis(rank, gap.end_ns + clock.base_ns)};
    }

    /// Ends open gaps at the rank's end, or at the end of the trace for a rank that did not reach \CLOSE0.
    void close_gaps() {
        const std::int64_t end = trace_.end_ns();
        for (std::size_t rank = 0; rank < files_.size(); ++rank) {
            RankTrace& result = trace_.ranks[rank];
            if (!result.present) continue;
            for (Gap& gap : result.gaps) {
                gap.begin_ns = std::max(gap.begin_ns, result.begin_ns);
                if (gap.end_ns <= gap.begin_ns)
                    gap.end_ns = files_[rank].header->closed() ? result.end_ns : end;
            }
            const auto empty = [](const Gap& gap) { return gap.end_ns <= gap.begin_ns; };
            result.gaps.erase(std::remove_if(result.gaps.begin(), result.gaps.end(), empty),
                              result.gaps.end());
        }
    }

    void collect_problems() {
        std::map<std::string, std::vector<int>> ranks_by_problem;
        std::vector<const std::string*> in_order;
        for (const RankTrace& rank : trace_.ranks) {
            if (rank.problem.empty()) continue;
            const auto [place, fresh] = ranks_by_problem.try_emplace(rank.problem);
            if (fresh) in_order.push_back(&place->first);
            place->second.push_back(rank.rank);
        }
        for (std::size_t i = 0; i < in_order.size(); ++i) {
            if (i == max_problems) {
                trace_.problems.push_back(fmt::format("and {} more like these", in_order.size() - i));
                break;
            }
            trace_.problems.push_back(
                fmt::format("{}: {}", rank_list(ranks_by_problem[*in_order[i]], 8), *in_order[i]));
        }
        if (trace_.ranks.empty()) trace_.problems.push_back("no rank left a trace");
    }

    fs::path records_;
    ExpectedTrace expected_;
    std::vector<OpenedTraceFile> files_;
    std::vector<EventNumbers> numbers_;
    std::vector<RankClock> clocks_;
    std::int64_t zero_ns_ = 0;
    Trace trace_;
};

} // namespace

bool has_trace(const fs::path& records) {
    return !ranks_with_files(records).empty();
}

Trace read_trace(const fs::path& records, const ExpectedTrace& expected) {
    return Reading(records, expected).run();
}

} // namespace loop::report
