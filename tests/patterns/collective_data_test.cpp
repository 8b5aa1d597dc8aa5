// What ranks give to collective operations and get from them, and what crosses between two halves. The tests
// compare with the definition, applied to single bytes: which ranks need which data.
#include <loop/collective_data.h>

#include <catch2/catch.hpp>

#include <set>
#include <tuple>
#include <vector>

using namespace loop;

namespace {

/// Every pair of ranks of which `receiver` needs data of `sender`; `piece` names the data.
struct Need {
    int sender, receiver;
    long long piece, bytes;
};

long long slot_of(const CollectiveOperationData& all, int rank) {
    return all.slots == nullptr ? all.size : all.slots[rank];
}

/// What data go to whom, one by one. Reductions give a rank's vector as one piece.
std::vector<Need> needs(const CollectiveOperationData& all) {
    std::vector<Need> result;
    for (int from = 0; from < all.ranks; ++from)
        for (int to = 0; to < all.ranks; ++to) {
            if (from == to) continue;
            switch (all.kind) {
            case CallKind::Bcast:
                if (from == all.root) result.push_back({from, to, 0, all.size});
                break;
            case CallKind::Scatter:
                if (from == all.root) result.push_back({from, to, to, slot_of(all, to)});
                break;
            case CallKind::Gather:
                if (to == all.root) result.push_back({from, to, 0, slot_of(all, from)});
                break;
            case CallKind::Allgather:
                result.push_back({from, to, 0, slot_of(all, from)});
                break;
            case CallKind::Alltoall:
                result.push_back(
                    {from, to, to, all.slots == nullptr ? all.size : all.slots[from * all.ranks + to]});
                break;
            case CallKind::Reduce:
                if (to == all.root) result.push_back({from, to, 0, all.size});
                break;
            case CallKind::Allreduce:
                result.push_back({from, to, 0, all.size});
                break;
            case CallKind::Reduce_scatter:
                result.push_back({from, to, to, slot_of(all, to)});
                break;
            case CallKind::Scan:
            case CallKind::Exscan:
                if (from < to) result.push_back({from, to, 0, all.size});
                break;
            default:
                break;
            }
        }
    return result;
}

bool combines(CallKind kind) {
    return kind == CallKind::Reduce || kind == CallKind::Allreduce || kind == CallKind::Reduce_scatter ||
           kind == CallKind::Scan || kind == CallKind::Exscan;
}

GivenAndGot expected(const CollectiveOperationData& all, int rank) {
    GivenAndGot sum;
    std::set<long long> given;   // pieces that this rank has counted
    std::set<long long> results; // of a reduction: a result counts once, not once for each rank it is made of
    for (const Need& need : needs(all)) {
        if (need.sender == rank && given.insert(need.piece).second) sum.given += need.bytes;
        if (need.receiver == rank && (!combines(all.kind) || results.insert(need.piece).second))
            sum.got += need.bytes;
    }
    return sum;
}

std::vector<GivenAndGot> all_given_and_got(const CollectiveOperationData& all) {
    std::vector<GivenAndGot> result(static_cast<std::size_t>(all.ranks));
    each_given_and_got(
        all, [&](int rank, const GivenAndGot& one) { result[static_cast<std::size_t>(rank)] = one; });
    return result;
}

const CallKind kinds[] = {CallKind::Barrier, CallKind::Bcast,     CallKind::Scatter,
                          CallKind::Gather,  CallKind::Allgather, CallKind::Alltoall,
                          CallKind::Reduce,  CallKind::Allreduce, CallKind::Reduce_scatter,
                          CallKind::Scan,    CallKind::Exscan};

/// By sender and receiver, or by rank: all different.
std::vector<long long> different_slots(CallKind kind, int ranks) {
    std::vector<long long> slots;
    const int rows = kind == CallKind::Alltoall ? ranks : 1;
    for (int i = 0; i < rows * ranks; ++i)
        slots.push_back(3 + 7LL * i % 1009);
    return slots;
}

bool has_slots(CallKind kind) {
    return kind == CallKind::Scatter || kind == CallKind::Gather || kind == CallKind::Allgather ||
           kind == CallKind::Alltoall || kind == CallKind::Reduce_scatter;
}

/// Data that are not combined cross once, whoever needs them.
long long expected_crossing(const CollectiveOperationData& all, int half) {
    std::set<std::tuple<int, long long>> seen;
    long long sum = 0;
    for (const Need& need : needs(all))
        if ((need.sender < half) != (need.receiver < half) && seen.insert({need.sender, need.piece}).second)
            sum += need.bytes;
    return sum;
}

} // namespace

TEST_CASE("collective data: ranks give what others need, and get what others gave") {
    for (const CallKind kind : kinds)
        for (int ranks = 1; ranks <= 64; ++ranks)
            for (const int root : {0, ranks / 3, ranks - 1}) {
                const std::vector<long long> slots = different_slots(kind, ranks);
                for (const long long* const sizes : {static_cast<const long long*>(nullptr), slots.data()}) {
                    if (sizes != nullptr && (!has_slots(kind) || ranks % 7 != 3)) continue;
                    const CollectiveOperationData all{kind, ranks, root, 40, sizes};
                    const auto found = all_given_and_got(all);
                    const int step = ranks > 16 ? 5 : 1;
                    for (int rank = 0; rank < ranks; rank += step) {
                        const GivenAndGot wanted = expected(all, rank);
                        const GivenAndGot& own = found[static_cast<std::size_t>(rank)];
                        if (own.given == wanted.given && own.got == wanted.got) continue;
                        CAPTURE(static_cast<int>(kind), ranks, root, rank, sizes != nullptr);
                        CHECK(own.given == wanted.given);
                        CHECK(own.got == wanted.got);
                    }
                }
            }
}

TEST_CASE("collective data: what crosses between the halves") {
    for (const CallKind kind : kinds)
        for (int ranks = 1; ranks <= 64; ++ranks) {
            if (combines(kind)) continue;
            const std::vector<long long> slots = different_slots(kind, ranks);
            for (const long long* const sizes : {static_cast<const long long*>(nullptr), slots.data()}) {
                if (sizes != nullptr && (!has_slots(kind) || ranks > 12)) continue;
                const CollectiveOperationData all{kind, ranks, ranks - 1, 40, sizes};
                CAPTURE(static_cast<int>(kind), ranks, sizes != nullptr);
                CHECK(crossing_bytes(all, [&](int rank) { return rank < ranks / 2; }) ==
                      expected_crossing(all, ranks / 2));
            }
        }
}

TEST_CASE("collective data: a half combines its data before they cross") {
    const auto crossing = [](CallKind kind, int ranks, auto is_inside) {
        return crossing_bytes({kind, ranks, 0, 8, nullptr}, is_inside);
    };
    const auto half = [](int rank) { return rank < 4; };
    CHECK(crossing(CallKind::Reduce, 8, half) == 8);
    CHECK(crossing(CallKind::Allreduce, 8, half) == 16);
    CHECK(crossing(CallKind::Reduce_scatter, 8, half) == 64);
    CHECK(crossing(CallKind::Scan, 8, half) == 8);
    CHECK(crossing(CallKind::Exscan, 8, [](int rank) { return rank % 2 == 0; }) == 7 * 8);
    CHECK(crossing(CallKind::Allreduce, 8, [](int) { return true; }) == 0); // a group within one half
}

TEST_CASE("collective data: as the manual says") {
    const auto at = [](CallKind kind, int rank) {
        const GivenAndGot all = all_given_and_got({kind, 4, 0, 100, nullptr})[static_cast<std::size_t>(rank)];
        return std::pair(all.given, all.got);
    };
    CHECK(at(CallKind::Bcast, 0) == std::pair(100LL, 0LL));
    CHECK(at(CallKind::Bcast, 3) == std::pair(0LL, 100LL));
    CHECK(at(CallKind::Alltoall, 2) == std::pair(300LL, 300LL));
    CHECK(at(CallKind::Allgather, 2) == std::pair(100LL, 300LL));
    CHECK(at(CallKind::Scatter, 0) == std::pair(300LL, 0LL));
    CHECK(at(CallKind::Gather, 0) == std::pair(0LL, 300LL));
    CHECK(at(CallKind::Reduce, 0) == std::pair(0LL, 100LL));
    CHECK(at(CallKind::Reduce, 1) == std::pair(100LL, 0LL));
    CHECK(at(CallKind::Allreduce, 1) == std::pair(100LL, 100LL));
    CHECK(at(CallKind::Reduce_scatter, 1) == std::pair(300LL, 100LL));
    CHECK(at(CallKind::Scan, 0) == std::pair(100LL, 0LL));
    CHECK(at(CallKind::Scan, 3) == std::pair(0LL, 100LL));
    CHECK(at(CallKind::Barrier, 1) == std::pair(0LL, 0LL));
    CHECK(at(CallKind::Message, 1) == std::pair(0LL, 0LL));
}
