#include "base/text/clean.h"
#include "report/document/output_formats.h"

#include <catch2/catch.hpp>

using loop::display_width;
using loop::shortened;
using namespace loop::report;

TEST_CASE("columns stand under each other, and empty ones are left out", "[table]") {
    DataTable table{"", "", {"name", "empty", "value"}, {}};
    table.add({"a", "", "1"});
    table.add({"größer", "", "1000000"});
    Document document;
    document.title = "t";
    document.sections = {{"", ""}};
    document.sections[0].tables = {table};
    CHECK(render_text(document) == "t\n\n"
                                   "name      value\n"
                                   "a             1\n"
                                   "größer  1000000\n");
    CHECK(render_markdown(document) == "# t\n\n"
                                       "| name | value |\n"
                                       "| --- | ---: |\n"
                                       "| a | 1 |\n"
                                       "| größer | 1000000 |\n\n");
}

TEST_CASE("long text is cut, and cannot steer the terminal", "[table]") {
    CHECK(shortened("abcdefgh", 8) == "abcdefgh");
    CHECK(shortened("abcdefghi", 8) == "abcde...");
    CHECK(shortened("äöüäöüäöü", 8) == "äöüäö...");
    CHECK(shortened("a\033[31mb", 20) == "a\xEF\xBF\xBD[31mb");
}
