#pragma once

#include "trace/read/trace.h"

/// Traces constructed in code.
namespace made {

using namespace loop::report;

/// The sites that all of these traces have.
enum : std::uint32_t { ring, product, phase, barrier, send_call, wait_call, post_call, bcast, site_count };
/// Communicators: all ranks, and the odd ones in descending order.
enum : std::uint16_t { world, odd };

/// Constructs a trace by adding events to ranks.
class Maker {
public:
    explicit Maker(int ranks);

    Maker& enter(int rank, std::int64_t time_ns, std::uint32_t site);
    Maker& leave(int rank, std::int64_t time_ns, std::uint32_t site);
    Maker& send(int rank, std::int64_t time_ns, int to, std::int64_t bytes, int tag = 1,
                int communicator = world);
    Maker& receive(int rank, std::int64_t time_ns, int from, std::int64_t bytes, int tag = 1,
                   int communicator = world);
    Maker& post(int rank, std::int64_t time_ns, int from, int tag = 1, int communicator = world);
    Maker& wait(int rank, std::int64_t time_ns);
    Maker& resume(int rank, std::int64_t time_ns);
    Maker& mark(int rank, std::int64_t time_ns, std::int64_t number);
    Maker& collective(int rank, std::int64_t time_ns, int root, std::int64_t bytes, int communicator = world);
    Maker& excluded(int rank, std::int64_t from_ns, std::int64_t to_ns);
    Maker& end(int rank, std::int64_t time_ns);

    Trace trace;

private:
    Event& add(int rank, std::int64_t time_ns, EventKind kind);
    std::vector<std::vector<std::uint32_t>> open_;
};

/// Two ranks and one awaited message in a phase: small enough that every line of its exports is known.
///   rank 0: begins 0, phase 10..90, ring 20..40, sends 100 bytes at 25; ends 100
///   rank 1: begins 0, ring 20..70, waits from 30, receives at 60; ends 80
Trace two_ranks();

/// A random program on `ranks`: rings, barriers, broadcasts, posted receives, products, phases, marks,
/// suspended measurements. A seed always gives the same program. No message is received before it is sent.
Trace random_program(int ranks, int rounds, unsigned seed);

/// The contents of a trace, counted without the code under test.
struct Totals {
    std::int64_t sends = 0, receives = 0, bytes = 0, collectives = 0, marks = 0, posts = 0, enters = 0;
};
Totals totals_of(const Trace& trace);

} // namespace made
