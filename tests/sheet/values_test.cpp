#include "report/document/values.h"
#include "report/sheet/sections.h"

#include <catch2/catch.hpp>

using namespace loop::report;

TEST_CASE("rounded shares sum to 100", "[values]") {
    // The paper's own sheet says 51.32 + 43.37 + 5.32 = 100.01.
    const auto shares = rounded_shares({51.3166, 43.3667, 5.3167, 0, 0});
    CHECK(shares[0] + shares[1] + shares[2] == Approx(100).margin(1e-9));
    CHECK(shares[0] == Approx(51.32).margin(0.011));
    const auto thirds = rounded_shares({100.0 / 3, 100.0 / 3, 100.0 / 3, 0, 0});
    CHECK(thirds[0] + thirds[1] + thirds[2] == Approx(100).margin(1e-9));
    CHECK(rounded_shares({100, 0, 0, 0, 0})[0] == 100);
}

TEST_CASE("the shares that people see in a column add up", "[values]") {
    DataTable table{"", "", {"what", "share"}, {}, {}};
    for (const double share : {100.0 / 3, 100.0 / 3, 100.0 / 3})
        table.rows.push_back({text_value("a third"), percent_value(share)});
    table.rows.push_back({text_value("nothing known"), unknown()});
    round_shares(table, 1);
    CHECK(table.rows[0][1].text == "33.34 %");
    CHECK(table.rows[1][1].text == "33.33 %");
    CHECK(table.rows[0][1].number == Approx(100.0 / 3)); // programs get all digits
    CHECK(table.rows[3][1].text == "unknown");
}

TEST_CASE("a rank that measured nothing has shares of 0, one without a trace none", "[values]") {
    for (const Value& share : {state_values({})[0], state_values({})[2]}) {
        CHECK(share.number == 0);
        CHECK(share.text == percent_value(0).text);
    }
    CHECK(state_values({}, false)[0].text == "unknown");
    StateTimes half;
    half.ns[static_cast<std::size_t>(State::Busy)] = half.ns[static_cast<std::size_t>(State::Unknown)] = 50;
    CHECK(state_values(half)[0].text == "unknown");
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
