#include "trace/export/picl_rank.h"

#include "trace/analysis/states/states.h"

#include <algorithm>

namespace loop::report {

namespace {

/// PICL's event type by CallKind; 0: none.
constexpr std::array<int, 20> picl_events{0,
                                          0,
                                          0,             // Other, Message, BegunSend
                                          picl::barrier, //
                                          -785,
                                          -786,
                                          -786,
                                          -793,
                                          -793, // Bcast, Gather, Gatherv, Scatter, Scatterv
                                          -780,
                                          -780,
                                          -783,
                                          -783,
                                          -783, // Allgather, Allgatherv, Alltoall, Alltoallv, Alltoallw
                                          -782,
                                          -790,
                                          -791,
                                          -791, // Allreduce, Reduce, Reduce_scatter, Reduce_scatter_block
                                          -792,
                                          -792}; // Scan, Exscan
static_assert(picl_events.size() == static_cast<std::size_t>(CallKind::Exscan) + 1);

bool is_event(const Step& step, EventKind kind) {
    return step.kind == StepKind::Event && step.event->kind == kind;
}

bool closes_by_receiving(const Step* step) {
    return step != nullptr && step->kind == StepKind::Close && step->region == RegionKind::Waiting &&
           step->event != nullptr && step->event->kind == EventKind::Receive;
}

} // namespace

PiclNumbers::PiclNumbers(const Trace& trace) {
    int phases = 0;
    for (const TraceSite& site : trace.sites) {
        user_event.push_back(site.kind == SiteKind::Phase ? ++phases : 0);
        overhead.push_back(inside(site) == Inside::Overhead);
    }
    mark_event = phases + 1;
    int subsets = 0;
    for (const Communicator& members : trace.communicators) {
        bool is_world = members.ranks.size() == trace.ranks.size();
        for (std::size_t i = 0; is_world && i < members.ranks.size(); ++i)
            is_world = members.ranks[i] == static_cast<int>(i);
        communicator.push_back(is_world ? -1 : subsets++);
    }
}

PiclRank::PiclRank(const Trace& trace, const RankTrace& rank, const PiclNumbers& numbers)
    : trace_(&trace), rank_(&rank), numbers_(&numbers), walk_(rank) {}

const PiclRecord* PiclRank::front() {
    while (ready_.empty() && !finished_)
        advance();
    return ready_.empty() ? nullptr : &ready_.front();
}

void PiclRank::advance() {
    if (!begun_) {
        begin();
    } else if (more_) {
        const Step step = upcoming_;
        more_ = walk_.next(upcoming_);
        emit(step, more_ ? &upcoming_ : nullptr);
    } else {
        finish();
    }
}

void PiclRank::begin() {
    begun_ = true;
    put(picl::entry, picl::trace, walk_.begin_ns());
    put(picl::mark, picl::trace_level, walk_.begin_ns(), {1, 1, 1});
    more_ = walk_.next(upcoming_);
}

void PiclRank::finish() {
    finished_ = true;
    put(picl::leaving, picl::trace, std::max(walk_.end_ns(), rank_->end_ns));
}

void PiclRank::emit(const Step& step, const Step* next) {
    switch (step.kind) {
    case StepKind::Open:
        open(step, next);
        break;
    case StepKind::Close:
        close(step);
        break;
    case StepKind::Event:
        happen(step, next);
        break;
    }
    if (next != nullptr && !is_event(step, EventKind::Send)) fill_until(step, *next);
}

void PiclRank::open(const Step& step, const Step* next) {
    Open region;
    region.region = step.region;
    if (step.region == RegionKind::Excluded) {
        put(picl::entry, picl::system_overhead, step.time_ns);
    } else if (step.region == RegionKind::Waiting && closes_by_receiving(next)) {
        region.waiting_event = picl::receive_blocked;
        put(picl::entry, picl::receive_blocked, step.time_ns, {next->event->tag, next->event->partner});
    } else if (step.region == RegionKind::Waiting) {
        region.waiting_event = picl::idle;
        put(picl::entry, picl::idle, step.time_ns);
    } else if (step.site < trace_->sites.size()) {
        region.is_phase = trace_->sites[step.site].kind == SiteKind::Phase;
        region.overhead = numbers_->overhead[step.site];
        region.user_event = numbers_->user_event[step.site];
        if (region.user_event != 0) put(picl::entry, region.user_event, step.time_ns);
        if (step.collective != nullptr)
            region.collective_event =
                picl_events[static_cast<std::size_t>(kind_of(trace_->sites[step.site]))];
        if (region.collective_event != 0) {
            region.collective = step.collective;
            put_collective(picl::entry, region.collective_event, *step.collective, step.time_ns);
        }
    }
    open_.push_back(region);
}

void PiclRank::close(const Step& step) {
    const Open region = open_.back();
    open_.pop_back();
    if (region.region == RegionKind::Excluded) {
        put(picl::leaving, picl::system_overhead, step.time_ns);
    } else if (region.waiting_event == picl::idle) {
        put(picl::leaving, picl::idle, step.time_ns);
    } else if (region.waiting_event == picl::receive_blocked) {
        put_received(picl::receive_blocked, *step.event, step.time_ns);
        written_ = step.event;
    }
    if (region.collective != nullptr)
        put_collective(picl::leaving, region.collective_event, *region.collective, step.time_ns);
    if (region.user_event != 0) put(picl::leaving, region.user_event, step.time_ns);
}

/// A send lasts from the begin of its call to the next step.
void PiclRank::happen(const Step& step, const Step* next) {
    const Event& event = *step.event;
    if (event.kind == EventKind::Send) {
        if (!send_begun_) put_send(event, step.time_ns);
        send_begun_ = false;
        put(picl::leaving, picl::send, next != nullptr && in_overhead() ? next->time_ns : step.time_ns);
    } else if (event.kind == EventKind::Receive && written_ != step.event) {
        if (!receive_begun_) put(picl::entry, picl::receive, step.time_ns, {event.tag, event.partner});
        receive_begun_ = false;
        put_received(picl::receive, event, step.time_ns);
    } else if (event.kind == EventKind::Mark) {
        put(picl::mark, numbers_->mark_event, step.time_ns, {event.bytes});
    }
}

/// Writes records for the time between two steps if no open record covers it. If the second step is a send or
/// a receive, the time belongs to it; otherwise it is other overhead. Busy time has no records.
void PiclRank::fill_until(const Step& step, const Step& next) {
    if (!open_.empty() && open_.back().region != RegionKind::Site) return;
    if (!in_overhead()) return;
    if (is_event(next, EventKind::Send)) {
        put_send(*next.event, step.time_ns);
        send_begun_ = true;
    } else if (is_event(next, EventKind::Receive)) {
        if (next.event == written_) return;
        put(picl::entry, picl::receive, step.time_ns, {next.event->tag, next.event->partner});
        receive_begun_ = true;
    } else if (next.time_ns > step.time_ns && !in_collective()) {
        put(picl::entry, picl::system_overhead, step.time_ns);
        put(picl::leaving, picl::system_overhead, next.time_ns);
    }
}

bool PiclRank::in_overhead() const {
    for (auto region = open_.rbegin(); region != open_.rend(); ++region)
        if (region->region == RegionKind::Site && !region->is_phase) return region->overhead;
    return false;
}

bool PiclRank::in_collective() const {
    return std::any_of(open_.begin(), open_.end(),
                       [](const Open& region) { return region.collective != nullptr; });
}

void PiclRank::put(int type, int event, std::int64_t time_ns, std::initializer_list<std::int64_t> data) {
    PiclRecord record;
    record.type = type;
    record.event = event;
    record.time_ns = time_ns;
    for (const std::int64_t value : data)
        record.data[static_cast<std::size_t>(record.count++)] = value;
    ready_.push_back(record);
}

void PiclRank::put_send(const Event& event, std::int64_t time_ns) {
    put(picl::entry, picl::send, time_ns, {event.bytes, event.tag, event.partner});
}

void PiclRank::put_received(int type, const Event& event, std::int64_t time_ns) {
    put(picl::leaving, type, time_ns, {event.bytes, event.tag, event.partner});
}

void PiclRank::put_collective(int type, int code, const Event& event, std::int64_t time_ns) {
    const std::int64_t members =
        event.communicator < numbers_->communicator.size() ? numbers_->communicator[event.communicator] : -1;
    const bool is_root = event.partner == rank_->rank;
    const bool entry = type == picl::entry;
    if ((code == picl::barrier && entry) || (code == -782 && !entry))
        put(type, code, time_ns, {members});
    else if (code == -785 && entry)
        put(type, code, time_ns, {is_root ? event.bytes : -1, event.partner, members});
    else if (code == -785)
        put(type, code, time_ns, {event.bytes});
    else if (code == -790 && !entry)
        put(type, code, time_ns, {is_root ? event.bytes : -1});
    else if (!entry)
        put(type, code, time_ns);
    else if (event.partner >= 0)
        put(type, code, time_ns, {event.bytes, event.partner, members});
    else
        put(type, code, time_ns, {event.bytes, members});
}

} // namespace loop::report
