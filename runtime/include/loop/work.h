#pragma once

#include <loop/site.h>

namespace loop {

// \WORK: local load of one kind. Local; ranks may do different amounts. A simulated machine charges the
// amount and executes nothing.

// \WORK(seconds): computes in registers for this time. If the system takes away the core for more than 10 us,
// it computes as much longer.
void work(double seconds, Site site = Site::here());

// \WORK(FLOPS: count): executes floating-point operations in registers, and declares them.
void work_flops(double count, Site site = Site::here());

// \WORK(BYTES: bytes): reads words of 8 bytes, `stride` bytes apart, from the beginning of a buffer of at
// most 256 MiB, and declares the bytes. `stride` is a multiple of 8. `random`: in random order.
void work_bytes(long long bytes, long long stride = 8, bool random = false, Site site = Site::here());

// \WORK(IDLE: seconds): sleeps at least for this time.
void work_idle(double seconds, Site site = Site::here());

} // namespace loop
