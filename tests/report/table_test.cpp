#include "report/table.h"

#include <catch2/catch.hpp>

using loop::display_width;
using loop::shortened;
using namespace loop::report;

TEST_CASE("columns stand under each other, and empty ones are left out", "[table]") {
    Table table({"name", "empty", "value"});
    table.add({"a", "", "1"});
    table.add({"größer", "", "1000000"});
    CHECK(table.text(Style(false)) == "name      value\n"
                                      "a             1\n"
                                      "größer  1000000\n");
}

TEST_CASE("long text is cut, and cannot steer the terminal", "[table]") {
    CHECK(shortened("abcdefgh", 8) == "abcdefgh");
    CHECK(shortened("abcdefghi", 8) == "abcde...");
    CHECK(shortened("äöüäöüäöü", 8) == "äöüäö...");
    CHECK(shortened("a\033[31mb", 20) == "a\xEF\xBF\xBD[31mb");
}
