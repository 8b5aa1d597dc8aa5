#pragma once

// BSPlib's calls in host code (Hill, McColl, Stefanescu, Goudreau, Lang, Rao, Suel, Tsantilas, Bisseling:
// BSPlib, the BSP programming library, Parallel Computing 24, 1998), between \OPEN0 and \CLOSE0. Lengths and
// offsets are in bytes.
//
// What a superstep asks for takes effect at its end, in bsp_sync: first every get reads, then every get
// writes, then the puts are written, those of rank 0 first and each rank's in the order of its calls, then
// registrations change, in the order of the calls. `put`, `get` and `send` copy what they are given at once;
// of `hpput` and `hpget` neither end may be touched by anybody else before bsp_sync returns.

#include <loop/site.h>

#include <cstddef>
#include <cstring>

namespace loop::detail {

// A row of puts to one process: as many bytes each, to the same registered area, at even distances. What goes
// on with it is only copied to the others, as a program that puts single words must cost little more than
// its words.
struct PutRow {
    const void* target = nullptr;
    long long offset = 0; // of the next put of the row
    long long stride = 0;
    long long bytes = -1; // of each; below 0: there is no row
    char* place = nullptr;
    char* end = nullptr;

    // Whether a put was the next one of the row, and is taken.
    bool take(const void* to, const void* source, long long at, long long count) {
        if (to != target || at != offset || count != bytes || end - place < count) return false;
        std::memcpy(place, source, static_cast<std::size_t>(count));
        place += count;
        offset += stride;
        return true;
    }
};

// One for each process between bsp_begin and bsp_end; none outside.
extern PutRow* put_rows;
extern unsigned put_row_count;
void put_otherwise(int pid, const void* source, void* target, long long offset, long long bytes, Site site);

} // namespace loop::detail

// Collective. The processes are the ranks of the run, all of them: where these are more than `most` the run
// is refused (code 2).
void bsp_begin(int most, loop::Site site = loop::Site::here());
// Collective. What was registered is no more.
void bsp_end(loop::Site site = loop::Site::here());
int bsp_nprocs();
int bsp_pid();
double bsp_time(); // seconds since bsp_begin, on this process

// Collective: the end of a superstep.
void bsp_sync(loop::Site site = loop::Site::here());

// All processes register and deregister the same things in the same order, each at its own address and with
// its own size; `ident` may be null where a process has nothing to offer. From the next superstep on.
void bsp_push_reg(const void* ident, long long size, loop::Site site = loop::Site::here());
// The newest registration of `ident`. From the next superstep on.
void bsp_pop_reg(const void* ident, loop::Site site = loop::Site::here());

// Local. `bytes` from `source` here to `target` + `offset` at process `pid`; a get the other way. The address
// of the other side is what is registered there together with this process's `target` (or `source`).
inline void bsp_put(int pid, const void* source, void* target, long long offset, long long bytes,
                    loop::Site site = loop::Site::here()) {
    const auto row = static_cast<unsigned>(pid);
    if (row < loop::detail::put_row_count && loop::detail::put_rows[row].take(target, source, offset, bytes))
        return;
    loop::detail::put_otherwise(pid, source, target, offset, bytes, site);
}
void bsp_hpput(int pid, const void* source, void* target, long long offset, long long bytes,
               loop::Site site = loop::Site::here());
void bsp_get(int pid, const void* source, long long offset, void* target, long long bytes,
             loop::Site site = loop::Site::here());
void bsp_hpget(int pid, const void* source, long long offset, void* target, long long bytes,
               loop::Site site = loop::Site::here());

// Messages with a tag, whose size in bytes is the same on all processes; the size before comes back, the new
// one holds from the next superstep on.
void bsp_set_tagsize(int* bytes, loop::Site site = loop::Site::here());
void bsp_send(int pid, const void* tag, const void* payload, long long bytes,
              loop::Site site = loop::Site::here());
// What came in the last superstep and was not moved yet, in the order of ranks and of their calls.
void bsp_qsize(int* messages, int* bytes = nullptr, loop::Site site = loop::Site::here());
// The bytes of the next message, -1 where there is none; and its tag.
void bsp_get_tag(int* bytes, void* tag, loop::Site site = loop::Site::here());
// The next message, of it at most `bytes`; it is gone then. Without a message: a run-time error.
void bsp_move(void* payload, long long bytes, loop::Site site = loop::Site::here());
// The same in place, until the next bsp_sync. Returns the bytes of the payload, -1 where there is no message.
int bsp_hpmove(void** tag, void** payload, loop::Site site = loop::Site::here());

namespace loop {

// Not BSPlib's. Whether what goes to the same process in a superstep travels together, which it does unless
// said otherwise, or every put and send as a message of its own. Collective; from the next superstep on.
void bsp_combine(bool together, Site site = Site::here());

} // namespace loop
