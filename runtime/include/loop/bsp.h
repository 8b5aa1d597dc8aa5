#pragma once

// BSPlib's calls in host code (Hill, McColl, Stefanescu, Goudreau, Lang, Rao, Suel, Tsantilas, Bisseling:
// BSPlib, the BSP programming library, Parallel Computing 24, 1998), between \OPEN0 and \CLOSE0. Lengths and
// offsets are in bytes. A process is a rank. Functions are local unless a comment says otherwise. An invalid
// argument, or a call outside bsp_begin .. bsp_end, ends the run with code 5.
//
// The operations of a superstep take effect at its end, in bsp_sync, in this order: all gets read; all gets
// write; puts are written, rank by rank, in the order of each rank's calls; registrations change, in the
// order of the calls. `put` and `send` copy their data during the call. With `hpput` and `hpget`, nothing
// else may access the source or the target before bsp_sync returns.

#include <loop/site.h>

#include <cstdint>
#include <cstring>

namespace loop::detail {

// Copies a block that does not overlap with `to`; a word without a call, also if the compiler does not know
// the length.
inline void copy_block(char* to, const void* from, long long bytes) {
    if (bytes == 8)
        std::memcpy(to, from, 8);
    else
        std::memcpy(to, from, static_cast<std::size_t>(bytes));
}

// Consecutive puts to one process, of the same size, into the same registered area. A put that continues the
// list only copies its offset and its data to `place`, so puts of single words have little overhead, in any
// order.
struct PutList {
    const void* target = nullptr;
    long long base = 0;    // each put's offset is stored as its distance from this offset, in 32 bits
    long long bytes = -1;  // of each put
    char* place = nullptr; // where the next put goes
    char* end = nullptr;   // a put fits if `place` is below it

    // If the put continues the list, copies it and returns true.
    bool take(const void* to, const void* source, long long at, long long count) {
        // Without a sign, so that an offset below `base` is too far away, too.
        const auto far = static_cast<std::uint64_t>(at) - static_cast<std::uint64_t>(base);
        const auto distance = static_cast<std::uint32_t>(far);
        if (to != target || count != bytes || place >= end || distance != far) return false;
        std::memcpy(place, &distance, sizeof distance);
        copy_block(place + sizeof distance, source, count);
        place += static_cast<std::size_t>(count) + sizeof distance;
        return true;
    }
};

// One list per process, between bsp_begin and bsp_end.
extern PutList* put_lists;
extern unsigned put_list_count;
void put_without_list(int pid, const void* source, void* target, long long offset, long long bytes,
                      Site site);

} // namespace loop::detail

// Collective. The processes are all ranks. If there are more than `most`, the run ends with code 2.
void bsp_begin(int most, loop::Site site = loop::Site::here());
// Collective. Drops all registrations.
void bsp_end(loop::Site site = loop::Site::here());
int bsp_nprocs();
int bsp_pid();
double bsp_time(); // seconds since bsp_begin, on this process

// Collective: the end of a superstep.
void bsp_sync(loop::Site site = loop::Site::here());

// Registers an area of `size` bytes. All processes register and remove the same areas in the same order, each
// with its own address and size. `ident` may be null on a process that has no such area. If it has none of
// several areas, all processes must remove these newest first. Takes effect in the next superstep.
void bsp_push_reg(const void* ident, long long size, loop::Site site = loop::Site::here());
// Removes the newest registration of `ident`. Takes effect in the next superstep.
void bsp_pop_reg(const void* ident, loop::Site site = loop::Site::here());

// A put copies `bytes` bytes from `source` to process `pid`, a get from process `pid` to `target`. The remote
// address is `offset` bytes into the area of that process that was registered together with this process's
// `target` (put) or `source` (get).
inline void bsp_put(int pid, const void* source, void* target, long long offset, long long bytes,
                    loop::Site site = loop::Site::here()) {
    const auto list = static_cast<unsigned>(pid);
    if (list < loop::detail::put_list_count &&
        loop::detail::put_lists[list].take(target, source, offset, bytes))
        return;
    loop::detail::put_without_list(pid, source, target, offset, bytes, site);
}
void bsp_hpput(int pid, const void* source, void* target, long long offset, long long bytes,
               loop::Site site = loop::Site::here());
void bsp_get(int pid, const void* source, long long offset, void* target, long long bytes,
             loop::Site site = loop::Site::here());
void bsp_hpget(int pid, const void* source, long long offset, void* target, long long bytes,
               loop::Site site = loop::Site::here());

// Sets the size of message tags in bytes, which must be the same on all processes, and stores the previous
// size in `bytes`. Takes effect in the next superstep.
void bsp_set_tagsize(int* bytes, loop::Site site = loop::Site::here());
// Sends a message of `bytes` bytes with a tag. The receiver has it in the next superstep.
void bsp_send(int pid, const void* tag, const void* payload, long long bytes,
              loop::Site site = loop::Site::here());
// Stores the number of messages of the last superstep that have not been moved yet, and their bytes. Messages
// are ordered by sender, and those of a sender by call.
void bsp_qsize(int* messages, int* bytes = nullptr, loop::Site site = loop::Site::here());
// Stores the payload size of the next message in `bytes` (-1: there is no message), and copies its tag.
void bsp_get_tag(int* bytes, void* tag, loop::Site site = loop::Site::here());
// Copies at most `bytes` bytes of the next message, and removes the message. It is an error if there is none.
void bsp_move(void* payload, long long bytes, loop::Site site = loop::Site::here());
// As bsp_move, but sets pointers instead of copying; they are valid until the next bsp_sync. Returns the
// payload size in bytes, or -1 if there is no message.
int bsp_hpmove(void** tag, void** payload, loop::Site site = loop::Site::here());

namespace loop {

// These extend BSPlib.

// As `count` calls of bsp_put: call k copies `bytes` bytes from `source` + k * `source_stride` to `offset` +
// k * `stride`. Strides are in bytes, and may be negative.
void bsp_put_row(int pid, const void* source, long long source_stride, void* target, long long offset,
                 long long stride, long long bytes, long long count, Site site = Site::here());

// Sets whether all puts and sends of a superstep to the same process are combined
// into one message. The default is true. Collective; takes effect in the next superstep.
void bsp_combine(bool together, Site site = Site::here());

} // namespace loop
