#include "derive/program.h"
#include "derive/read_sequences.h"
#include "small_traces.h"

#include <catch2/catch.hpp>

#include <algorithm>

namespace loop::report::derive {

namespace {

/// A ring on three ranks that passes a message 20 times, and computes in between.
Trace ring() {
    TraceBuilder builder(3);
    const auto exchange = builder.site("SEND", 4);
    for (int rank = 0; rank < 3; ++rank) {
        builder.rank(rank, 0, 10'000'000);
        for (int pass = 0; pass < 20; ++pass) {
            const std::int64_t at = 400'000LL * pass + 300'000;
            builder.enter(at, exchange).send(at + 10, (rank + 1) % 3, 64, 5);
            builder.receive(at + 400, (rank + 2) % 3, 64, 5).leave(at + 500);
        }
    }
    return builder.trace;
}

/// The rank's clock is ahead by `shift`, and runs faster by `drift`.
Trace with_clock(Trace trace, std::size_t rank, std::int64_t shift_ns, double drift) {
    const auto shown = [&](std::int64_t& time_ns) {
        time_ns = shift_ns + static_cast<std::int64_t>(drift * static_cast<double>(time_ns));
    };
    RankTrace& of = trace.ranks[rank];
    shown(of.begin_ns);
    shown(of.end_ns);
    for (Event& event : of.events)
        shown(event.time_ns);
    return trace;
}

std::string derived_from(const Trace& trace) {
    return best_program({read_sequences(trace)}, {}, {}).text;
}

/// Without the lines of \WORK and of its tables.
std::string communication_of(const std::string& program) {
    std::string all;
    std::size_t begin = 0;
    while (begin < program.size()) {
        const std::size_t end = std::min(program.find('\n', begin), program.size() - 1) + 1;
        const std::string line = program.substr(begin, end - begin);
        if (line.find("WORK") == std::string::npos && line.find("std::vector<double>") == std::string::npos)
            all += line;
        begin = end;
    }
    return all;
}

} // namespace

TEST_CASE("a clock that is ahead and drifts changes only the times of its rank", "[derive]") {
    const Trace trace = ring();
    const Trace drifted = with_clock(trace, 2, 1'000'000, 1.25);
    const Sequences sequences = read_sequences(trace), other = read_sequences(drifted);
    for (std::size_t rank = 0; rank < 3; ++rank) {
        REQUIRE(canonical(sequences.ranks[rank]) == canonical(other.ranks[rank]));
        const double before = sequences.ranks[rank].operations[1].before.front().seconds,
                     now = other.ranks[rank].operations[1].before.front().seconds;
        REQUIRE(now == Approx(rank == 2 ? 1.25 * before : before));
    }
    REQUIRE(communication_of(derived_from(drifted)) == communication_of(derived_from(trace)));
}

} // namespace loop::report::derive
