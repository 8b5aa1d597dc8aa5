#include "report/figures/tics.h"

#include <catch2/catch.hpp>

using namespace loop::report;

TEST_CASE("an axis has at least three labels, whatever its range", "[tics]") {
    for (const bool logarithmic : {false, true})
        for (const double low : {1e-6, 0.05, 0.7, 1.0, 90.0, 4096.0})
            for (const double factor : {1.01, 1.3, 2.0, 7.0, 100.0, 1e7}) {
                const std::vector<double> values = tic_values(low, low * factor, logarithmic);
                CAPTURE(logarithmic, low, factor);
                CHECK(values.size() >= 3);
                CHECK(values.size() <= 12);
                CHECK(values.front() >= low * (1 - 1e-9));
                CHECK(values.back() <= low * factor * (1 + 1e-9));
            }
    CHECK(tic_values(1, 1000, true) == std::vector<double>{1, 10, 100, 1000});
    CHECK(tic_list({0.5, 1}) == "('0.5' 0.5, '1' 1)");
}
