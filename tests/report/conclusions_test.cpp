#include "base/text/json.h"
#include "report/document/output_formats.h"

#include <catch2/catch.hpp>

using loop::Json;
using namespace loop::report;

namespace {

bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

/// Two conclusions: the first one with everything, the second one with only a sentence.
Document concluded() {
    Document document;
    document.title = "t";
    document.verdict = loop::formats::Verdict::Word::Valid;
    document.sections = {{"states", "States of the *ranks*"}};
    document.sections[0].paragraphs = {"p"};
    document.conclusions = {{"bound", "Ranks wait <46 %>.", {"46 %", 46.0, "%"}, "states", 41},
                            {"phase", "-1 is nothing.", {}, "no-such-section"}};
    return document;
}

} // namespace

TEST_CASE("conclusions are below the verdict", "[conclusions]") {
    CHECK(render_text(concluded()) == "t\n\n"
                                      "States of the *ranks*\np\n\n"
                                      "VALID\n\n"
                                      "Conclusions\n"
                                      "  - Ranks wait <46 %>.\n"
                                      "  - -1 is nothing.\n");
    CHECK(has(render_markdown(concluded()),
              "**VALID**\n\n"
              "**Conclusions**\n\n"
              "- Ranks wait &lt;46 %&gt;. [States of the \\*ranks\\*](#states-of-the-ranks)\n"
              "- \\-1 is nothing.\n\n"
              "## States"));
    const std::string page = render_html(concluded());
    CHECK(has(
        page,
        "<li>Ranks wait &lt;46&nbsp;%&gt;. <a class=\"see\" href=\"#states\">States of the *ranks*</a></li>\n"
        "<li>-1 is nothing.</li>\n"));
    CHECK(page.find("VALID") < page.find("<ol class=\"conclusions\""));
    CHECK(page.find("<ol class=\"conclusions\"") < page.find("</header>"));
}

TEST_CASE("programs read conclusions with their numbers", "[conclusions]") {
    const Json conclusions = Json::parse(render_json(concluded()))["conclusions"];
    CHECK(conclusions[0] == Json{{"id", "bound"},
                                 {"text", "Ranks wait <46 %>."},
                                 {"value", 46.0},
                                 {"unit", "%"},
                                 {"section", "states"},
                                 {"line", 41}});
    CHECK(conclusions[1].size() == 3); // id, text, and section
    CHECK(has(render_xml(concluded()),
              "<conclusion id=\"bound\" section=\"states\" line=\"41\" value=\"46\" unit=\"%\">"
              "Ranks wait &lt;46 %&gt;.</conclusion>\n"
              " <conclusion id=\"phase\" section=\"no-such-section\">-1 is nothing.</conclusion>"));
    CHECK(has(render_csv(concluded()), "conclusions,,1,id,bound,\n"
                                       "conclusions,,1,text,Ranks wait <46 %>.,\n"
                                       "conclusions,,1,value,46,%\n"
                                       "conclusions,,1,section,states,\n"
                                       "conclusions,,1,line,41,\n"
                                       "conclusions,,2,id,phase,\n"
                                       "conclusions,,2,text,'-1 is nothing.,\n"));
}

TEST_CASE("a report without conclusions has no list of them", "[conclusions]") {
    Document document;
    document.title = "t";
    CHECK_FALSE(has(render_text(document), "Conclusions"));
    CHECK_FALSE(has(render_markdown(document), "Conclusions"));
    CHECK_FALSE(has(render_html(document), "<ol class=\"conclusions\""));
    CHECK(Json::parse(render_json(document))["conclusions"].empty());
}

namespace {

/// A program of three lines, of which the second one took time.
Document with_source() {
    Document document = concluded();
    Section source{"source", "Source"};
    source.listing = "int main() {\n    <work>\n}\n";
    source.is_source = true;
    source.line_values.columns = {"time", "share"};
    source.line_values.rows[2] = {{"1.00 s", 1.0, "s"}, {"50.00 %", 50.0, "%"}};
    document.sections.push_back(source);
    DataTable table{"x", "", {"what", "line"}, {}};
    table.rows = {{{"a", {}, {}}, {"2", 2.0, {}, Mark::None, {}, 2}},
                  {{"b", {}, {}}, {"4", 4.0, {}, Mark::None, {}, 4}}};
    document.sections[0].tables = {table};
    document.conclusions = {{"costliest", "The most time goes into work (line 2).", {}, "states", 2},
                            {"other", "Something else (line 4).", {}, "states", 4}};
    return document;
}

} // namespace

TEST_CASE("conclusions and tables link to lines of the source", "[conclusions]") {
    const std::string page = render_html(with_source());
    CHECK(has(page, "The most time goes into work (<a href=\"#line-2\">line 2</a>)."));
    CHECK(has(page, "Something else (line 4).")); // the source has only three lines
    CHECK(has(page, "<td><a href=\"#line-2\">2</a></td>"));
    CHECK(has(page, "<td>4</td>"));
    CHECK(has(page, "<span class=\"line hot\" id=\"line-2\"><a class=\"number\" href=\"#line-2\">2</a>"
                    "<span class=\"value\">1.00 s</span><span class=\"value\">50.00 %</span>    "
                    "&lt;work&gt;\n</span>"));
    CHECK(has(page, "<span class=\"line\" id=\"line-3\">"));
}

TEST_CASE("conclusions do not link to lines that the page leaves out", "[conclusions]") {
    Document document = with_source();
    document.sections.back().listing = std::string(30000, '\n');
    document.conclusions = {{"a", "First (line 20000).", {}, "", 20000},
                            {"b", "Second (line 20001).", {}, "", 20001}};
    const std::string page = render_html(document);
    CHECK(has(page, "First (<a href=\"#line-20000\">line 20000</a>)."));
    CHECK(has(page, "Second (line 20001)."));
}

TEST_CASE("lines of the source have their values in all output formats", "[conclusions]") {
    const Document document = with_source();
    const std::string annotated = " line    time    share\n"
                                  "    1                   int main() {\n"
                                  "    2  1.00 s  50.00 %      <work>\n"
                                  "    3                   }\n";
    CHECK(has(render_text(document), annotated));
    CHECK(has(render_markdown(document), "        2  1.00 s  50.00 %      <work>\n"));
    const Json lines = Json::parse(render_json(document))["sections"][1]["lines"];
    CHECK(lines["columns"] == Json{"time", "share"});
    CHECK(lines["rows"] ==
          Json::array({{{"line", 2},
                        {"values", Json::array({{{"text", "1.00 s"}, {"value", 1.0}, {"unit", "s"}},
                                                {{"text", "50.00 %"}, {"value", 50.0}, {"unit", "%"}}})}}}));
    CHECK(has(render_xml(document), "<line number=\"2\">"));
    CHECK(has(render_xml(document), "<cell column=\"share\" value=\"50\" unit=\"%\">50.00 %</cell>"));
    CHECK(has(render_csv(document), "source,lines,2,time,1,s\nsource,lines,2,share,50,%\n"));
    CHECK(document.sections[0].listing_text().empty());
}
