#include "base/locality/distribution.h"

#include <catch2/catch.hpp>

#include <initializer_list>

using namespace loop::locality;

namespace {

Distribution of(std::initializer_list<double> values, double beyond = 0) {
    Distribution all;
    for (const double value : values)
        ++all.counts[value];
    all.beyond = beyond;
    return all;
}

} // namespace

TEST_CASE("the Kolmogorov-Smirnov distance of known samples") {
    CHECK(ks_distance(of({1, 2, 2, 9}), of({1, 2, 2, 9})) == 0);
    CHECK(ks_distance(of({1, 2}), of({1, 1, 1, 2, 2, 2})) == 0); // sizes do not matter
    CHECK(ks_distance(of({1, 2}), of({3, 4})) == 1);
    CHECK(ks_distance(of({1, 2, 3, 4}), of({3, 4, 5, 6})) == 0.5);
    CHECK(ks_distance(of({1, 2, 3}), of({1.5, 2.5})) == Approx(1.0 / 3));
    CHECK(ks_distance(of({1, 2, 3, 4, 5}), of({2, 4, 6, 8})) == Approx(0.5)); // at 5: 1 and 1/2
    CHECK(ks_distance(of({3, 4, 5, 6}), of({1, 2, 3, 4})) == 0.5);            // the same in both directions
}

TEST_CASE("values beyond all others count") {
    CHECK(ks_distance(of({1}, 1), of({1, 1})) == 0.5);
    CHECK(ks_distance(of({}, 3), of({}, 1)) == 0);
    CHECK(ks_distance(of({}, 3), of({1})) == 1);
    CHECK(of({1, 1, 2}, 4).total() == 7);
}
