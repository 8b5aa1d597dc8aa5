#include "kernels/bsp/block_curve.h"
#include "kernels/bsp/cache_levels.h"
#include "kernels/bsp/daxpy.h"
#include "kernels/bsp/message_sizes.h"
#include "kernels/bsp/operations.h"
#include "kernels/bsp/parcel.h"
#include "kernels/bsp/registrations.h"
#include "kernels/bsp/relation_sizes.h"
#include "kernels/bsp/repetitions.h"
#include "kernels/bsp/request_steps.h"

#include <loop/patterns.h>
#include <loop/straight_line.h>

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <set>
#include <vector>

using namespace loop;
using namespace loop::runtime::bsp;

TEST_CASE("full h-relations: every rank sends and receives h words, each at a different place") {
    for (int ranks = 1; ranks <= 64; ++ranks) {
        for (const long long h : {0LL, 1LL, 7LL, 64LL, 100LL}) {
            std::vector<std::set<long long>> places(static_cast<std::size_t>(ranks));
            std::vector<long long> received(static_cast<std::size_t>(ranks));
            int wrong = 0;
            for (int me = 0; me < ranks; ++me) {
                std::vector<long long> sent(static_cast<std::size_t>(ranks));
                for (long long i = 0; i < h; ++i) {
                    const auto word = patterns::h_relation_word(me, ranks, i);
                    const auto to = static_cast<std::size_t>(word.rank);
                    ++sent[to];
                    ++received[to];
                    wrong += places[to].insert(word.index).second ? 0 : 1;
                    wrong += word.rank == me && ranks > 1 ? 1 : 0;
                    wrong += word.index >= 2 * h + ranks ? 1 : 0;
                }
                for (int to = 0; to < ranks; ++to)
                    wrong +=
                        sent[static_cast<std::size_t>(to)] == patterns::h_relation_count(me, to, ranks, h)
                            ? 0
                            : 1;
            }
            for (const long long count : received)
                wrong += count == h ? 0 : 1;
            CHECK(wrong == 0);
        }
    }
}

TEST_CASE("four ranks: P(0) sends to P(1), P(2), P(3), P(1), P(2), P(3), as on the slides") {
    for (const int i : {0, 1, 2, 3, 4, 5})
        CHECK(patterns::h_relation_word(0, 4, i).rank == 1 + i % 3);
    CHECK(patterns::h_relation_word(2, 4, 4).index == 2 + 4);
}

TEST_CASE("relation sizes: all, or evenly spaced ones that include both ends of the fit") {
    using Sizes = std::vector<long long>;
    CHECK(relation_sizes(2, 5, 512) == Sizes{0, 1, 2, 3, 4, 5});
    CHECK(relation_sizes(2, 10, 3) == Sizes{0, 2, 4, 8, 10});
    CHECK(relation_sizes(3, 10, 4) == Sizes{0, 3, 6, 9, 10});
    CHECK(relation_sizes(1390, 1400, 2) == Sizes{0, 701, 1390, 1400});
    CHECK(relation_sizes(2, 256, 512).size() == 257);
    CHECK(relation_sizes(4, 1400, 512).size() <= 512);
    CHECK(relation_group(0, 256) == "h = 0");
    CHECK(relation_group(1, 256) == "h = 1");
    CHECK(relation_group(3, 256) == "h = 2 to 3");
    CHECK(relation_group(128, 256) == "h = 128 to 255");
    CHECK(relation_group(256, 256) == "h = 256");
    CHECK(relation_group(300, 310) == "h = 256 to 310");
    // Two relations on three ranks: 6 messages each, plus one per word unless combined.
    CHECK(relation_messages({2, 5}, 3, true) == 12);
    CHECK(relation_messages({2, 5}, 3, false) == 12 + 21);
}

TEST_CASE("steps of requests: from one request to 16 h1 words, in small steps") {
    for (const long long h1 : {1LL, 2LL, 20LL, 256LL, 1LL << 20}) {
        std::set<Operation> operations;
        std::set<long long> widths;
        const long long most = 16 * std::min(h1, 1024LL);
        int wrong = 0;
        const RequestStep* last = nullptr;
        const std::vector<RequestStep> all = steps_of_requests(h1);
        for (const RequestStep& one : all) {
            operations.insert(one.operation);
            widths.insert(one.words);
            const bool begins =
                last == nullptr || last->operation != one.operation || last->words != one.words;
            if (begins)
                wrong += one.count == 1 && (last == nullptr || last->count * last->words == most) ? 0 : 1;
            else
                wrong += one.count > last->count && one.count <= 2 * last->count ? 0 : 1;
            last = &one;
        }
        CHECK(wrong == 0);
        CHECK(last->count * last->words == most);
        CHECK(operations.size() == 5);
        CHECK(widths == std::set<long long>{1, 4, 16});
    }
}

TEST_CASE("DAXPYs of alternating sign: -(82/9)(n-1) after 100 iterations, however often repeated") {
    for (const long long n : {1LL, 2LL, 1024LL}) {
        Daxpy daxpy(n, 100);
        daxpy.pass();
        CHECK(daxpy.last_sum() == Approx(-82.0 / 9 * static_cast<double>(n - 1)));
        CHECK(daxpy.holds());
        for (int pass = 1; pass < 1000; ++pass)
            daxpy.pass();
        CHECK(daxpy.last_sum() == Approx(2.0 * static_cast<double>(n - 1)));
        CHECK(daxpy.holds());
        daxpy.reset();
        daxpy.pass();
        CHECK(daxpy.last_sum() == Approx(-82.0 / 9 * static_cast<double>(n - 1)));
    }
}

TEST_CASE("levels of cache: data that fit a cache, but none below it; more than the last one for memory") {
    constexpr double kib = 1024, mib = 1024 * kib;
    const auto all = level_data({32 * kib, 256 * kib, 8 * mib}, 512 * mib);
    REQUIRE(all.size() == 4);
    CHECK(all[0].level == 1);
    CHECK(all[0].bytes == 16 * kib);
    CHECK(all[1].bytes == 128 * kib); // half of the cache
    CHECK(all[2].level == 3);
    CHECK(all[2].bytes == 1 * mib); // four times the cache below
    CHECK(all[2].cache == 8 * mib);
    CHECK(all[3].level == memory_level);
    CHECK(all[3].bytes == 32 * mib);
    // A rank's share of L3 is smaller than its L2, or hardly larger: there is no level between L2 and memory.
    const auto shared = level_data({32 * kib, 1 * mib, 1.2 * mib}, 512 * mib);
    REQUIRE(shared.size() == 3);
    CHECK(shared[2].level == memory_level);
    CHECK(shared[2].bytes == 4 * mib);
    // Twice the cache below, half of which would fit it.
    CHECK(level_data({32 * kib, 60 * kib}, mib)[1].bytes == Approx(std::sqrt(32 * 60.0) * kib));
    CHECK(level_data({0, 0, 0}, mib).empty());
    CHECK(level_data({32 * kib}, 63 * kib).size() == 1); // no room for data that fit no cache
    CHECK(level_data({32 * kib, 8 * mib}, 100 * kib).size() == 1);
}

TEST_CASE("scalar operations and DGEMM are exact, and a wrong element is noticed") {
    ScalarChain chain;
    for (int pass = 0; pass < 3; ++pass)
        chain.pass();
    CHECK(chain.holds());
    CHECK(ScalarChain::flops() == 20000);
    for (const long long n : {1LL, 7LL, 64LL, 100LL}) {
        MatrixProduct product(n);
        CHECK_FALSE(product.holds()); // of zeros
        product.pass();
        product.pass();
        CHECK(product.holds());
    }
    CHECK(MatrixProduct::flops(100) == 2e6);
}

TEST_CASE("repetitions: enough for the requested time and for the clock, or 0") {
    const auto of = [](double ns_each, std::int64_t step) {
        return [=](long long count) {
            return static_cast<std::int64_t>(ns_each * static_cast<double>(count)) / step * step;
        };
    };
    CHECK(repetitions_for(of(1000, 1), 500000, 1, 1 << 30) == Approx(500).margin(10));
    CHECK(repetitions_for(of(1e6, 1), 500000, 1, 1 << 30) == 1);
    CHECK(repetitions_for(of(1000, 1000000), 500000, 1000000, 1 << 30) >= 100000); // a step of a millisecond
    CHECK(repetitions_for(of(1e-3, 1000000), 500000, 1000000, 1 << 20) == 0);
    CHECK(repetitions_for([](long long) { return std::int64_t{0}; }, 1, 1, 1 << 30) == 0);
    CHECK(too_coarse(1, "g").empty());
    CHECK(too_coarse(4000000, "r, g and l") ==
          "the clock is too coarse for r, g and l: its resolution is 4000 us, and 100 us or less is needed");
    CHECK(too_coarse(0, "s") ==
          "the clock is too coarse for s: it does not advance, and 100 us or less is needed");
    // As many as fit at the pace of the last batch, but at least as many as the clock needs at the best pace.
    CHECK(next_repetitions(5e6, 1000, 500000, 1) == 1);
    CHECK(next_repetitions(1000, 1000, 500000, 1) == 501);
    CHECK(next_repetitions(5e6, 1000, 500000, 50) == 6);
}

TEST_CASE("quartiles: between values if need be, also of few values") {
    const auto of = [](std::vector<double> values) {
        const Quartiles found = quartiles_of(values);
        return std::vector<double>{found.lower, found.median, found.upper};
    };
    CHECK(of({7}) == std::vector<double>{7, 7, 7});
    CHECK(of({9, 1}) == std::vector<double>{3, 5, 7});
    CHECK(of({5, 1, 4, 2, 3}) == std::vector<double>{2, 3, 4});
    CHECK(of({11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1000}) == std::vector<double>{4.5, 7, 9.5});
}

TEST_CASE("a line through collinear points is exact; one point gives no line") {
    const double x[] = {2, 3, 4, 1000000};
    const double y[] = {2 * 3.5 - 7, 3 * 3.5 - 7, 4 * 3.5 - 7, 1000000 * 3.5 - 7};
    StraightLine line;
    REQUIRE(fit_line(x, y, 4, line));
    CHECK(line.slope == Approx(3.5));
    CHECK(line.intercept == Approx(-7));
    CHECK_FALSE(fit_line(x, y, 1, line));
    CHECK_FALSE(fit_line(x, y, 0, line));
    const double same[] = {2, 2};
    CHECK_FALSE(fit_line(same, y, 2, line));
}

TEST_CASE("the line of BSPedupack's sample output: g 633.9 and l 291 from h = 0 to 4") {
    const double h[] = {0, 1, 2, 3, 4};
    const double flops[] = {242, 892, 1510, 2585, 2565};
    StraightLine line;
    REQUIRE(fit_line(h, flops, 5, line));
    CHECK(line.slope == Approx(633.9).epsilon(1e-6));
    CHECK(line.intercept == Approx(291.0).epsilon(1e-6));
}

TEST_CASE("n-half is the block size at which g is twice g infinity") {
    std::vector<BlockPoint> points;
    CHECK(block_group({8, 4, 2, 1}, 0) == "blocks of 2 to 8 words");
    CHECK(block_group({8, 4, 2, 1}, 2) == "blocks of 2 to 8 words");
    CHECK(block_group({8, 4, 2, 1}, 3) == "blocks of 1 words");
    for (const long long block : block_sizes(8192, 4))
        points.push_back({block, 1.5 * (1 + 40.0 / static_cast<double>(block))});
    CHECK(points.size() == 12);
    const BlockFit fit = fit_blocks(points);
    CHECK(fit.g_infinity == Approx(1.5).epsilon(0.01));
    CHECK(fit.n_half == Approx(40).epsilon(0.01));
    CHECK(fit_blocks({{4, 2.0}, {8, -0.1}}).n_half == 0);
}

TEST_CASE("slots depend only on the order of pushes and pops") {
    int a = 0;
    int b = 0;
    int elsewhere[2] = {};
    Registrations here;
    Registrations there;
    here.push(&a, 4);
    here.push(&b, 4);
    there.push(&elsewhere[0], 4);
    there.push(nullptr, 0);
    Slot slot = 99;
    CHECK_FALSE(here.find(&a, slot)); // not before the end of the superstep
    REQUIRE(here.settle());
    REQUIRE(there.settle());
    CHECK(here.history() == there.history());
    REQUIRE(here.find(&b, slot));
    CHECK(there.area(slot).base == nullptr);
    here.push(&a, 8); // newer, so it counts until it is popped
    REQUIRE(here.settle());
    CHECK(here.history() != there.history());
    REQUIRE(here.find(&a, slot));
    CHECK(here.area(slot).bytes == 8);
    here.pop(&a);
    REQUIRE(here.settle());
    REQUIRE(here.find(&a, slot));
    CHECK(here.area(slot).bytes == 4);
    here.pop(&a);
    here.push(&b, 16);
    REQUIRE(here.settle());
    CHECK_FALSE(here.find(&a, slot));
    here.pop(&a);
    CHECK_FALSE(here.settle());
}

namespace {

/// Where the puts or gets of a list go.
std::vector<long long> listed_offsets(const Entry& entry, const char* list) {
    std::vector<long long> all;
    for (std::int64_t k = 0; k < entry.count; ++k) {
        Distance distance = 0;
        std::memcpy(&distance, list, sizeof distance);
        all.push_back(entry.offset + static_cast<long long>(distance));
        list += sizeof distance + (entry.request == Request::Put ? static_cast<std::size_t>(entry.bytes) : 0);
    }
    return all;
}

/// The first word of a put of a list.
double listed_word(const Entry& entry, const char* list, std::int64_t k) {
    double word = 0;
    list += k * (static_cast<std::int64_t>(sizeof(Distance)) + entry.bytes);
    std::memcpy(&word, list + sizeof(Distance), sizeof word);
    return word;
}

} // namespace

TEST_CASE("puts of one size into one area share one entry, in any order") {
    using Offsets = std::vector<long long>;
    Parcel parcel;
    loop::detail::PutList list;
    const double words[] = {1, 2, 3, 4, 5, 6};
    const void* const target = &parcel; // any registered address
    CHECK_FALSE(list.take(target, &words[0], 80, 8));
    parcel.put(7, target, &words[0], 80, 8, list);
    CHECK_FALSE(list.take(target, &words[1], 16, 7));
    CHECK_FALSE(list.take(&words, &words[1], 16, 8));
    CHECK_FALSE(list.take(target, &words[1], -8, 8)); // refused by the call that follows
    CHECK(list.take(target, &words[1], 1600, 8));
    CHECK(list.take(target, &words[2], 0, 8));
    CHECK(list.take(target, &words[3], 0, 8));
    const long long far = (1LL << 32) + 24; // out of reach of the distances of the first entry
    CHECK_FALSE(list.take(target, &words[4], far, 8));
    parcel.put(7, target, &words[4], far, 8, list);
    CHECK_FALSE(list.take(target, &words[4], 8, 8));
    CHECK(list.take(target, &words[5], far - 8, 8));
    parcel.put(7, target, &words[4], 64, 3, list); // another length
    parcel.send("t", 1, "abc", 3);
    parcel.close(5, 1, true);
    CHECK(parcel.pieces() == 0);
    CHECK(parcel.bytes_moved() == 6 * 8 + 3 + 3);
    Entries entries(parcel.data() + sizeof(Header), parcel.bytes() - sizeof(Header));
    const Entry* entry = entries.next();
    REQUIRE(entry != nullptr);
    CHECK(listed_offsets(*entry, entries.payload()) == Offsets{80, 1600, 0, 0});
    CHECK(listed_word(*entry, entries.payload(), 2) == 3);
    entry = entries.next();
    REQUIRE(entry != nullptr);
    CHECK(listed_offsets(*entry, entries.payload()) == Offsets{far, far - 8});
    CHECK(listed_word(*entry, entries.payload(), 1) == 6);
    entry = entries.next();
    REQUIRE(entry != nullptr);
    CHECK(entry->bytes == 3);
    CHECK(listed_offsets(*entry, entries.payload()) == Offsets{64});
    entry = entries.next();
    REQUIRE(entry != nullptr);
    CHECK(entry->request == Request::Send);
    CHECK(std::string(entries.payload(), 4) == "tabc");
    CHECK(entries.next() == nullptr);
}

TEST_CASE("gets of one size from one area share one entry, in any order") {
    Parcel parcel;
    double words[3] = {};
    parcel.get(2, 800, &words[0], 8);
    parcel.get(2, 16, &words[1], 8);
    parcel.get(2, 792, &words[2], 8);
    parcel.get(3, 0, &words[2], 4); // another area
    parcel.close(0, 0, false);
    CHECK(parcel.gets().size() == 4);
    CHECK(parcel.bytes_to_get() == 28);
    Entries entries(parcel.data() + sizeof(Header), parcel.bytes() - sizeof(Header));
    const Entry* entry = entries.next();
    REQUIRE(entry != nullptr);
    CHECK(listed_offsets(*entry, entries.payload()) == std::vector<long long>{800, 16, 792});
    entry = entries.next();
    REQUIRE(entry != nullptr);
    CHECK(entry->slot == 3);
    CHECK(entries.next() == nullptr);
}

TEST_CASE("messages of one size share one entry, and their tags are aligned") {
    Parcel parcel;
    for (const char* const payload : {"one", "two"})
        parcel.send("tag", 3, payload, 3);
    parcel.send("tag", 3, "", 0);
    parcel.close(0, 3, false);
    CHECK(parcel.bytes_moved() == 6);
    Entries entries(parcel.data() + sizeof(Header), parcel.bytes() - sizeof(Header));
    const Entry* entry = entries.next();
    REQUIRE(entry != nullptr);
    CHECK(entry->request == Request::Send);
    CHECK(entry->count == 2);
    CHECK(entry->bytes == 6);
    CHECK(std::string(entries.payload(), 6) == "tagone");
    CHECK(std::string(entries.payload() + 8, 6) == "tagtwo");
    entry = entries.next();
    REQUIRE(entry != nullptr);
    CHECK(entry->bytes == 3);
    CHECK(entries.next() == nullptr);
}

// A pattern of its own must cost no more than any other: the parcel has the same size.
TEST_CASE("the size of a parcel does not depend on the order of its puts") {
    const auto bytes_of = [](long long step) {
        Parcel parcel;
        loop::detail::PutList list;
        constexpr long long count = 1021; // prime, so that every step visits all offsets
        const double word = 1;
        for (long long k = 0; k < count; ++k) {
            const long long offset = 8 * (k * step % count);
            if (!list.take(&parcel, &word, offset, 8)) parcel.put(0, &parcel, &word, offset, 8, list);
        }
        parcel.close(0, 0, false);
        return parcel.bytes();
    };
    CHECK(bytes_of(1) == bytes_of(1020));
    CHECK(bytes_of(1) == bytes_of(613));
    CHECK(bytes_of(1) < 1021 * 13);
}

TEST_CASE("the messages of a parcel cover it once: in parts, or the first one and the rest") {
    for (const MessageSizes& sizes : {MessageSizes{}, MessageSizes{8128, 8128, 1 << 18}})
        for (const std::size_t max_first : {512, 4096, 8128, 100000, 1 << 20})
            for (const std::size_t bytes :
                 {16, 512, 4096, 4097, 8128, 8129, 16256, 100000, 1 << 18, (1 << 18) + 1, 1 << 20, 3000000}) {
                const std::size_t first = sizes.first_of(bytes, max_first);
                CHECK(first <= max_first); // for which the receiver has room
                std::size_t end = first, messages = 1;
                sizes.for_each_later(bytes, first, [&](std::size_t at, std::size_t size) {
                    CHECK(at == end);
                    CHECK(size > 0);
                    if (sizes.in_parts(bytes)) CHECK(size <= sizes.copied);
                    end += size;
                    ++messages;
                });
                CHECK(end == bytes);
                if (!sizes.in_parts(bytes)) CHECK(messages == (bytes > max_first ? 2 : 1));
            }
}

TEST_CASE("a parcel without combining has one piece per put") {
    Parcel parcel;
    parcel.clear(false);
    const double word = 1;
    loop::detail::PutList list;
    for (int k = 0; k < 5; ++k) {
        CHECK_FALSE(list.take(&parcel, &word, 8 * k, 8));
        parcel.put(0, &parcel, &word, 8 * k, 8, list);
    }
    parcel.close(0, 0, false);
    CHECK(parcel.pieces() == 5);
    CHECK(parcel.piece_bytes(0) == Entries::padded(sizeof(Entry) + sizeof(Distance) + 8));
    CHECK(reinterpret_cast<const Header*>(parcel.data())->apart);
    const auto& pieces = *reinterpret_cast<const Pieces*>(parcel.data() + sizeof(Header));
    CHECK(pieces.count == 5);
    CHECK(pieces.longest == parcel.piece_bytes(0));
}

TEST_CASE("a list of puts continues when its memory is full, and ends with the parcel") {
    Parcel parcel;
    loop::detail::PutList list;
    for (int round = 0; round < 2; ++round) {
        parcel.clear(true);
        int taken = 0;
        for (int k = 0; k < 5000; ++k) {
            const double word = k;
            if (list.take(&parcel, &word, 16 * k, 8)) {
                ++taken;
            } else {
                parcel.put(3, &parcel, &word, 16 * k, 8, list);
            }
        }
        CHECK(taken > 4900);
        parcel.close(0, 0, false);
        const double late = 0;
        CHECK_FALSE(list.take(&parcel, &late, 16 * 5000, 8));
        CHECK(parcel.bytes_moved() == 40000);
        Entries entries(parcel.data() + sizeof(Header), parcel.bytes() - sizeof(Header));
        const Entry* const entry = entries.next();
        REQUIRE(entry != nullptr);
        CHECK(entry->count == 5000);
        const std::vector<long long> offsets = listed_offsets(*entry, entries.payload());
        int wrong = 0;
        for (int k = 0; k < 5000; ++k) {
            wrong += listed_word(*entry, entries.payload(), k) == k ? 0 : 1;
            wrong += offsets[static_cast<std::size_t>(k)] == 16 * k ? 0 : 1;
        }
        CHECK(wrong == 0);
        CHECK(entries.next() == nullptr);
    }
}
