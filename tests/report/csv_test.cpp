#include "base/text/csv.h"

#include <catch2/catch.hpp>

using namespace loop;

TEST_CASE("CSV cells survive a round trip", "[csv]") {
    const std::vector<std::string> cells{"a", "", "b,c", "say \"no\"", "two\nlines", "-1.5", "1e-300"};
    REQUIRE(csv_cells(csv_line(cells)).size() == 1);
    CHECK(csv_cells(csv_line(cells))[0] == cells);
}

TEST_CASE("no CSV cell is a formula", "[csv]") {
    CHECK(csv_line({"=1+1", "-2+3", "@x", "+a", "-5"}) == "'=1+1,'-2+3,'@x,'+a,-5\n");
}

TEST_CASE("any text can be read as CSV", "[csv]") {
    CHECK(csv_cells("").empty());
    CHECK(csv_cells("a\r\n\n\"b") == std::vector<std::vector<std::string>>{{"a"}, {"b"}});
    CHECK(csv_cells("a,\n")[0].size() == 2);
}
