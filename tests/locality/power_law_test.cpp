#include "base/locality/power_law.h"

#include <catch2/catch.hpp>

#include <cmath>

using namespace loop::locality;

namespace {

// As not_reused(), computed block by block and draw by draw.
double by_hand(const PowerLaw& law, int time, int draws) {
    double sum = 0;
    for (int k = 0; k < static_cast<int>(law.blocks); ++k) {
        const double p = std::pow((k + 1) / law.blocks, law.alpha) - std::pow(k / law.blocks, law.alpha);
        for (int draw = 0; draw < draws; ++draw)
            sum += p * std::pow(1 - p, std::min(time, draw)) / draws;
    }
    return sum;
}

} // namespace

TEST_CASE("the predicted fraction of draws without reuse is correct") {
    for (const double alpha : {1.0, 0.3, 0.01}) {
        for (const double blocks : {1.0, 2.0, 16.0, 500.0}) {
            const std::vector<double> parts = not_reused({alpha, blocks}, {1, 5, 40, 200}, 200);
            const int times[] = {1, 5, 40, 200};
            for (std::size_t k = 0; k < parts.size(); ++k)
                CHECK(parts[k] == Approx(by_hand({alpha, blocks}, times[k], 200)).epsilon(0.002));
        }
    }
}

TEST_CASE("a law is recovered from its own reuse times") {
    for (const double alpha : {1.0, 0.5, 0.03, 0.001}) {
        const PowerLaw law{alpha, 50000};
        ReuseTimes seen;
        seen.draws = 1e6;
        for (seen.until = {1}; seen.until.back() < seen.draws / 1.2;)
            seen.until.push_back(std::ceil(seen.until.back() * 1.2));
        double before = 1;
        for (const double part : not_reused(law, seen.until, seen.draws)) {
            seen.count.push_back((before - part) * seen.draws);
            before = part;
        }
        seen.first = before * seen.draws;
        const PowerLawFit fit = fit_power_law(seen, 1, 1e6);
        CHECK(fit.law.alpha == Approx(alpha).epsilon(0.01));
        CHECK(fit.law.blocks == Approx(50000).epsilon(0.05));
        CHECK(fit.ks_distance < 0.001);
    }
}

TEST_CASE("blocks without reuse determine no law") {
    const PowerLawFit fit = fit_power_law({{1, 10}, {0, 0}, 100, 100}, 100, 100);
    CHECK(fit.law.alpha == 1);
    CHECK(fit.law.blocks == 100);
}
