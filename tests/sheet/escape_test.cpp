#include "base/text/escape.h"
#include "report/figures/svg.h"

#include <catch2/catch.hpp>

using namespace loop;
using namespace loop::report;

TEST_CASE("text never becomes markup", "[escape]") {
    CHECK(escaped("<b a=\"1\" c='2'>&") == "&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;");
    Svg svg(10, 10);
    svg.begin("g", "</title><script>");
    svg.text(0, 0, "</text><script>", "label");
    svg.end();
    CHECK(svg.element("\"><script>").find("<script>") == std::string::npos);
}

TEST_CASE("control characters, bidirectional marks, and invalid UTF-8 become one visible mark", "[escape]") {
    const std::string mark = "\xEF\xBF\xBD";
    CHECK(clean_text("a\x1b[2J\x7f") == "a" + mark + "[2J" + mark);
    CHECK(clean_text("\xE2\x80\xAE"
                     "evil") == mark + "evil"); // U+202E reverses the text after it
    CHECK(clean_text("\xE2\x81\xA6x\xD8\x9C") == mark + "x" + mark);
    CHECK(clean_text("\xC2\x9B") == mark);                   // a control character of two bytes
    CHECK(clean_text("\xC0\xAF") == mark + mark);            // an overlong `/`
    CHECK(clean_text("\xED\xA0\x80") == mark + mark + mark); // half a surrogate pair
    CHECK(clean_text("\xF4\x90\x80\x80") == mark + mark + mark + mark);
    CHECK(clean_text("ab\xE2\x82") == "ab" + mark + mark);
    CHECK(clean_text("grün \xE2\x82\xAC \xF0\x9F\x98\x80") == "grün \xE2\x82\xAC \xF0\x9F\x98\x80");
    CHECK(clean_text("a\n\tb") == "a" + mark + mark + "b");
    CHECK(clean_text("a\r\n\tb", true) == "a\n\tb");
}

TEST_CASE("a spreadsheet computes no text of a run", "[escape]") {
    CHECK(csv_cell("=1+1") == "'=1+1");
    CHECK(csv_cell("@x") == "'@x");
    CHECK(csv_cell("-2+3") == "'-2+3");
    CHECK(csv_cell("a,\"b\"") == "\"a,\"\"b\"\"\"");
    CHECK(csv_cell("plain") == "plain");
}
