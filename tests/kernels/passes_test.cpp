#include "measure/batches.h"

#include <catch2/catch.hpp>

#include <functional>
#include <vector>

using namespace loop::runtime;

namespace {

// What a \LOOP with SECONDS does if pass i takes `pass(i)` seconds, and an agreement `agreement` seconds.
struct Timed {
    std::vector<long long> batches;
    double measured = 0, last = 0;
    double agreements = 0;
    long long passes = 0;
};
Timed run_for(double wanted, double agreement, const std::function<double(long long)>& pass) {
    Timed seen;
    for (long long last = 0; seen.batches.size() < 1000;) {
        seen.agreements += agreement;
        last = next_batch({wanted, seen.measured, seen.passes, seen.last, last, agreement});
        if (last == 0) return seen;
        seen.batches.push_back(last);
        seen.last = 0;
        for (long long i = 0; i < last; ++i)
            seen.last += pass(seen.passes++);
        seen.measured += seen.last;
    }
    return seen;
}

} // namespace

TEST_CASE("batches of passes fill the time, and agreements cost less than a hundredth", "[passes]") {
    for (const double pass : {1e-7, 1e-5, 1e-3, 0.3})
        for (const double wanted : {0.1, 1.0, 10.0}) {
            const double agreement = 2e-5;
            const Timed seen = run_for(wanted, agreement, [&](long long) { return pass; });
            INFO(pass << " " << wanted << ": " << seen.batches.size() << " batches");
            CHECK(seen.measured >= wanted);
            CHECK(seen.measured < wanted + 2 * pass);
            if (pass < wanted) CHECK(seen.agreements < 0.01 * wanted);
            CHECK(seen.batches[0] == 1);
            for (std::size_t i = 1; i < seen.batches.size(); ++i)
                CHECK(seen.batches[i] <= 4 * seen.batches[i - 1]);
        }
}

TEST_CASE("no time gives no passes, and a pass that is too long is the only one", "[passes]") {
    CHECK(run_for(0, 1e-5, [](long long) { return 1; }).passes == 0);
    CHECK(run_for(1, 1e-5, [](long long) { return 5; }).passes == 1);
    // A clock that has not advanced yet does not divide by zero.
    CHECK(next_batch({1, 0, 1, 0, 1, 0}) == 4);
    CHECK(next_batch({1, 0, 5, 0, 4, 0}) == 16);
}

TEST_CASE("a loop whose passes become slower does not last much longer", "[passes]") {
    // Each pass takes a tenth of a millisecond more than the one before.
    const Timed slower = run_for(1, 1e-5, [](long long i) { return 1e-4 * static_cast<double>(i + 1); });
    CHECK(slower.measured >= 1);
    CHECK(slower.measured < 1.2);
    const Timed faster = run_for(1, 1e-5, [](long long i) { return i < 3 ? 0.1 : 1e-5; });
    CHECK(faster.measured >= 1);
    CHECK(faster.measured < 1.01);
}
