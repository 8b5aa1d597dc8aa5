#include "base/text/clean.h"
#include "base/text/json.h"
#include "report/document/output_formats.h"

#include <catch2/catch.hpp>

using loop::display_width;
using loop::Json;
using loop::shortened;
using namespace loop::report;

TEST_CASE("columns are aligned, and empty ones are left out", "[table]") {
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

TEST_CASE("a table sets the max width of its columns in a terminal", "[table]") {
    const std::string sixty(60, 'x');
    Document document;
    document.title = "t";
    document.sections = {{"", ""}};
    DataTable table{"", "", {"name", sixty}, {}};
    table.add({"a", sixty});
    document.sections[0].tables = {table};
    CHECK(render_text(document).find(sixty) == std::string::npos);
    document.sections[0].tables[0].max_width = 60;
    CHECK(render_text(document) == "t\n\nname  " + sixty + "\na     " + sixty + "\n");
}

TEST_CASE("Markdown refers to the page if a section has pictures only", "[table]") {
    Document document;
    document.title = "t";
    document.sections = {{"a", "Diagram"}, {"b", "Nothing"}};
    document.sections[0].pictures.push_back({"p", "", [] { return std::string("<svg/>"); }});
    CHECK(render_markdown(document) ==
          "# t\n\n## Diagram\n\nSee the HTML output for the pictures.\n\n## Nothing\n\n");
}

TEST_CASE("Markdown keeps the lines of a note, and no text begins a heading, list, or rule", "[table]") {
    Document document;
    document.title = "t";
    Section section{"s", ""};
    section.paragraphs = {"# a", "1. b", "  - c", "+ d", "===", "2026 e", "3) f"};
    section.items = {"# g"};
    DataTable table{"", "", {"name"}, {}, "one\n- two"};
    table.add({"a"});
    section.tables = {table};
    document.sections = {section};
    CHECK(render_markdown(document) == "# t\n\n"
                                       "\\# a\n\n1\\. b\n\n\\- c\n\n\\+ d\n\n\\===\n\n2026 e\n\n3\\) f\n\n"
                                       "- \\# g\n\n"
                                       "| name |\n| --- |\n| a |\n\n"
                                       "one  \n\\- two\n\n");
}

TEST_CASE("a column of pictures is only on pages", "[table]") {
    Document document;
    document.title = "t";
    DataTable table{"x", "", {"name", "drawn"}, {}};
    table.rows = {{{"a", {}, {}}, {"1.5", 1.5, {}, Mark::None, "<svg></svg>"}}};
    document.sections = {{"s", ""}};
    document.sections[0].tables = {table};
    CHECK(render_html(document).find("1.5<svg></svg>") != std::string::npos);
    for (const std::string& text : {render_markdown(document), render_xml(document), render_csv(document)})
        CHECK(text.find("1.5") == std::string::npos);
    CHECK(Json::parse(render_json(document))["sections"][0]["tables"][0]["rows"][0][1].is_null());
}

TEST_CASE("long text is shortened, and cannot control the terminal", "[table]") {
    CHECK(shortened("abcdefgh", 8) == "abcdefgh");
    CHECK(shortened("abcdefghi", 8) == "abcde...");
    CHECK(shortened("äöüäöüäöü", 8) == "äöüäö...");
    CHECK(shortened("a\033[31mb", 20) == "a\xEF\xBF\xBD[31mb");
}
