// Tests the BSP layer against the rules of BSPlib, on any number of ranks.
#include "comm/sites.h"
#include "ranks.h"

#include <loop/loop.h>

#include <catch2/catch.hpp>

#include <algorithm>
#include <climits>
#include <iterator>
#include <numeric>
#include <random>
#include <string>
#include <vector>

namespace {

int right() {
    return (me + 1) % ranks;
}
int left() {
    return (me + ranks - 1) % ranks;
}

// Runs supersteps with and without combined puts.
class Program {
public:
    explicit Program(bool together = true) {
        bsp_begin(INT_MAX);
        loop::bsp_combine(together);
        bsp_sync();
    }
    ~Program() { bsp_end(); }
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;
};

constexpr long long word = sizeof(int);

void register_all(std::vector<int>& words) {
    bsp_push_reg(words.data(), static_cast<long long>(words.size()) * word);
    bsp_sync();
}

} // namespace

TEST_CASE("BSP: processes are the ranks, and time advances") {
    const Program program;
    CHECK(bsp_nprocs() == ranks);
    CHECK(bsp_pid() == me);
    const double before = bsp_time();
    bsp_sync();
    CHECK(bsp_time() > before);
}

TEST_CASE("BSP: a put copies its data at the call and arrives at the end of the superstep") {
    for (const bool together : {true, false}) {
        const Program program(together);
        std::vector<int> in(static_cast<std::size_t>(ranks), -1);
        register_all(in);
        int out = 100 + me;
        for (int pid = 0; pid < ranks; ++pid)
            bsp_put(pid, &out, in.data(), me * word, word);
        out = -2;
        CHECK(in[0] == -1);
        bsp_sync();
        for (int pid = 0; pid < ranks; ++pid)
            CHECK(in[static_cast<std::size_t>(pid)] == 100 + pid);
    }
}

TEST_CASE("BSP: of puts to the same place, the last one of the highest rank wins") {
    for (const bool together : {true, false}) {
        const Program program(together);
        std::vector<int> in(4, -1);
        register_all(in);
        for (int round = 0; round < 3; ++round) {
            const std::vector<int> out{10 * me + round, 10 * me + round};
            bsp_put(right(), out.data(), in.data(), (round % 2) * word, 2 * word); // overlapping
            bsp_put(0, out.data(), in.data(), 3 * word, word);
        }
        bsp_sync();
        CHECK(in[0] == 10 * left() + 2);
        CHECK(in[1] == 10 * left() + 2);
        CHECK(in[2] == 10 * left() + 1);
        CHECK(in[3] == (me == 0 ? 10 * (ranks - 1) + 2 : -1));
    }
}

TEST_CASE("BSP: gets read before puts write, and both end before the next superstep") {
    const Program program;
    std::vector<int> words{me, me + 1000};
    register_all(words);
    int got = -1;
    int direct = -1;
    const int out = 500 + me;
    bsp_put(right(), &out, words.data(), 0, word);
    bsp_get(right(), words.data(), 0, &got, word);
    bsp_hpget(right(), words.data(), word, &direct, word);
    CHECK(got == -1);
    bsp_sync();
    CHECK(got == right());
    CHECK(direct == right() + 1000);
    CHECK(words[0] == 500 + left());
}

TEST_CASE("BSP: a get may write where another get reads") {
    const Program program;
    std::vector<int> words{me, -1};
    register_all(words);
    bsp_get(right(), words.data(), 0, words.data(), word);
    bsp_sync();
    CHECK(words[0] == right());
}

TEST_CASE("BSP: zero lengths move nothing and need no area") {
    const Program program;
    std::vector<int> words(1, 7);
    register_all(words);
    bsp_put(right(), words.data(), words.data(), 1000, 0);
    bsp_get(right(), words.data(), 1000, words.data(), 0);
    bsp_hpput(right(), words.data(), words.data(), 0, 0);
    bsp_sync();
    CHECK(words[0] == 7);
}

TEST_CASE("BSP: many puts to one target, with various lengths and offsets") {
    for (const bool together : {true, false}) {
        const Program program(together);
        constexpr int count = 300;
        std::vector<char> in(3 * count * 8, 'x');
        bsp_push_reg(in.data(), static_cast<long long>(in.size()));
        bsp_sync();
        std::vector<char> expected = in;
        for (int k = 0; k < count; ++k) {
            const std::string text(static_cast<std::size_t>(1 + k % 8),
                                   static_cast<char>('a' + (left() + k) % 26));
            const std::string mine(static_cast<std::size_t>(1 + k % 8),
                                   static_cast<char>('a' + (me + k) % 26));
            // Ascending, descending, and irregular places.
            const int place = k < 100 ? 8 * k : k < 200 ? 8 * (499 - k) : 8 * (3 * k % count + 500);
            if (place + 8 > static_cast<int>(in.size())) continue;
            bsp_put(right(), mine.data(), in.data(), place, static_cast<long long>(mine.size()));
            std::copy(text.begin(), text.end(), expected.begin() + place);
        }
        bsp_sync();
        CHECK(std::string(in.begin(), in.end()) == std::string(expected.begin(), expected.end()));
    }
}

TEST_CASE("BSP: puts and gets in any order arrive where they should, and the last put of a place wins") {
    for (const bool together : {true, false}) {
        const Program program(together);
        constexpr long long count = 509; // prime, so that every step visits all places
        std::vector<int> in(count, -1), got(count, -1), out(count);
        register_all(in);
        for (const long long step : {1, 508, 200}) {
            for (long long k = 0; k < count; ++k) {
                const int old = -2;
                out[static_cast<std::size_t>(k)] = static_cast<int>(1000 * step + 7 * me + k);
                if (k % 3 == 0) bsp_put(right(), &old, in.data(), k * step % count * word, word);
                bsp_put(right(), &out[static_cast<std::size_t>(k)], in.data(), k * step % count * word, word);
            }
            bsp_sync();
            for (long long k = 0; k < count; ++k)
                bsp_get(right(), in.data(), k * step % count * word, &got[static_cast<std::size_t>(k)], word);
            bsp_sync();
            CHECK(got == out); // the right neighbor has what this rank put
        }
    }
}

TEST_CASE("BSP: a row of puts does what its puts would do") {
    struct Row {
        long long source_stride, offset, stride, bytes, count; // in words, except the count
    };
    constexpr Row rows[] = {{1, 0, 1, 1, 40},    {3, 40, 2, 1, 20}, {-1, 119, -1, 1, 30}, {0, 5, 7, 1, 9},
                            {2, 100, 30, 20, 3}, {1, 60, 0, 2, 5},  {5, 7, 11, 3, 1},     {1, 9, 1, 1, 0}};
    for (const bool together : {true, false}) {
        const Program program(together);
        std::vector<int> by_row(200, -1), by_puts(by_row), out(200);
        std::iota(out.begin(), out.end(), 1000 * me);
        register_all(by_row);
        register_all(by_puts);
        for (const Row& row : rows) {
            const int* const first = out.data() + 50;
            bsp_put(right(), out.data(), by_row.data(), row.offset * word, word);
            bsp_put(right(), out.data(), by_puts.data(), row.offset * word, word);
            loop::bsp_put_row(right(), first, row.source_stride * word, by_row.data(), row.offset * word,
                              row.stride * word, row.bytes * word, row.count);
            for (long long k = 0; k < row.count; ++k)
                bsp_put(right(), first + k * row.source_stride, by_puts.data(),
                        (row.offset + k * row.stride) * word, row.bytes * word);
        }
        bsp_sync();
        CHECK(by_row == by_puts);
        CHECK(by_row[0] == 1000 * left() + 50);
    }
}

// The first message of a superstep has room for as much as the same rank has sent before.
TEST_CASE("BSP: supersteps of growing and shrinking size, different on each rank") {
    const Program program;
    constexpr std::size_t most = 400000;
    const auto count_of = [](int rank, std::size_t step) {
        constexpr std::size_t counts[] = {1, 1500, 900, most, 2, most - 1, 5000, 5000};
        return counts[(step + static_cast<std::size_t>(rank)) % std::size(counts)];
    };
    std::vector<int> in(most, -1), out(most);
    register_all(in);
    for (std::size_t step = 0; step < 20; ++step) {
        std::iota(out.begin(), out.end(), 1000 * me + static_cast<int>(step));
        bsp_put(right(), out.data(), in.data(), 0, static_cast<long long>(count_of(me, step)) * word);
        bsp_sync();
        const std::size_t count = count_of(left(), step);
        std::vector<int> expected(count);
        std::iota(expected.begin(), expected.end(), 1000 * left() + static_cast<int>(step));
        CHECK(std::equal(expected.begin(), expected.end(), in.begin()));
    }
}

TEST_CASE("BSP: parcels just below and above the sizes of their messages arrive") {
    const Program program;
    // Beside a put's words, a parcel has 68 bytes, padded to 8. Messages have 8128 bytes, parcels in several
    // of them at most 2^18, and a first message at most 2^20.
    std::vector<std::size_t> counts;
    for (const std::size_t bytes : {4096UL, 8128UL, 2 * 8128UL, 3 * 8128UL, 1UL << 18, 1UL << 20, 3UL << 20})
        for (const std::size_t less : {100, 76, 72, 68, 64, 60})
            counts.push_back((bytes - less) / sizeof(int));
    std::shuffle(counts.begin(), counts.end(), std::mt19937(7)); // the same on all ranks
    std::vector<int> in(*std::max_element(counts.begin(), counts.end()), -1), out(in);
    register_all(in);
    const auto count_of = [&](int rank, std::size_t step) {
        return counts[(step + 5 * static_cast<std::size_t>(rank)) % counts.size()];
    };
    for (std::size_t step = 0; step < counts.size(); ++step) {
        std::iota(out.begin(), out.end(), 1000 * me + static_cast<int>(step));
        bsp_put(right(), out.data(), in.data(), 0, static_cast<long long>(count_of(me, step)) * word);
        bsp_sync();
        std::vector<int> expected(count_of(left(), step));
        std::iota(expected.begin(), expected.end(), 1000 * left() + static_cast<int>(step));
        CHECK(std::equal(expected.begin(), expected.end(), in.begin()));
    }
}

TEST_CASE("BSP: long puts and gets, buffered and direct") {
    for (const bool together : {true, false}) {
        const Program program(together);
        const std::size_t count = 50000;
        std::vector<int> in(4 * count, -1);
        register_all(in);
        std::vector<int> out(count);
        std::iota(out.begin(), out.end(), 1000 * me);
        std::vector<int> got(2 * count);
        const auto bytes = static_cast<long long>(count) * word;
        bsp_put(right(), out.data(), in.data(), 0, bytes);
        bsp_hpput(right(), out.data(), in.data(), bytes, bytes);
        bsp_sync();
        bsp_get(left(), in.data(), 0, got.data(), bytes);
        bsp_hpget(left(), in.data(), bytes, got.data() + count, bytes);
        bsp_hpput(right(), out.data(), in.data(), 2 * bytes, bytes);
        bsp_sync();
        for (const std::size_t k : {std::size_t{0}, count / 2, count - 1}) {
            CHECK(in[k] == 1000 * left() + static_cast<int>(k));
            CHECK(in[count + k] == 1000 * left() + static_cast<int>(k));
            CHECK(in[2 * count + k] == 1000 * left() + static_cast<int>(k));
            CHECK(got[k] == 1000 * ((me + 2 * ranks - 2) % ranks) + static_cast<int>(k));
            CHECK(got[count + k] == got[k]);
        }
        CHECK(in[3 * count] == -1);
    }
}

TEST_CASE("BSP: many registrations; the newest of an address counts; pops in any order") {
    const Program program;
    std::vector<int> words(200, -1);
    for (int& one : words)
        bsp_push_reg(&one, word);
    bsp_push_reg(words.data(),
                 static_cast<long long>(words.size()) * word); // the same address as its first word
    bsp_sync();
    const int out = me;
    for (int& one : words)
        bsp_put(right(), &out, &one, 0, word);
    const int other = me + 1000;
    bsp_put(right(), &other, words.data(), 199 * word, word);
    bsp_pop_reg(words.data());
    bsp_sync();
    CHECK(words[0] == left());
    CHECK(words[198] == left());
    CHECK(words[199] == left() + 1000);
    for (std::size_t k = 0; k < words.size(); k += 2)
        bsp_pop_reg(&words[k]);
    bsp_push_reg(&words[0], 2 * word); // takes the slot of another registration
    bsp_sync();
    const std::vector<int> two{me + 7, me + 8};
    bsp_put(right(), two.data(), &words[0], 0, 2 * word);
    bsp_put(right(), two.data(), &words[3], 0, word);
    bsp_sync();
    CHECK(words[0] == left() + 7);
    CHECK(words[1] == left() + 8);
    CHECK(words[3] == left() + 7);
}

TEST_CASE("BSP: each process registers its own address and size") {
    const Program program;
    std::vector<int> in(static_cast<std::size_t>(me) + 1, -1);
    int nothing = 0;
    bsp_push_reg(me == 0 ? &nothing : nullptr, word); // other ranks have no area
    register_all(in);
    const int out = 40 + me;
    bsp_put(right(), &out, in.data(), right() * word, word); // the last word there
    if (me == ranks - 1) bsp_put(0, &out, me == 0 ? &nothing : nullptr, 0, word);
    bsp_sync();
    CHECK(in.back() == 40 + left());
    CHECK(nothing == (me == 0 ? 40 + ranks - 1 : 0));
}

TEST_CASE("BSP: messages have tags, are ordered by rank and call, and last one superstep") {
    for (const bool together : {true, false}) {
        const Program program(together);
        int tag_bytes = sizeof(int);
        bsp_set_tagsize(&tag_bytes);
        CHECK(tag_bytes == 0);
        bsp_sync();
        for (int k = 0; k < 3; ++k) {
            const std::vector<int> payload(static_cast<std::size_t>(k), me);
            const int tag = 10 * me + k;
            for (int pid = 0; pid < ranks; ++pid)
                bsp_send(pid, &tag, payload.data(), k * word);
        }
        bsp_sync();
        int messages = 0;
        int bytes = 0;
        bsp_qsize(&messages, &bytes);
        CHECK(messages == 3 * ranks);
        CHECK(bytes == 3 * ranks * word);
        for (int pid = 0; pid < ranks; ++pid) {
            for (int k = 0; k < 2; ++k) {
                int tag = -1;
                bsp_get_tag(&bytes, &tag);
                CHECK(bytes == k * word);
                CHECK(tag == 10 * pid + k);
                int in = -1;
                bsp_move(&in, 100);
                CHECK(in == (k == 0 ? -1 : pid));
            }
            void* tag = nullptr;
            void* payload = nullptr;
            CHECK(bsp_hpmove(&tag, &payload) == 2 * word);
            CHECK(*static_cast<int*>(tag) == 10 * pid + 2);
            CHECK(static_cast<int*>(payload)[1] == pid);
        }
        bsp_get_tag(&bytes, nullptr);
        CHECK(bytes == -1);
        const int tag = 0;
        bsp_send(right(), &tag, &tag, word);
        bsp_sync();
        bsp_sync(); // messages that were not moved are lost
        bsp_qsize(&messages);
        CHECK(messages == 0);
    }
}

TEST_CASE("BSP: many supersteps in sequence, all to all") {
    const Program program;
    std::vector<int> in(static_cast<std::size_t>(ranks), -1);
    register_all(in);
    const loop::Site site{"supersteps.loop", 1};
    for (int step = 0; step < 50; ++step) {
        const int out = 1000 * step + me;
        for (int pid = 0; pid < ranks; ++pid)
            bsp_put(pid, &out, in.data(), me * word, word);
        bsp_sync(site);
        int wrong = 0;
        for (int pid = 0; pid < ranks; ++pid)
            wrong += in[static_cast<std::size_t>(pid)] != 1000 * step + pid ? 1 : 0;
        CHECK(wrong == 0);
    }
    // h of each superstep: a word to and from each other rank.
    const auto& counted = loop::runtime::find_site(loop::Construct::BspSync, site);
    REQUIRE(counted.h.stretches().size() == 1);
    CHECK(counted.h.stretches()[0].calls == 50);
    CHECK(counted.h.stretches()[0].bytes == word * (ranks - 1));
}

TEST_CASE("BSP: a kernel that makes these calls leaves the requests of the program alone") {
    const Program program;
    std::vector<int> words(1, -1);
    register_all(words);
    bsp_put(right(), &me, words.data(), 0, word);
    loop::bspbench(16, ranks + 8, -1, "put", true, 1, 1, 1e-6, 8, "", false);
    CHECK(words[0] == -1);
    bsp_sync();
    CHECK(words[0] == left());
    bsp_pop_reg(words.data());
}

TEST_CASE("BSP: requests of a superstep, made or received, are counted by operation") {
    for (const bool together : {true, false}) {
        const Program program(together);
        std::vector<int> in(10000, 0), out(10000, 0);
        register_all(in);
        const loop::Site site{"requests.loop", together ? 1 : 2};
        const long long words = static_cast<long long>(in.size());
        for (int step = 0; step < 2; ++step) {
            for (int k = 0; k < 5; ++k)
                bsp_put(right(), &out[0], in.data(), k * word, word);
            bsp_hpput(right(), out.data(), in.data(), 0, words * word);
            loop::bsp_put_row(right(), out.data(), word, in.data(), 0, 2 * word, word, 100);
            for (int k = 0; k < 3; ++k)
                bsp_get(right(), in.data(), k * word, &out[static_cast<std::size_t>(k)], word);
            bsp_hpget(right(), in.data(), 0, out.data(), words * word);
            if (me == 0) bsp_send(right(), nullptr, out.data(), word);
            bsp_put(me, &out[0], in.data(), 0, word); // to itself: no request to others
            bsp_sync(site);
        }
        const auto& counted = loop::runtime::find_site(loop::Construct::BspSync, site);
        REQUIRE(counted.h.stretches().size() == 1);
        CHECK(counted.h.stretches()[0].calls == 2);
        const bool has_partner = ranks > 1;
        const bool has_message = has_partner && (me == 0 || left() == 0);
        // Together, the puts form one list, the gets another one, and the message a third one.
        const long long lists = (has_partner ? together ? 2 : 8 : 0) + (has_message ? 1 : 0);
        const loop::runtime::RequestCounts expected{has_partner ? 6 : 0, has_partner ? 1 : 0,
                                                    has_partner ? 4 : 0, has_message ? 1 : 0, lists};
        CHECK((counted.h.stretches()[0].requests == expected));
    }
}

TEST_CASE("BSP: lists are counted: puts in any order form one, puts that change size or area more") {
    const Program program(true);
    std::vector<int> one(100, 0), other(100, 0);
    register_all(one);
    register_all(other);
    const auto lists = [&](int line, auto put) {
        const loop::Site site{"lists.loop", line};
        for (int k = 0; k < 12; ++k)
            put(k);
        bsp_sync(site);
        const auto stretches = loop::runtime::find_site(loop::Construct::BspSync, site).h.stretches();
        REQUIRE(stretches.size() == 1);
        CHECK(stretches[0].requests.puts == (ranks > 1 ? 12 : 0));
        return stretches[0].requests.lists;
    };
    const int mine = me;
    const auto put = [&](std::vector<int>& area, int place, long long bytes) {
        bsp_put(right(), &mine, area.data(), place * word, bytes);
    };
    const bool has_partner = ranks > 1;
    CHECK(lists(1, [&](int k) { put(one, k, word); }) == (has_partner ? 1 : 0));
    CHECK(lists(2, [&](int k) { put(one, k * 37 % 100, word); }) == (has_partner ? 1 : 0));
    CHECK(lists(3, [&](int k) { put(k % 2 == 0 ? one : other, k, word); }) == (has_partner ? 12 : 0));
    CHECK(lists(4, [&](int k) { put(one, k, k < 6 ? word : word / 2); }) == (has_partner ? 2 : 0));
    CHECK(lists(5, [&](int k) { put(k < 4 ? one : other, k, k % 2 == 0 ? word : word / 2); }) ==
          (has_partner ? 12 : 0));
}
