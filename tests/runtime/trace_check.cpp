// trace_check CASE DIRECTORY RANKS: checks that the traces of trace_program contain its events.
#include "kernel_checks.h"
#include "trace_ranks.h"

#include <cstdlib>

using namespace trace_test;

namespace {

using Ranks = std::vector<std::int64_t>;

void check_constructs(const std::vector<Rank>& all) {
    const auto n = static_cast<int>(all.size());
    std::size_t tree = 0;
    for (const Rank& r : all) {
        const int right = (r.rank + 1) % n;
        const int left = (r.rank + n - 1) % n;
        const std::size_t some = n > 1 ? 1 : 0;
        EXPECT(partners(r.of(Send, 100)) == Ranks(3 * some, right), "");
        EXPECT(partners(r.of(Receive, 100)) == Ranks(3 * some, left), "");
        EXPECT(partners(r.of(Send, 1)) == Ranks(some, right), "");
        EXPECT(partners(r.of(Send, 8)) == Ranks(some, right), "");
        Ranks others;
        for (int i = 0; i < n; ++i)
            if (i != r.rank) others.push_back(i);
        EXPECT(partners(r.of(Send, 1000)) == others, "");
        EXPECT(partners(r.of(Receive, 1000)) == others, "");
        Ranks neighbours = n > 2 ? Ranks{left, right} : n == 2 ? Ranks{right} : Ranks{};
        std::sort(neighbours.begin(), neighbours.end());
        EXPECT(partners(r.of(Send, 64)) == neighbours, "");
        tree += r.of(Send, 16).size();
        EXPECT(r.entered("COMMUNICATE:11") == 3, "");
        EXPECT(r.entered("PHASE all to all:13") == 1, "");
        EXPECT(r.entered("MULTIBCAST0:14") == 1, "");
        EXPECT(r.entered("VISIBLE_SYNC:16") == 1, "");
        EXPECT(r.entered("TREE_BCAST:18") == 1, "");
        EXPECT(r.entered("COMMUNICATE:20") == 2, "");
        EXPECT(r.entered("INIT_ARRAY:23") == 1, "");
        EXPECT(r.entered("SCALPROD:25") == 1, "");
        EXPECT(r.entered("EXCHANGE:27") == 1, "");
        EXPECT(r.of(Collective).size() == 2, ""); // the two barriers of VISIBLE_SYNC
    }
    EXPECT(tree == all.size() - 1, tree);
}

/// A loop of polls without success is one interval, in which the rank waits; a poll that is alone does not
/// wait.
void check_polling(const Rank& r, const std::string& site) {
    int loops = 0;
    for (std::size_t i = 0; i + 3 < r.events.size(); ++i) {
        if (r.events[i].kind != Enter || r.site(r.events[i]) != site) continue;
        const bool waits = r.events[i + 1].kind == Wait;
        EXPECT(r.events[i + (waits ? 3 : 1)].kind == Leave, "");
        if (!waits) continue;
        EXPECT((r.events[i + 1].ticks == r.events[i].ticks && r.events[i + 2].kind == Resume &&
                r.events[i + 2].ticks == r.events[i + 3].ticks),
               "");
        ++loops;
    }
    EXPECT(loops > 0, "");
}

void check_picl(const std::vector<Rank>& all) {
    const auto n = static_cast<int>(all.size());
    for (const Rank& r : all) {
        const int right = (r.rank + 1) % n;
        const int left = (r.rank + n - 1) % n;
        EXPECT(partners(r.of(Send, 4, 7)) == Ranks{right}, "");
        EXPECT(partners(r.of(Receive, 4, 7)) == Ranks{left}, "");
        EXPECT(partners(r.of(Post, 4, 8)) == Ranks{-1}, "");
        EXPECT(partners(r.of(Send, 4, 8)) == Ranks{left}, "");
        EXPECT(partners(r.of(Receive, 4, 8)) == Ranks{right}, "");
        EXPECT(r.channel(r.of(Send).at(0)) == "picl", "");
        for (const char* site :
             {"sync0:42", "send0:43", "recv0:44", "recvbegin0:45", "sendbegin0:46", "recvend0:47",
              "sendend0:48", "bcast0:49", "gsum0:50", "traceblock block 3:53", "traceblock block 12:61"})
            EXPECT(r.entered(site) == 1, site);
        EXPECT((r.entered("probe0:57") >= 1 && r.entered("probe0:57") <= 500), "");
        check_polling(r, "probe0:57");
        EXPECT(r.entered("traceblock block 11:59") == 0, "");
        std::vector<std::int64_t> marks;
        for (const Event& e : r.of(Mark))
            marks.push_back(e.mark);
        EXPECT((marks == std::vector<std::int64_t>{5, 6}), "");
        const std::vector<Event> collectives = r.of(Collective);
        EXPECT(collectives.size() == 3, "");
        if (collectives.size() != 3) continue;
        EXPECT((collectives[0].partner == -1 && collectives[0].bytes == 0), "");
        EXPECT((collectives[1].partner == 0 && collectives[1].bytes == (r.rank == 0 ? 4 : 0)), "");
        EXPECT((collectives[2].partner == n - 1 && collectives[2].bytes == 4), "");
    }
}

void check_mpi(const std::vector<Rank>& all) {
    const auto n = static_cast<int>(all.size());
    for (const Rank& r : all) {
        const int right = (r.rank + 1) % n;
        const int left = (r.rank + n - 1) % n;
        const std::size_t first = r.rank == 0 && n > 1 ? 1 : 0;
        EXPECT(partners(r.of(Send, 80, 1)) == Ranks{right}, "");
        EXPECT(partners(r.of(Receive, 80, 1)) == Ranks{left}, "");
        EXPECT(partners(r.of(Post, 160, 2)) == Ranks{left}, "");
        EXPECT(partners(r.of(Receive, 160, 2)) == Ranks{left}, "");
        EXPECT(partners(r.of(Post, 800)) == Ranks{-1}, "");
        EXPECT(partners(r.of(Send, 240, 3)) == Ranks{right}, "");
        EXPECT(partners(r.of(Receive, 240, 3)) == Ranks{left}, "");
        EXPECT(partners(r.of(Send, 32, 4)) == (Ranks{right, right}), "");
        EXPECT(partners(r.of(Receive, 32, 4)) == (Ranks{left, left}), "");
        EXPECT(partners(r.of(Send, 40, 5)) == Ranks(first, 1), "");
        EXPECT(partners(r.of(Receive, 40, 5)) == Ranks(r.rank == 1 ? 1 : 0, 0), "");
        EXPECT(partners(r.of(Send, 48, 7)) == Ranks(r.rank >= 2 ? 1 : 0, r.rank - 2), "");
        EXPECT(partners(r.of(Receive, 48, 7)) == Ranks(r.rank + 2 < n ? 1 : 0, r.rank + 2), "");
        EXPECT(r.of(Send, -1, 6).empty(), ""); // to MPI_PROC_NULL
        EXPECT(r.channel(r.of(Send, 80, 1).at(0)) == "world", "");
        EXPECT(r.channel(r.of(Send, 160, 2).at(0)) != "world", "");
        EXPECT(r.entered("MPI_Sendrecv:5") == 1, "");
        EXPECT(r.entered("MPI_Startall:5") == 2, "");
        EXPECT(r.entered("MPI_Allreduce:5") == 1, "");
        const std::vector<Event> collectives = r.of(Collective);
        EXPECT(collectives.size() == 3, "");
        if (collectives.size() != 3) continue;
        EXPECT(
            (collectives[0].bytes == 8 && r.channel(collectives[0]) == r.channel(r.of(Send, 160, 2).at(0))),
            "");
        EXPECT((collectives[1].bytes == 0 && r.channel(collectives[1]) == "world"), "");
        EXPECT((collectives[2].partner == n - 1 && collectives[2].bytes == (r.rank == n - 1 ? 400 : 0)), "");
    }
}

// All pretended nodes share one clock, so the true offset is 0.
void check_clocks(const std::vector<Rank>& all, int nodes) {
    for (const Rank& r : all) {
        const Json& samples = r.header["clock"]["samples"];
        const bool first_node = r.rank % nodes == 0;
        EXPECT(samples.empty() == first_node, samples.dump());
        EXPECT((first_node || samples.size() >= 4), samples.dump());
        double before = 0;
        for (const Json& sample : samples) {
            const auto bound = sample["bound_ns"].get<std::int64_t>();
            EXPECT(std::abs(sample["offset_ns"].get<std::int64_t>()) <= bound, sample.dump());
            EXPECT(sample["ticks"].get<double>() > before, sample.dump());
            before = sample["ticks"].get<double>();
        }
    }
}

} // namespace

int main(int, char** arguments) {
    const std::string what = arguments[1];
    const std::string directory = arguments[2];
    const int ranks = std::atoi(arguments[3]);
    try {
        if (what.compare(0, 4, "die-") == 0) {
            const Rank last = read(directory, ranks - 1);
            const std::map<std::string, std::string> ends{{"die-crash", "signal 11"},
                                                          {"die-exit", "exit"},
                                                          {"die-abort", "abort"},
                                                          {"die-fail", "abort"},
                                                          {"die-terminate", "signal 15"}};
            check_header(last, ranks);
            check_order(last, false);
            EXPECT(last.header["ended"] == ends.at(what), last.header["ended"]);
            EXPECT(last.entered("COMMUNICATE:90") == 1, "");
            return failures == 0 ? 0 : 1;
        }
        std::vector<Rank> all;
        for (int rank = 0; rank < ranks; ++rank) {
            all.push_back(read(directory, rank));
            check_header(all.back(), ranks);
            const bool full = what == "full";
            check_order(all.back(), !full);
            EXPECT(all.back().header["ended"] == "close", "");
            EXPECT((all.back().header["dropped"].get<long long>() > 0) == full, "");
            EXPECT((!full || all.back().events.size() == 10), "");
        }
        if (what != "full") check_messages(all);
        check_kernels(what, all);
        if (what == "constructs" || what == "huge") check_constructs(all);
        if (what == "picl") check_picl(all);
        if (what == "mpi") check_mpi(all);
        if (const char* nodes = std::getenv("LOOP_TEST_NODES")) check_clocks(all, std::atoi(nodes));
    } catch (const std::exception& problem) {
        std::cout << problem.what() << "\n";
        return 1;
    }
    return failures == 0 ? 0 : 1;
}
