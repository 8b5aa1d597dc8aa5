#pragma once

// BSPlib's calls in host code (Hill, McColl, Stefanescu, Goudreau, Lang, Rao, Suel, Tsantilas, Bisseling:
// BSPlib, the BSP programming library, Parallel Computing 24, 1998), between \OPEN0 and \CLOSE0. Lengths and
// offsets are in bytes.
//
// The operations of a superstep take effect at its end, in bsp_sync: first all gets read, then all gets
// write, then the puts are written (those of rank 0 first, and those of each rank in the order of its calls),
// then registrations change, in the order of the calls. `put` and `send` copy their data during the call.
// With `hpput` and `hpget`, nothing else may access either end before bsp_sync returns.

#include <loop/site.h>

#include <cstddef>
#include <cstring>

namespace loop::detail {

// A row of consecutive puts to one process: all of the same size, to the same registered area, at a constant
// stride. A put that continues the row is only copied after the previous one, so that a program that puts
// single words has little overhead.
struct PutRow {
    const void* target = nullptr;
    long long offset = 0; // of the next put in the row
    long long stride = 0;
    long long bytes = -1; // of each put; negative: there is no row
    char* place = nullptr;
    char* end = nullptr;

    // Returns true if the put continues the row, and copies its data then.
    bool take(const void* to, const void* source, long long at, long long count) {
        if (to != target || at != offset || count != bytes || end - place < count) return false;
        std::memcpy(place, source, static_cast<std::size_t>(count));
        place += count;
        offset += stride;
        return true;
    }
};

// One row for each process between bsp_begin and bsp_end; otherwise none.
extern PutRow* put_rows;
extern unsigned put_row_count;
void put_otherwise(int pid, const void* source, void* target, long long offset, long long bytes, Site site);

} // namespace loop::detail

// Collective. The processes are all ranks of the run. More than `most` are refused (code 2).
void bsp_begin(int most, loop::Site site = loop::Site::here());
// Collective. Drops all registrations.
void bsp_end(loop::Site site = loop::Site::here());
int bsp_nprocs();
int bsp_pid();
double bsp_time(); // seconds since bsp_begin, on this process

// Collective: the end of a superstep.
void bsp_sync(loop::Site site = loop::Site::here());

// All processes register and deregister the same areas in the same order, each with its own address and size.
// `ident` may be null on a process that has nothing to register. Takes effect in the next superstep.
void bsp_push_reg(const void* ident, long long size, loop::Site site = loop::Site::here());
// Drops the newest registration of `ident`. Takes effect in the next superstep.
void bsp_pop_reg(const void* ident, loop::Site site = loop::Site::here());

// Local. Copies `bytes` bytes from `source` here to `target` + `offset` at process `pid`; a get copies in the
// other direction. The remote address is the one that the other process registered together with this
// process's `target` (or `source`).
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

// Sets the size in bytes of message tags; it must be the same on all processes. Returns the previous size in
// `bytes`. The new size holds from the next superstep on.
void bsp_set_tagsize(int* bytes, loop::Site site = loop::Site::here());
void bsp_send(int pid, const void* tag, const void* payload, long long bytes,
              loop::Site site = loop::Site::here());
// The number of messages (and their bytes) that arrived in the last superstep and have not been moved yet.
// Messages are in the order of ranks, and of each rank's calls.
void bsp_qsize(int* messages, int* bytes = nullptr, loop::Site site = loop::Site::here());
// The size in bytes of the next message (-1: there is none) and its tag.
void bsp_get_tag(int* bytes, void* tag, loop::Site site = loop::Site::here());
// Copies at most `bytes` bytes of the next message and removes the message. No message: a run-time error.
void bsp_move(void* payload, long long bytes, loop::Site site = loop::Site::here());
// The same without a copy; the pointers are valid until the next bsp_sync. Returns the payload size in bytes,
// or -1 if there is no message.
int bsp_hpmove(void** tag, void** payload, loop::Site site = loop::Site::here());

namespace loop {

// An extension of BSPlib. Sets whether the puts and sends of a superstep to the same process are combined
// into one message (the default), or each is a message of its own. Collective; takes effect in the next
// superstep.
void bsp_combine(bool together, Site site = Site::here());

} // namespace loop
