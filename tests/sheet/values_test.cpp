#include "report/document/values.h"
#include "report/sheet/sections.h"

#include <catch2/catch.hpp>

using namespace loop::report;

TEST_CASE("rounded shares sum to 100", "[values]") {
    // The paper's own sheet says 51.32 + 43.37 + 5.32 = 100.01.
    const auto shares = rounded_shares<5>({51.3166, 43.3667, 5.3167, 0, 0});
    CHECK(shares[0] + shares[1] + shares[2] == Approx(100).margin(1e-9));
    CHECK(shares[0] == Approx(51.32).margin(0.011));
    const auto thirds = rounded_shares<5>({100.0 / 3, 100.0 / 3, 100.0 / 3, 0, 0});
    CHECK(thirds[0] + thirds[1] + thirds[2] == Approx(100).margin(1e-9));
    CHECK(rounded_shares<5>({100, 0, 0, 0, 0})[0] == 100);
}

TEST_CASE("an unknown value is a word, never blank", "[values]") {
    CHECK(text_value("").text == "unknown");
    CHECK(spread_values({})[0].text.empty());
    Distribution times;
    times.add(1000);
    times.add(3000);
    const auto values = spread_values(times);
    CHECK(values[0].number == Approx(2e-6));
    CHECK(values[1].text == "1.00 us");
    CHECK(values[2].text == "3.00 us");
}
