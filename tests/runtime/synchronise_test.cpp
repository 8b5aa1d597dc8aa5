// Tests barriers and reductions with ranks that arrive at different times, and with changing roots.
#include "ranks.h"

#include <loop/loop.h>

#include <catch2/catch.hpp>
#include <sched.h>

#include <chrono>
#include <cstdlib>
#include <string>
#include <vector>

namespace loop::runtime {
bool node_is_open(); // comm/node/node.h, without mpi.h
}

namespace {

// Delays the rank whose turn it is.
void stagger(int turn) {
    if (turn % ranks != me) return;
    for (int i = 0; i < 20; ++i)
        sched_yield();
}

void sum_pair(double* into, double* from, int items, int datatype) {
    CHECK(items == 2);
    CHECK(datatype == 5);
    into[0] += from[0];
    into[1] += from[1];
}

} // namespace

TEST_CASE("ranks that yield while waiting share memory on their node") {
    const char* const waiting = std::getenv("LOOP_WAITING");
    const bool yields = waiting != nullptr && std::string(waiting) == "yield";
    if (yields) CHECK(loop::runtime::node_is_open()); // otherwise, the following tests would not test it
}

TEST_CASE("nobody leaves a barrier before everyone is there") {
    using clock = std::chrono::steady_clock; // all processes of a machine share this clock
    for (int i = 0; i < 200; ++i) {
        stagger(i);
        double last_entered = std::chrono::duration<double>(clock::now().time_since_epoch()).count();
        (i % 2 == 0 ? sync0 : barrier0)(loop::Site::here());
        const double left = std::chrono::duration<double>(clock::now().time_since_epoch()).count();
        gmax0(&last_entered, 1, 5, 0, 0);
        bcast0(&last_entered, sizeof last_entered, 0, 0);
        if (left < last_entered) FAIL_CHECK("barrier " << i);
    }
}

TEST_CASE("global operations in a row, each with its own root and its own ranks late") {
    for (int i = 0; i < 3000; ++i) {
        const int root = i / 7 % ranks;
        stagger(i);
        long value = 1000L * i + me;
        gsum0(&value, 1, 3, 0, root);
        if (me == root && value != 1000L * i * ranks + ranks * (ranks - 1) / 2) {
            FAIL_CHECK("operation " << i << " gave " << value);
        }
    }
}

TEST_CASE("global operations of any length") {
    for (int items : {0, 1, 2, 3, 511, 512, 513, 1024, 5000, 70000}) {
        std::vector<double> values(static_cast<std::size_t>(items) + 1, me);
        const int root = items % ranks;
        gsum0(values.data(), items, 5, 0, root);
        if (me != root) continue;
        CHECK(values.back() == me);
        values.pop_back();
        CHECK(values == std::vector<double>(static_cast<std::size_t>(items), ranks * (ranks - 1) / 2));
    }
}

TEST_CASE("a sum of numbers that depends on the order is the same each time") {
    double first = 0;
    for (int i = 0; i < 50; ++i) {
        stagger(i);
        double value = 0.1 * (me + 1) + 1e-17 * me;
        gsum0(&value, 1, 5, 0, 0);
        if (i == 0) first = value;
        if (me == 0) CHECK(value == first);
    }
}

TEST_CASE("gcomb0 passes the whole buffer to a user's function") {
    for (int root = 0; root < ranks; ++root) {
        double pair[2] = {1.0 * me, 1};
        gcomb0(pair, 2, 5, 0, root, sum_pair);
        if (me == root) CHECK(pair[0] == ranks * (ranks - 1) / 2);
        if (me == root) CHECK(pair[1] == ranks);
    }
}
