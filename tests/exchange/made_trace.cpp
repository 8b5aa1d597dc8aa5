#include "made_trace.h"

#include <algorithm>
#include <random>

namespace made {

Maker::Maker(int ranks) : open_(static_cast<std::size_t>(ranks)) {
    trace.sites.resize(site_count);
    trace.sites[ring] = {SiteKind::Construct, "COMMUNICATE", "", "made.loop", 12};
    trace.sites[product] = {SiteKind::Construct, "MATPROD", "", "made.loop", 14};
    trace.sites[phase] = {SiteKind::Phase, "PHASE", "the \"main\", part", "made.loop", 10};
    trace.sites[barrier] = {SiteKind::Mpi, "MPI_Barrier", "", "made.loop", 16};
    trace.sites[send_call] = {SiteKind::Mpi, "MPI_Isend", "", "made.loop", 17};
    trace.sites[wait_call] = {SiteKind::Mpi, "MPI_Waitall", "", "made.loop", 18};
    trace.sites[post_call] = {SiteKind::Mpi, "MPI_Irecv", "", "made.loop", 19};
    trace.sites[bcast] = {SiteKind::Picl, "bcast0", "", "made.loop", 20};
    Communicator all{"MPI_COMM_WORLD", {}}, some{"odd ranks", {}};
    for (int rank = 0; rank < ranks; ++rank) {
        all.ranks.push_back(rank);
        if (rank % 2 == 1) some.ranks.insert(some.ranks.begin(), rank);
        RankTrace own;
        own.rank = rank;
        own.host = rank < 4 ? "node1" : "node2";
        own.present = own.complete = true;
        trace.ranks.push_back(own);
    }
    trace.communicators = {all, some};
    trace.clock_source = "made";
}

Event& Maker::add(int rank, std::int64_t time_ns, EventKind kind) {
    const auto& open = open_[static_cast<std::size_t>(rank)];
    Event event{};
    event.time_ns = time_ns;
    event.kind = kind;
    event.partner = no_partner;
    event.site = open.empty() ? no_site : open.back();
    RankTrace& own = trace.ranks[static_cast<std::size_t>(rank)];
    own.events.push_back(event);
    own.end_ns = std::max(own.end_ns, time_ns);
    return own.events.back();
}

Maker& Maker::enter(int rank, std::int64_t time_ns, std::uint32_t site) {
    open_[static_cast<std::size_t>(rank)].push_back(site);
    add(rank, time_ns, EventKind::Enter);
    return *this;
}

Maker& Maker::leave(int rank, std::int64_t time_ns, std::uint32_t site) {
    add(rank, time_ns, EventKind::Leave).site = site;
    open_[static_cast<std::size_t>(rank)].pop_back();
    return *this;
}

namespace {

void fill(Event& event, int partner, std::int64_t bytes, int tag, int communicator) {
    event.partner = partner;
    event.bytes = bytes;
    event.tag = tag;
    event.communicator = static_cast<std::uint16_t>(communicator);
}

} // namespace

Maker& Maker::send(int rank, std::int64_t time_ns, int to, std::int64_t bytes, int tag, int communicator) {
    fill(add(rank, time_ns, EventKind::Send), to, bytes, tag, communicator);
    return *this;
}

Maker& Maker::receive(int rank, std::int64_t time_ns, int from, std::int64_t bytes, int tag,
                      int communicator) {
    fill(add(rank, time_ns, EventKind::Receive), from, bytes, tag, communicator);
    return *this;
}

Maker& Maker::post(int rank, std::int64_t time_ns, int from, int tag, int communicator) {
    fill(add(rank, time_ns, EventKind::Post), from, 0, tag, communicator);
    return *this;
}

Maker& Maker::wait(int rank, std::int64_t time_ns) {
    add(rank, time_ns, EventKind::Wait);
    return *this;
}

Maker& Maker::resume(int rank, std::int64_t time_ns) {
    add(rank, time_ns, EventKind::Resume);
    return *this;
}

Maker& Maker::mark(int rank, std::int64_t time_ns, std::int64_t number) {
    add(rank, time_ns, EventKind::Mark).bytes = number;
    return *this;
}

Maker& Maker::collective(int rank, std::int64_t time_ns, int root, std::int64_t bytes, int communicator) {
    fill(add(rank, time_ns, EventKind::Collective), root, bytes, 0, communicator);
    return *this;
}

Maker& Maker::excluded(int rank, std::int64_t from_ns, std::int64_t to_ns) {
    add(rank, from_ns, EventKind::Excluded);
    add(rank, to_ns, EventKind::Included);
    return *this;
}

Maker& Maker::end(int rank, std::int64_t time_ns) {
    trace.ranks[static_cast<std::size_t>(rank)].end_ns = time_ns;
    return *this;
}

Trace two_ranks() {
    Maker maker(2);
    maker.enter(0, 10, phase).enter(0, 20, ring).send(0, 25, 1, 100).leave(0, 40, ring).leave(0, 90, phase);
    maker.enter(1, 20, ring).wait(1, 30).receive(1, 60, 0, 100).leave(1, 70, ring);
    maker.end(0, 100).end(1, 80);
    return maker.trace;
}

namespace {

/// The ranks of a random program; each has its own clock.
class RandomProgram {
public:
    RandomProgram(int ranks, unsigned seed)
        : maker(ranks), ranks_(ranks), now_(static_cast<std::size_t>(ranks)), random_(seed) {
        for (int rank = 0; rank < ranks; ++rank) {
            maker.trace.ranks[static_cast<std::size_t>(rank)].begin_ns = later(rank, 50);
            later(rank, 100);
        }
    }

    void round() {
        const int bytes = pick(5000), tag = pick(3);
        switch (pick(8)) {
        case 0:
            shift(bytes, tag, false);
            break;
        case 1:
            shift(bytes, tag, true);
            break;
        case 2:
            everybody(barrier, -1, 0);
            break;
        case 3:
            everybody(bcast, pick(ranks_), bytes);
            break;
        case 4:
            compute();
            break;
        case 5:
            everybody_marks();
            break;
        case 6:
            open_phase();
            break;
        default:
            close_phase();
            break;
        }
    }

    Trace finish() {
        while (phases_ > 0)
            close_phase();
        for (int rank = 0; rank < ranks_; ++rank)
            maker.end(rank, later(rank, 100));
        return maker.trace;
    }

    Maker maker;

private:
    int pick(int count) { return static_cast<int>(random_() % static_cast<unsigned>(count)); }
    std::int64_t& now(int rank) { return now_[static_cast<std::size_t>(rank)]; }
    std::int64_t later(int rank, int most) { return now(rank) += 1 + pick(most); }

    /// All ranks send to the right, in a construct or by nonblocking calls.
    void shift(int bytes, int tag, bool with_calls) {
        std::vector<std::int64_t> sent(now_.size());
        for (int rank = 0; rank < ranks_; ++rank) {
            if (with_calls) {
                maker.enter(rank, later(rank, 20), post_call);
                const int from = pick(2) == 0 ? no_partner : (rank + ranks_ - 1) % ranks_;
                maker.post(rank, later(rank, 3), from, tag);
                maker.leave(rank, later(rank, 20), post_call);
            }
            maker.enter(rank, later(rank, 20), with_calls ? send_call : ring);
            if (!with_calls && pick(3) == 0) {
                const std::int64_t from = later(rank, 9);
                maker.excluded(rank, from, later(rank, 30));
            }
            sent[static_cast<std::size_t>(rank)] = later(rank, 20);
            maker.send(rank, now(rank), (rank + 1) % ranks_, bytes, tag);
            if (with_calls)
                maker.leave(rank, later(rank, 20), send_call).enter(rank, later(rank, 20), wait_call);
        }
        for (int rank = 0; rank < ranks_; ++rank) {
            const int left = (rank + ranks_ - 1) % ranks_;
            const std::int64_t arrival = sent[static_cast<std::size_t>(left)] + 10 + pick(200);
            later(rank, 5);
            if (now(rank) < arrival) {
                maker.wait(rank, now(rank));
                now(rank) = arrival;
            }
            maker.receive(rank, later(rank, 4), left, bytes, tag);
            maker.leave(rank, later(rank, 9), with_calls ? wait_call : ring);
        }
    }

    void everybody(std::uint32_t site, int root, int bytes) {
        std::int64_t last = 0;
        for (int rank = 0; rank < ranks_; ++rank) {
            maker.enter(rank, later(rank, 30), site);
            last = std::max(last, now(rank));
        }
        for (int rank = 0; rank < ranks_; ++rank) {
            if (later(rank, 3) < last) {
                maker.wait(rank, now(rank));
                now(rank) = last;
                maker.resume(rank, later(rank, 5));
            }
            maker.collective(rank, later(rank, 5), root, rank == root ? bytes : 0);
            maker.leave(rank, later(rank, 5), site);
        }
    }

    void compute() {
        for (int rank = 0; rank < ranks_; ++rank)
            maker.enter(rank, later(rank, 9), product).leave(rank, later(rank, 500), product);
    }
    void everybody_marks() {
        for (int rank = 0; rank < ranks_; ++rank)
            maker.mark(rank, later(rank, 9), pick(1000) - 500);
    }
    void open_phase() {
        ++phases_;
        for (int rank = 0; rank < ranks_; ++rank)
            maker.enter(rank, later(rank, 9), phase);
    }
    void close_phase() {
        if (phases_ == 0) return;
        --phases_;
        for (int rank = 0; rank < ranks_; ++rank)
            maker.leave(rank, later(rank, 9), phase);
    }

    int ranks_;
    int phases_ = 0;
    std::vector<std::int64_t> now_;
    std::mt19937 random_;
};

} // namespace

Trace random_program(int ranks, int rounds, unsigned seed) {
    RandomProgram program(ranks, seed);
    for (int i = 0; i < rounds; ++i)
        program.round();
    return program.finish();
}

Totals totals_of(const Trace& trace) {
    Totals totals;
    for (const RankTrace& rank : trace.ranks) {
        for (const Event& event : rank.events) {
            totals.sends += event.kind == EventKind::Send;
            totals.receives += event.kind == EventKind::Receive;
            totals.collectives += event.kind == EventKind::Collective;
            totals.marks += event.kind == EventKind::Mark;
            totals.posts += event.kind == EventKind::Post;
            totals.enters += event.kind == EventKind::Enter;
            if (event.kind == EventKind::Send) totals.bytes += event.bytes;
        }
    }
    return totals;
}

} // namespace made
