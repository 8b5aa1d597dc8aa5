#include "report/viewer/columns.h"

#include "report/viewer/thread_columns.h"
#include "trace/read/parallel.h"

#include <loop/varint.h>

#include <algorithm>
#include <numeric>

namespace loop::report {

namespace {

constexpr std::size_t chunk_intervals = 250'000;

/// Numbers the kinds of intervals in the order of their first appearance.
class CodeTable {
public:
    explicit CodeTable(std::size_t sites) : index_((sites + 1) * kinds, -1) {}

    void meet(const IntervalCode& kind) {
        int& code = index_[place(kind)];
        if (code >= 0) return;
        code = static_cast<int>(codes.size());
        codes.push_back(kind);
    }
    std::size_t code_of(const IntervalCode& kind) const {
        return static_cast<std::size_t>(index_[place(kind)]);
    }

    std::vector<IntervalCode> codes;

private:
    static constexpr std::size_t kinds = 2 * state_count;

    std::size_t place(const IntervalCode& kind) const {
        const std::size_t site = kind.site == no_site ? index_.size() / kinds - 1 : kind.site;
        return site * kinds + 2 * static_cast<std::size_t>(kind.state) + (kind.begins_call ? 1 : 0);
    }

    std::vector<int> index_;
};

/// The index of each send in the range among the rank's sends to the same receiver.
class SendOrdinals {
public:
    SendOrdinals(const Trace& trace, TimeRange range) : by_rank_(trace.ranks.size()) {
        parallel_for(trace.ranks.size(), [&](std::size_t rank) {
            const auto& events = trace.ranks[rank].events;
            std::vector<std::uint32_t> counts(trace.ranks.size());
            for (std::uint32_t i = 0; i < events.size(); ++i)
                if (is_send(events[i], trace.ranks.size(), range))
                    by_rank_[rank].emplace_back(i, counts[static_cast<std::size_t>(events[i].partner)]++);
        });
    }

    static bool is_send(const Event& event, std::size_t ranks, TimeRange range) {
        return event.kind == EventKind::Send && event.partner >= 0 &&
               static_cast<std::size_t>(event.partner) < ranks && event.time_ns >= range.begin_ns &&
               event.time_ns <= range.end_ns;
    }

    /// Returns -1 if the send is not in the range.
    std::int64_t of(std::size_t rank, std::uint32_t event) const {
        const auto& list = by_rank_[rank];
        const auto found = std::lower_bound(list.begin(), list.end(), std::pair(event, std::uint32_t{0}));
        return found != list.end() && found->first == event ? found->second : -1;
    }

private:
    std::vector<std::vector<std::pair<std::uint32_t, std::uint32_t>>> by_rank_;
};

/// Finds the matched message of each receive while walking over a receiver's events. Needs no index, as
/// matched messages are sorted by receiver and receive.
class ReceiveWalk {
public:
    ReceiveWalk(const Messages& messages, std::size_t first_rank) : matched_(messages.matched) {
        const auto first =
            std::partition_point(matched_.begin(), matched_.end(), [&](const Message& message) {
                return message.receiver < static_cast<std::int32_t>(first_rank);
            });
        at_ = static_cast<std::size_t>(first - matched_.begin());
    }

    const Message* message_of(std::size_t rank, std::uint32_t event) {
        const auto before = [&](const Message& message) {
            return message.receiver < static_cast<std::int32_t>(rank) ||
                   (message.receiver == static_cast<std::int32_t>(rank) && message.receive_event < event);
        };
        while (at_ < matched_.size() && before(matched_[at_]))
            ++at_;
        const bool here = at_ < matched_.size() &&
                          matched_[at_].receiver == static_cast<std::int32_t>(rank) &&
                          matched_[at_].receive_event == event;
        return here ? &matched_[at_] : nullptr;
    }

private:
    const std::vector<Message>& matched_;
    std::size_t at_ = 0;
};

class RankWriter {
public:
    RankWriter(Chunk& chunk, const Trace& trace, std::size_t rank, const std::vector<Interval>& intervals,
               TimeRange range)
        : chunk_(chunk), trace_(trace), rank_(rank), intervals_(intervals), range_(range),
          last_mark_ns_(range.begin_ns) {}

    void write_intervals(const CodeTable& codes) {
        for (std::size_t i = 0; i < intervals_.size(); ++i) {
            const std::int64_t end = i + 1 < intervals_.size() ? intervals_[i + 1].begin_ns : range_.end_ns;
            add_varint(column(Column::Duration), static_cast<std::uint64_t>(end - intervals_[i].begin_ns));
            const Interval& interval = intervals_[i];
            add_varint(column(Column::Code),
                       codes.code_of({interval.site, interval.state, interval.begins_call}));
        }
        counts_.intervals = intervals_.size();
    }

    void write_events(const SendOrdinals& ordinals, ReceiveWalk& walk) {
        expected_.assign(trace_.ranks.size(), 0);
        const auto& events = trace_.ranks[rank_].events;
        for (std::uint32_t i = 0; i < events.size(); ++i) {
            const Event& event = events[i];
            if (event.time_ns < range_.begin_ns || event.time_ns > range_.end_ns || intervals_.empty())
                continue;
            if (SendOrdinals::is_send(event, trace_.ranks.size(), range_)) write_send(event);
            if (event.kind == EventKind::Receive) write_receive(event, ordinals, walk.message_of(rank_, i));
            if (event.kind == EventKind::Collective) write_collective(event);
            if (event.kind == EventKind::Mark) write_mark(event);
        }
    }

    void write_phases(const std::vector<Visit>& visits, const std::vector<int>& phase_of_site) {
        std::int64_t last = range_.begin_ns;
        for (const Visit& visit : visits) {
            const std::int64_t begin = std::max(visit.begin_ns, range_.begin_ns),
                               end = std::min(visit.end_ns, range_.end_ns);
            if (end < begin || phase_of_site[visit.site] < 0) continue;
            add_varint(column(Column::PhaseBegin), static_cast<std::uint64_t>(begin - last));
            add_varint(column(Column::PhaseDuration), static_cast<std::uint64_t>(end - begin));
            add_varint(column(Column::PhaseIndex), static_cast<std::uint64_t>(phase_of_site[visit.site]));
            last = begin;
            ++counts_.phases;
        }
    }

    RankCounts counts() const { return counts_; }

private:
    std::string& column(Column which) { return chunk_.columns[static_cast<std::size_t>(which)]; }

    /// Advances `at` to the interval that contains the time. Returns by how many intervals.
    std::size_t advance(std::size_t& at, std::int64_t time_ns) const {
        const std::size_t from = at;
        while (at + 1 < intervals_.size() && intervals_[at + 1].begin_ns <= time_ns)
            ++at;
        return at - from;
    }

    std::uint64_t relative(std::int32_t partner) const {
        const auto ranks = static_cast<std::int64_t>(trace_.ranks.size());
        if (partner < 0 || partner >= ranks) return static_cast<std::uint64_t>(ranks);
        return static_cast<std::uint64_t>((partner - static_cast<std::int64_t>(rank_) + ranks) % ranks);
    }

    void write_send(const Event& event) {
        add_varint(column(Column::SendInterval), advance(send_at_, event.time_ns));
        add_varint(column(Column::SendOffset),
                   static_cast<std::uint64_t>(event.time_ns - intervals_[send_at_].begin_ns));
        add_varint(column(Column::SendPartner), relative(event.partner));
        add_signed_varint(column(Column::SendBytes), event.bytes - bytes_);
        add_signed_varint(column(Column::SendTag), event.tag - std::int64_t{tag_});
        bytes_ = event.bytes;
        tag_ = event.tag;
        ++counts_.sends;
    }

    void write_receive(const Event& event, const SendOrdinals& ordinals, const Message* message) {
        add_varint(column(Column::ReceiveInterval), advance(receive_at_, event.time_ns));
        add_varint(column(Column::ReceiveOffset),
                   static_cast<std::uint64_t>(event.time_ns - intervals_[receive_at_].begin_ns));
        const std::int64_t ordinal =
            message == nullptr ? -1
                               : ordinals.of(static_cast<std::size_t>(message->sender), message->send_event);
        add_varint(column(Column::ReceivePartner),
                   relative(message == nullptr ? event.partner : message->sender));
        if (ordinal < 0) {
            add_varint(column(Column::ReceiveOrdinal), 0);
            add_varint(column(Column::ReceiveBytes),
                       static_cast<std::uint64_t>(std::max<std::int64_t>(event.bytes, 0)));
        } else {
            auto& expected = expected_[static_cast<std::size_t>(message->sender)];
            const std::int64_t off = ordinal - expected;
            add_varint(column(Column::ReceiveOrdinal),
                       1 + (static_cast<std::uint64_t>(off) << 1 ^ static_cast<std::uint64_t>(off >> 63)));
            expected = ordinal + 1;
        }
        ++counts_.receives;
    }

    void write_collective(const Event& event) {
        add_varint(column(Column::CollectiveInterval), advance(collective_at_, event.time_ns));
        add_varint(column(Column::CollectiveRoot),
                   static_cast<std::uint64_t>(std::max(event.partner, -1) + std::int64_t(1)));
        add_varint(column(Column::CollectiveBytes),
                   static_cast<std::uint64_t>(std::max<std::int64_t>(event.bytes, 0)));
        ++counts_.collectives;
    }

    void write_mark(const Event& event) {
        add_varint(column(Column::MarkTime), static_cast<std::uint64_t>(event.time_ns - last_mark_ns_));
        add_signed_varint(column(Column::MarkNumber), event.bytes);
        last_mark_ns_ = event.time_ns;
        ++counts_.marks;
    }

    Chunk& chunk_;
    const Trace& trace_;
    std::size_t rank_;
    const std::vector<Interval>& intervals_;
    TimeRange range_;
    RankCounts counts_;
    std::size_t send_at_ = 0, receive_at_ = 0, collective_at_ = 0;
    std::int64_t bytes_ = 0, last_mark_ns_;
    std::int32_t tag_ = 0;
    std::vector<std::int64_t> expected_;
};

TimeRange wanted_range(const Trace& trace, const ViewLimits& limits) {
    TimeRange range = whole(trace);
    if (!limits.range) return range;
    const std::int64_t zero = range.begin_ns;
    range.begin_ns = std::clamp(zero + limits.range->begin_ns, zero, range.end_ns);
    range.end_ns = std::clamp(zero + limits.range->end_ns, range.begin_ns, range.end_ns);
    return range;
}

void for_each_interval(const Trace& trace, const Analysis& analysis, std::size_t rank, TimeRange range,
                       const TakeInterval& take) {
    for_each_interval(trace.ranks[rank], trace.sites, analysis.states[rank], range, take);
}

/// The number of intervals in a range, by rank, also of what threads do, and their kinds. The intervals are
/// computed again for the columns, rank by rank, because storing all of them would take a third of the
/// trace's memory.
struct Survey {
    std::vector<std::size_t> counts;
    CodeTable codes;
};

Survey survey(const Trace& trace, const Analysis& analysis, TimeRange range) {
    const CodeTable none(trace.sites.size());
    Survey result{std::vector<std::size_t>(trace.ranks.size()), none};
    std::vector<CodeTable> codes(trace.ranks.size(), none);
    const ThreadColumns threads(analysis, range);
    parallel_for(codes.size(), [&](std::size_t rank) {
        std::size_t count = threads.count(rank); // neighbors in `counts` would share a cache line
        for_each_interval(trace, analysis, rank, range, [&](const Interval& interval) {
            ++count;
            codes[rank].meet({interval.site, interval.state, interval.begins_call});
        });
        result.counts[rank] = count;
    });
    for (const CodeTable& of_rank : codes)
        for (const IntervalCode& code : of_rank.codes)
            result.codes.meet(code);
    return result;
}

std::size_t sum(const std::vector<std::size_t>& counts) {
    return std::accumulate(counts.begin(), counts.end(), std::size_t{0});
}

/// Returns the longest range with the same begin that has at most `most` intervals.
TimeRange shortened(const Trace& trace, const Analysis& analysis, TimeRange range, std::size_t most) {
    std::vector<std::vector<std::int64_t>> begins(trace.ranks.size());
    const ThreadColumns threads(analysis, range);
    parallel_for(begins.size(), [&](std::size_t rank) {
        begins[rank] = threads.times(rank);
        for_each_interval(trace, analysis, rank, range,
                          [&](const Interval& interval) { begins[rank].push_back(interval.begin_ns); });
        std::sort(begins[rank].begin(), begins[rank].end());
    });
    const auto count_before = [&](std::int64_t time_ns) {
        std::size_t count = 0;
        for (const auto& list : begins)
            count +=
                static_cast<std::size_t>(std::lower_bound(list.begin(), list.end(), time_ns) - list.begin());
        return count;
    };
    std::int64_t good = range.begin_ns, bad = range.end_ns;
    while (bad - good > 1) {
        const std::int64_t middle = good + (bad - good) / 2;
        (count_before(middle) <= most ? good : bad) = middle;
    }
    return {range.begin_ns, std::max(good, range.begin_ns + 1)};
}

/// Groups consecutive ranks until each group has enough intervals.
std::vector<Chunk> chunks_of(const std::vector<std::size_t>& counts) {
    std::vector<Chunk> chunks;
    std::size_t intervals = 0;
    for (std::size_t rank = 0; rank < counts.size(); ++rank) {
        if (chunks.empty() || intervals + counts[rank] > chunk_intervals) {
            chunks.emplace_back();
            chunks.back().first_rank = rank;
            intervals = 0;
        }
        intervals += counts[rank];
        chunks.back().ranks.emplace_back();
    }
    return chunks;
}

} // namespace

std::string Chunk::bytes() const {
    std::string all;
    for (const std::string& column : columns)
        all += column;
    return all;
}

ViewData view_data(const Trace& trace, const Analysis& analysis, const ViewLimits& limits) {
    ViewData data;
    data.range = wanted_range(trace, limits);
    Survey all = survey(trace, analysis, data.range);
    if (sum(all.counts) > limits.intervals) {
        data.range = shortened(trace, analysis, data.range, limits.intervals);
        data.cut = true;
        all = survey(trace, analysis, data.range);
    }
    data.intervals = sum(all.counts);
    data.chunks = chunks_of(all.counts);
    const std::vector<int> phase_of_site = phases_by_site(trace, analysis.phases);
    const auto visits = phase_visits(trace);
    const SendOrdinals ordinals(trace, data.range);
    const ThreadColumns threads(analysis, data.range);
    data.threads_left_out = threads.left_out();
    parallel_for(data.chunks.size(), [&](std::size_t i) {
        Chunk& chunk = data.chunks[i];
        ReceiveWalk walk(analysis.messages, chunk.first_rank);
        for (std::size_t k = 0; k < chunk.ranks.size(); ++k) {
            const std::size_t rank = chunk.first_rank + k;
            const auto intervals = intervals_of(trace.ranks[rank], trace.sites, analysis.states[rank],
                                                data.range, all.counts[rank]);
            RankWriter writer(chunk, trace, rank, intervals, data.range);
            writer.write_intervals(all.codes);
            writer.write_events(ordinals, walk);
            writer.write_phases(visits[rank], phase_of_site);
            chunk.ranks[k] = writer.counts();
            threads.write(chunk, chunk.ranks[k], rank);
        }
    });
    data.codes = std::move(all.codes.codes);
    return data;
}

} // namespace loop::report
