#include "comm/sites.h"
#include "comm/synchronise.h"
#include "kernels/asked.h"
#include "kernels/bsp/calls.h"
#include "kernels/bsp/calls_into.h"
#include "kernels/bsp/supersteps.h"
#include "kernels/channel.h"
#include "kernels/kernel_trace.h"
#include "session/clock.h"
#include "session/failure.h"
#include "session/simulation.h"
#include "trace/scope.h"

#include <loop/bsp.h>
#include <loop/measure.h>

#include <algorithm>
#include <climits>
#include <string>

using namespace loop;
using namespace loop::runtime;
using namespace loop::runtime::bsp;

namespace loop::detail {

PutList* put_lists = nullptr;
unsigned put_list_count = 0;

} // namespace loop::detail

namespace {

Supersteps* supersteps = nullptr; // those that the calls are in; null outside of bsp_begin and bsp_end
std::int64_t begin_ns = 0;

// Rank 0 decides which supersteps are recorded: as many as take at most 2 % of the time since bsp_begin. Its
// decision about the next superstep is part of its parcels, so that all ranks agree.
class RecordingBudget {
public:
    void begin() {
        if (!trace::is_recording() || the_session.rank != 0) return;
        constexpr int readings = 16;
        begin_ = trace::now();
        for (int i = 1; i < readings; ++i)
            trace::now();
        of_record_ = 2 * (trace::now() - begin_) / readings + 1;
        spent_ = 0;
    }
    // `records`: those of the last recorded superstep.
    void spend(trace::Ticks records) { spent_ += last_ = records * of_record_; }
    bool allows_next() const {
        if (trace::buffer.common_records == 0) return false;
        return is_simulated || 50 * (spent_ + last_) <= trace::again() - begin_;
    }

private:
    trace::Ticks begin_ = 0;
    trace::Ticks of_record_ =
        1; // the time that a record takes, with its clock reading and its test for messages
    trace::Ticks spent_ = 0;
    trace::Ticks last_ = 0;
};
RecordingBudget budget;

// The site of the recorded part of a bsp_sync; remembered, as programs have few lines with it.
trace::SiteIndex exchange_part(const Site& site) {
    struct Known {
        Site site;
        trace::SiteIndex part;
    };
    static Known all[16] = {};
    Known& known = all[static_cast<unsigned>(site.line) % 16];
    if (known.site != site)
        known = {site, trace::part_index(trace::SiteKind::Part, Construct::BspSync, "exchange", site)};
    return known.part;
}

Traffic recorded_sync(Supersteps& now, const Site& site) {
    const trace::Record* const before = trace::buffer.next;
    Traffic moved;
    {
        const RecordedPart exchange(exchange_part(site), true);
        moved = now.sync();
    }
    budget.spend(static_cast<trace::Ticks>(trace::buffer.next - before));
    return moved;
}

Supersteps& begun(const char* call, const Site& site) {
    return calls::begun(supersteps, call, site);
}

// From now on, the calls are in these supersteps; null: in none. Returns the previous ones.
Supersteps* call_into(Supersteps* now) {
    Supersteps* const before = supersteps;
    supersteps = now;
    loop::detail::put_lists = now == nullptr ? nullptr : now->lists().data();
    loop::detail::put_list_count = now == nullptr ? 0 : static_cast<unsigned>(now->lists().size());
    return before;
}

int as_int(std::int64_t bytes) {
    return static_cast<int>(std::min<std::int64_t>(bytes, INT_MAX));
}

} // namespace

loop::runtime::bsp::CallsInto::CallsInto(Supersteps& into) : before_(call_into(&into)) {}

loop::runtime::bsp::CallsInto::~CallsInto() {
    call_into(before_);
}

void bsp_begin(int most, Site site) {
    if (supersteps != nullptr)
        fail(site, Construct::BspBegin, "called a second time, without bsp_end between");
    const Scope scope(Construct::BspBegin, site);
    require_of_call(most >= the_session.ranks,
                    concat("bsp_begin allows ", most, " processes; there are ", the_session.ranks), site);
    count_call(Construct::BspBegin, site);
    call_into(new Supersteps(kernel_channel(), trace::buffer.common_records > 0));
    synchronise(the_session.control);
    begin_ns = now_ns();
    budget.begin();
}

void bsp_end(Site site) {
    begun("bsp_end", site);
    const Scope scope(Construct::BspEnd, site);
    count_call(Construct::BspEnd, site);
    delete call_into(nullptr);
    synchronise(the_session.control);
}

int bsp_nprocs() {
    return the_session.ranks;
}

int bsp_pid() {
    return the_session.rank;
}

double bsp_time() {
    return seconds(now_ns() - begin_ns);
}

void bsp_sync(Site site) {
    Supersteps& now = begun("bsp_sync", site);
    const Scope scope(Construct::BspSync, site);
    const bool is_recorded = trace::on() && now.is_recorded();
    if (trace::on() && the_session.rank == 0) now.record_next(budget.allows_next());
    const trace::TraceSuspender suspended;
    SiteEntry& entry = count_call(Construct::BspSync, site);
    const Traffic moved = is_recorded ? recorded_sync(now, site) : now.sync();
    entry.counted += moved;
    entry.h.add(std::max(moved.bytes_sent, moved.bytes_received), now.requests());
}

void bsp_push_reg(const void* ident, long long size, Site site) {
    Supersteps& now = begun("bsp_push_reg", site);
    calls::check_bytes(size, "bsp_push_reg", site);
    now.registrations().push(ident, ident == nullptr ? 0 : static_cast<std::size_t>(size));
}

void bsp_pop_reg(const void* ident, Site site) {
    begun("bsp_pop_reg", site).registrations().pop(ident);
}

void loop::detail::put_without_list(int pid, const void* source, void* target, long long offset,
                                    long long bytes, Site site) {
    calls::put(supersteps, pid, source, target, offset, bytes, site);
}

void bsp_hpput(int pid, const void* source, void* target, long long offset, long long bytes, Site site) {
    calls::hpput(supersteps, pid, source, target, offset, bytes, site);
}

void bsp_get(int pid, const void* source, long long offset, void* target, long long bytes, Site site) {
    calls::get(supersteps, pid, source, offset, target, bytes, site);
}

void bsp_hpget(int pid, const void* source, long long offset, void* target, long long bytes, Site site) {
    calls::hpget(supersteps, pid, source, offset, target, bytes, site);
}

void bsp_set_tagsize(int* bytes, Site site) {
    Supersteps& now = begun("bsp_set_tagsize", site);
    calls::check_bytes(*bytes, "bsp_set_tagsize", site);
    const int before = now.tag_bytes();
    now.set_tag_bytes(*bytes);
    *bytes = before;
}

void bsp_send(int pid, const void* tag, const void* payload, long long bytes, Site site) {
    calls::send(supersteps, pid, tag, payload, bytes, site);
}

void bsp_qsize(int* messages, int* bytes, Site site) {
    const auto& queue = begun("bsp_qsize", site).messages();
    *messages = as_int(static_cast<std::int64_t>(queue.size()));
    if (bytes == nullptr) return;
    std::int64_t sum = 0;
    for (const Supersteps::Message& message : queue)
        sum += message.bytes;
    *bytes = as_int(sum);
}

void bsp_get_tag(int* bytes, void* tag, Site site) {
    Supersteps& now = begun("bsp_get_tag", site);
    const auto& queue = now.messages();
    *bytes = queue.empty() ? -1 : as_int(queue.front().bytes);
    if (queue.empty()) return;
    const char* const own = queue.front().tag;
    const auto size = static_cast<std::size_t>(queue.front().payload - own);
    if (size > 0) std::memcpy(tag, own, size);
}

void bsp_move(void* payload, long long bytes, Site site) {
    calls::move(supersteps, payload, bytes, site);
}

int bsp_hpmove(void** tag, void** payload, Site site) {
    auto& queue = begun("bsp_hpmove", site).messages();
    if (queue.empty()) return -1;
    const Supersteps::Message next = queue.front();
    queue.pop_front();
    *tag = const_cast<char*>(next.tag);
    *payload = const_cast<char*>(next.payload);
    return as_int(next.bytes);
}

void loop::bsp_put_row(int pid, const void* source, long long source_stride, void* target, long long offset,
                       long long stride, long long bytes, long long count, Site site) {
    calls::put_row(supersteps, pid, {source, source_stride}, target, {offset, stride, bytes, count}, site);
}

void loop::bsp_combine(bool together, Site site) {
    begun("bsp_combine", site).combine(together);
}
