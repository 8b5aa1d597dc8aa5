#include "comm/node_clocks.h"

#include "comm/synchronise.h"
#include "comm/waiting/waiting.h"

#include <algorithm>

namespace loop::runtime::trace {
namespace {

constexpr int round_trips = 20;
constexpr int clock_tag = 1;

// Plain data, as a crash flush reads it.
struct Clocks {
    bool several_nodes = false;
    int leader = 0;                       // the first rank of this rank's node
    ClockSample samples[max_comparisons]; // none on rank 0's node
    std::size_t count = 0;
};

Clocks clocks;
ComparisonTimes times; // on rank 0
NodeLayout* nodes = nullptr;

void send_bytes(const void* data, std::size_t bytes, int rank) {
    send(data, bytes, rank, clock_tag, the_session.control, "comparing clocks");
}

void receive_bytes(void* data, int bytes, int rank) {
    receive(data, bytes, MPI_BYTE, rank, clock_tag, the_session.control);
}

void answer(int rank) {
    for (int i = 0; i < round_trips; ++i) {
        char nothing = 0;
        receive_bytes(&nothing, 1, rank);
        const std::int64_t time = host_ns();
        send_bytes(&time, sizeof time, rank);
    }
}

ClockSample ask_first_rank() {
    ClockSample best{0, 0, INT64_MAX};
    for (int i = 0; i < round_trips; ++i) {
        const char nothing = 0;
        std::int64_t theirs = 0;
        const Ticks ticks = now();
        const std::int64_t begin = host_ns();
        send_bytes(&nothing, 1, 0);
        receive_bytes(&theirs, sizeof theirs, 0);
        const std::int64_t end = host_ns();
        const std::int64_t bound = (end - begin + 1) / 2;
        if (bound < best.bound_ns) best = {ticks, theirs - (begin + bound), bound};
    }
    return best;
}

void keep(const ClockSample& sample) {
    clocks.samples[clocks.count] = sample;
    __atomic_store_n(&clocks.count, clocks.count + 1, __ATOMIC_RELEASE);
}

// Rank 0 decides for all ranks, by its own clock.
bool is_time_for_it(bool at_edge) {
    bool is_time = false;
    if (the_session.rank == 0) {
        const std::int64_t present = host_ns();
        is_time = at_edge || times.is_due(present);
        if (is_time) times.add(present);
    }
    broadcast(&is_time, sizeof is_time, 0, the_session.control);
    return is_time;
}

} // namespace

void open_node_clocks(const NodeLayout& layout) {
    delete nodes;
    nodes = new NodeLayout(layout);
    clocks.several_nodes = layout.nodes() > 1;
    clocks.leader = layout.together[0];
    clocks.count = 0;
    times = {};
}

bool ComparisonTimes::is_due(std::int64_t present_ns) const {
    const std::int64_t quiet = std::max(min_quiet_ns, (last_ns_ - first_ns_) / 16);
    return count_ < max_comparisons - 1 && present_ns - last_ns_ >= quiet;
}

void ComparisonTimes::add(std::int64_t present_ns) {
    if (count_++ == 0) first_ns_ = present_ns;
    last_ns_ = present_ns;
}

bool compares_clocks() {
    return clocks.several_nodes;
}

Instant share_first_instant(const NodeLayout& layout) {
    Instant first = read_instant();
    const bool leads = layout.together[0] == the_session.rank;
    if (!leads) receive_bytes(&first, sizeof first, layout.together[0]);
    for (std::size_t i = 1; leads && i < layout.together.size(); ++i)
        send_bytes(&first, sizeof first, layout.together[i]);
    return first;
}

void compare_clocks(bool at_edge) {
    if (!clocks.several_nodes || !is_time_for_it(at_edge)) return;
    const int me = the_session.rank;
    if (me == 0) {
        for (std::size_t node = 1; node < nodes->leaders.size(); ++node)
            answer(nodes->leaders[node]);
    }
    if (clocks.leader == 0) return; // these ranks share rank 0's clock
    ClockSample sample{};
    if (me == clocks.leader) {
        sample = ask_first_rank();
        for (std::size_t i = 1; i < nodes->together.size(); ++i)
            send_bytes(&sample, sizeof sample, nodes->together[i]);
    } else {
        receive_bytes(&sample, sizeof sample, clocks.leader);
    }
    keep(sample);
}

const ClockSample* clock_samples() {
    return clocks.samples;
}

std::size_t clock_sample_count() {
    return __atomic_load_n(&clocks.count, __ATOMIC_ACQUIRE);
}

} // namespace loop::runtime::trace
