#include "kernels/bsp/calls.h"

#include "session/concat.h"
#include "session/failure.h"
#include "session/session.h"

#include <algorithm>
#include <cstring>
#include <string>

namespace loop::runtime::bsp::calls {
namespace {

template <class... Pieces>
[[noreturn]] void fail_in(const char* call, const Site& site, const Pieces&... message) {
    fail(site, std::string(call), concat(message...));
}

void check_process(int pid, const char* call, const Site& site) {
    if (pid >= 0 && pid < the_session.ranks) return;
    fail_in(call, site, "there is no process ", pid, ": they are 0 to ", the_session.ranks - 1);
}

// Checks the arguments of a request and finds the slot of the area. Returns false if there is nothing to
// transfer.
bool find(Supersteps* now, const void* ident, int pid, std::int64_t offset, std::int64_t bytes, Slot& slot,
          const char* call, const Site& site) {
    Registrations& areas = begun(now, call, site).registrations();
    check_process(pid, call, site);
    check_bytes(bytes, call, site);
    if (offset < 0) fail_in(call, site, "the offset is ", offset, " bytes; it must not be negative");
    if (!areas.find(ident, slot))
        fail_in(call, site, "the area is not registered: bsp_push_reg takes effect in the next superstep");
    return bytes > 0;
}

} // namespace

Supersteps& begun(Supersteps* now, const char* call, const Site& site) {
    if (now == nullptr || the_session.stage != Stage::Open)
        fail_in(call, site, "called outside of bsp_begin and bsp_end");
    return *now;
}

void check_bytes(std::int64_t bytes, const char* call, const Site& site) {
    if (bytes < 0) fail_in(call, site, "the length is ", bytes, " bytes; it must not be negative");
}

void put(Supersteps* now, int pid, const void* source, void* target, std::int64_t offset, std::int64_t bytes,
         const Site& site) {
    Slot slot = 0;
    if (find(now, target, pid, offset, bytes, slot, "bsp_put", site))
        now->put(pid, slot, source, target, offset, bytes);
}

void put_row(Supersteps* now, int pid, const RowSource& source, const void* target, const RowPlace& place,
             const Site& site) {
    Slot slot = 0;
    if (!find(now, target, pid, place.offset, place.bytes, slot, "bsp_put_row", site)) return;
    if (place.count < 0)
        fail_in("bsp_put_row", site, "the count is ", place.count, "; it must not be negative");
    std::int64_t end = 0;
    if (__builtin_mul_overflow(place.count, place.stride, &end) ||
        __builtin_add_overflow(end, place.offset, &end))
        fail_in("bsp_put_row", site, place.count, " puts with a stride of ", place.stride,
                " bytes reach beyond any memory; check the stride");
    if (place.count > 0) now->put_row(pid, slot, source, place);
}

void hpput(Supersteps* now, int pid, const void* source, void* target, std::int64_t offset,
           std::int64_t bytes, const Site& site) {
    Slot slot = 0;
    if (find(now, target, pid, offset, bytes, slot, "bsp_hpput", site))
        now->hpput(pid, slot, source, target, offset, bytes);
}

void get(Supersteps* now, int pid, const void* source, std::int64_t offset, void* target, std::int64_t bytes,
         const Site& site) {
    Slot slot = 0;
    if (find(now, source, pid, offset, bytes, slot, "bsp_get", site))
        now->get(pid, slot, offset, target, bytes);
}

void hpget(Supersteps* now, int pid, const void* source, std::int64_t offset, void* target,
           std::int64_t bytes, const Site& site) {
    Slot slot = 0;
    if (find(now, source, pid, offset, bytes, slot, "bsp_hpget", site))
        now->hpget(pid, slot, offset, target, bytes);
}

void send(Supersteps* now, int pid, const void* tag, const void* payload, std::int64_t bytes,
          const Site& site) {
    Supersteps& own = begun(now, "bsp_send", site);
    check_process(pid, "bsp_send", site);
    check_bytes(bytes, "bsp_send", site);
    own.send(pid, tag, payload, bytes);
}

void move(Supersteps* now, void* payload, std::int64_t bytes, const Site& site) {
    auto& queue = begun(now, "bsp_move", site).messages();
    check_bytes(bytes, "bsp_move", site);
    if (queue.empty()) fail_in("bsp_move", site, "there is no message: bsp_qsize gives their number");
    const auto moved = static_cast<std::size_t>(std::min(bytes, queue.front().bytes));
    if (moved > 0) std::memcpy(payload, queue.front().payload, moved);
    queue.pop_front();
}

} // namespace loop::runtime::bsp::calls
