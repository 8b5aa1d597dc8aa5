#include "base/text/csv.h"
#include "measurements.h"
#include "report/compare/document.h"
#include "report/compare/undecided.h"
#include "report/document/output_formats.h"
#include "scratch.h"
#include "support.h"

#include <catch2/catch.hpp>

#include <cmath>

using namespace loop;
using namespace loop::report;

TEST_CASE("rows are ordered from communication bound to computation bound", "[compare]") {
    Measurement bound = measurement("talks", 2, {1}), computes = measurement("computes", 2, {1}),
                silent = measurement("silent", 2, {1});
    bound.messages = 100;
    bound.bytes = 1e4;
    bound.flops = 1e5;
    computes.messages = 10;
    computes.bytes = 1e4;
    computes.flops = 1e9;
    silent.flops = 1e9;
    Measurement undeclared = measurement("fingerprint", 2, {1});
    undeclared.messages = 5;
    CHECK(std::isinf(*communication_intensity(undeclared)));
    CHECK(*communication_intensity(bound) == Approx(4.1));
    std::vector<Candidate> both{candidate("a", {silent, computes, bound, undeclared}),
                                candidate("b", {silent, computes, bound, undeclared})};
    const Comparison comparison = compare(std::move(both));
    std::vector<std::string> order;
    for (const ComparedRow& row : comparison.rows)
        order.push_back(row.workload);
    CHECK(order == std::vector<std::string>{"fingerprint", "talks", "computes", "silent"});
}

TEST_CASE("traffic that is not timed does not count: mmm_a tries its transfers first, and stays with mmm_s",
          "[compare]") {
    const loop_tests::Scratch scratch;
    const auto candidate_with = [&](bool untimed) {
        auto run = stored_run();
        Json& sites = run["summary"]["sites"];
        sites.push_back(sites[0]);
        sites[sites.size() - 1]["untimed"] = true;
        if (!untimed) sites.erase(sites.size() - 1);
        loop_tests::write_text(scratch.path() / "run.json", run.dump());
        return load_candidates(scratch.path() / "run.json")[0].measurements[0];
    };
    const Measurement plain = candidate_with(false), tried = candidate_with(true);
    CHECK(plain.messages > 0);
    CHECK(tried.messages == plain.messages);
    CHECK(tried.bytes == plain.bytes);
}

TEST_CASE("the time of a phase sums all lines with its name; the phase must exist", "[compare]") {
    const loop_tests::Scratch scratch;
    auto run = stored_run();
    const auto spread = [](double most) { return Json{{"min", 0.001}, {"median", 0.002}, {"max", most}}; };
    // Two lines with different slowest ranks: 18 ms each, 20 ms in total.
    Json& summary = run["summary"];
    summary["phases"] = Json::array();
    for (const int line : {3, 9})
        summary["phases"].push_back({{"name", "a"}, {"line", line}, {"launches", {spread(0.018)}}});
    summary["phase_times"] = Json::array({{{"name", "a"}, {"launches", {spread(0.020)}}}});
    const auto with_phase = [&](const std::string& phase) {
        loop_tests::write_text(scratch.path() / "run.json", run.dump());
        auto all = load_candidates(scratch.path() / "run.json", {phase});
        all.push_back(all[0]);
        name_candidates(all);
        return all;
    };
    const std::vector<Candidate> all = with_phase("a");
    CHECK(all[0].measurements[0].seconds == std::vector<double>{0.020});
    CHECK_NOTHROW(require_phase(all, "a"));
    CHECK_THROWS_AS(require_phase(all, "typo"), ChoiceError);
    CHECK_THROWS_WITH(require_phase(all, "typo"), "no run has a phase `typo`; their phases: `a`");
    std::vector<Candidate> mixed = all;
    mixed[1].phases = {"b", "c"};
    CHECK_THROWS_WITH(require_phase(mixed, "a"),
                      "`" + mixed[1].name + "` has no phase `a`; its phases: `b`, `c`");
}

TEST_CASE("the medians of a distribution are compared, a row for each key", "[compare]") {
    const loop_tests::Scratch scratch;
    auto run = stored_run();
    const auto samples = [](const char* unit, double key, double median) {
        return Json{{"name", "one way"},
                    {"unit", unit},
                    {"key", key},
                    {"launches", {{{"count", 9}, {"median", median}}, nullptr, {{"median", 2 * median}}}}};
    };
    run["summary"]["samples"] = {samples("s", 8, 1e-6), samples("s", 0.5, 3e-6), samples("B", 8, 7)};
    loop_tests::write_text(scratch.path() / "run.json", run.dump());
    auto all = load_candidates(scratch.path() / "run.json", {"", "one way"});
    all.push_back(all[0]);
    name_candidates(all);
    REQUIRE(all[0].measurements.size() == 2);
    CHECK(all[0].measurements[0].seconds == std::vector<double>{1e-6, 2e-6});
    CHECK(all[0].measurements[1].parameter("key") == "0.5");
    CHECK_NOTHROW(require_timed(all, "one way"));
    CHECK_THROWS_WITH(require_timed(all, "typo"),
                      "no run has a distribution `typo`; their distributions: `one way`");
    const Comparison comparison = compare(std::move(all));
    REQUIRE(comparison.rows.size() == 2);
    CHECK(comparison.rows[0].label.find(" key=") != std::string::npos);
    CHECK(comparison.rows[0].label != comparison.rows[1].label);
}

TEST_CASE("receives do not count as messages; a global operation of PICL counts once per call", "[compare]") {
    const loop_tests::Scratch scratch;
    const auto messages_with = [&](const char* construct) {
        auto run = stored_run();
        Json& sites = run["summary"]["sites"];
        if (construct != nullptr) {
            sites.push_back(sites[0]);
            sites[sites.size() - 1]["construct"] = construct;
            sites[sites.size() - 1]["calls"] = 7;
            sites[sites.size() - 1]["messages_sent"] = 0;
            sites[sites.size() - 1]["messages_received"] = 7;
        }
        loop_tests::write_text(scratch.path() / "run.json", run.dump());
        return load_candidates(scratch.path() / "run.json")[0].measurements[0].messages;
    };
    const double plain = messages_with(nullptr);
    CHECK(messages_with("recv0") == plain);
    CHECK(messages_with("APEXMAP") == plain);
    CHECK(messages_with("gsum0") == plain + 7);
}

TEST_CASE("rows match by ranks and parameters, published rows by what they state", "[compare]") {
    Measurement four = measurement("w", 4, {1}), eight = measurement("w", 8, {1}),
                other = measurement("w", 4, {1});
    other.parameters.emplace_back("kind", "x");
    four.parameters.emplace_back("kind", "y");
    Measurement paper = measurement("w", 4, {2});
    paper.is_published = true;
    paper.parameters = {{"size", "100"}};
    const Comparison comparison = compare(
        {candidate("a", {four, eight, other}), candidate("b", {eight, four}), candidate("p", {paper})});
    REQUIRE(comparison.rows.size() == 3);
    CHECK(comparison.rows[0].label == "w 4/100 kind=y"); // the published label
    CHECK(comparison.rows[0].cells[1].measurement != nullptr);
    CHECK(comparison.rows[0].cells[2].measurement != nullptr);
    CHECK(comparison.rows[1].cells[1].measurement == nullptr);
    REQUIRE(comparison.differences.size() == 1);
    CHECK(comparison.differences[0].what == "cpu");
    CHECK_THROWS_AS(compare({candidate("a", {four, eight}), candidate("b", {other, other})}), FormatError);
    CHECK_THROWS_AS(compare({candidate("a", {four})}), FormatError);
    CHECK_THROWS_AS(compare({candidate("a", {four}), candidate("b", {four})}, "c"), ChoiceError);
    CHECK_THROWS_WITH(compare({candidate("a", {four}), candidate("b", {four})}, "c"),
                      Catch::Contains("there are a, b"));
}

TEST_CASE("two single runs are always compared, and differing settings are named", "[compare]") {
    Measurement a = measurement("w", 4, scattered(1, 0.01, 1)),
                b = measurement("v", 2, scattered(2, 0.01, 2));
    a.parameters.emplace_back("kind", "x");
    b.parameters[0].second = "200";
    const Comparison comparison = compare({candidate("a", {a}), candidate("b", {b})});
    REQUIRE(comparison.rows.size() == 1);
    const ComparedRow& row = comparison.rows[0];
    CHECK(row.cells[0].label == "w 4/100/10 kind=x");
    CHECK(row.cells[1].label == "v 2/200/10");
    CHECK(row.label == "w 4/100/10 kind=x | v 2/200/10");
    CHECK(comparison.notes.at(0) ==
          "the runs have different settings and are compared anyway. They differ in "
          "workload w, v; ranks 4, 2; size 100, 200; kind x, none");
    REQUIRE(comparison.differences.size() == 5); // followed by the environment's CPU
    CHECK(comparison.differences[0].what == "workload");
    CHECK(comparison.differences[0].values == std::vector<std::string>{"w", "v"});
    CHECK(comparison.differences[4].what == "cpu");
    CHECK(comparison.slower_than(0.05).at(0).find(row.label) == 0);
    CHECK(comparison_json(comparison)["rows"][0]["cells"][1]["label"] == row.cells[1].label);
    CHECK(csv_cells(comparison_csv(comparison))[2][14] == row.cells[1].label);
    // Equal settings are listed once.
    const Comparison alike = compare({candidate("a", {a}), candidate("b", {a})});
    CHECK(alike.rows[0].label == "w 4/100/10");
    CHECK(alike.rows[0].cells[1].label == alike.rows[0].label);
}

TEST_CASE("a program that uses no size pairs with its run of an earlier version, which recorded one",
          "[compare]") {
    Measurement old = measurement("w", 4, scattered(1, 0.01, 1)),
                one = measurement("w", 4, scattered(1, 0.01, 2)),
                other = measurement("w", 8, scattered(1, 0.01, 3));
    one.parameters = {{"iterations", "10"}};
    const auto rows = [&](const Measurement& base) {
        return compare({candidate("a", {base, other}), candidate("b", {one, other})}).rows.size();
    };
    CHECK(rows(old) == 2);
    CHECK(compare({candidate("a", {one, other}), candidate("b", {one, other})}).rows[0].label == "w 4/-/10");
    old.parameters[1].second = "11";
    CHECK(rows(old) == 3);
}

TEST_CASE("a point without a time is INVALID in the comparison, or not measured", "[compare]") {
    const Measurement two = measurement("w", 2, scattered(1, 0.01, 1)),
                      four = measurement("w", 4, scattered(1, 0.01, 2));
    Measurement lost = four;
    lost.seconds.clear();
    lost.parameters = {{"size", "100"}}; // without a run, only what the plan says is known
    const auto compared = [&](bool anyway) {
        return compare({candidate("a", {two, four}), candidate("b", {two, lost})}, "", anyway);
    };
    const auto lost_cell = [](const Comparison& comparison) { return comparison.rows[1].cells[1]; };

    const Comparison open = compared(false);
    REQUIRE(open.rows.size() == 2);
    CHECK(open.refused().empty());
    CHECK_FALSE(lost_cell(open).is_refused);
    CHECK(render_text(comparison_document(open)).find("not measured") != std::string::npos);
    REQUIRE(open_questions(open, 0).size() >= 1);
    CHECK(open_questions(open, 0).back().why == OpenQuestion::Why::Lost);
    CHECK(open_questions(open, 0).back().text ==
          "w 4/100/10 on b: not compared, because b has no time of it");

    lost.trust.invalidate("the check");
    const Comparison invalid = compared(false);
    CHECK(lost_cell(invalid).is_refused);
    CHECK(invalid.refused() ==
          std::vector<std::string>{"w 4/100/10 on b is INVALID and has no time to compare: the check"});
    CHECK(invalid.trust->is_invalid());
    CHECK(compared(true).refused().empty()); // the user has seen the verdict; there is still no time
    CHECK(open_questions(compared(true), 0).back().text ==
          "w 4/100/10 on b: not compared, because b has no time of it (the check)");

    // Compared with itself, it loses no point.
    const Comparison same = compare({candidate("b", {two, lost}), candidate("c", {two, lost})});
    CHECK(same.rows.size() == 2);
    CHECK(same.refused().size() == 2);
    // A base that is INVALID: what was measured is not judged, and the base is to blame.
    const Comparison turned = compare({candidate("b", {two, lost}), candidate("a", {two, four})});
    CHECK(turned.refused() ==
          std::vector<std::string>{"w 4/100/10 on b is INVALID and has no time to compare: the check"});
    CHECK_FALSE(turned.rows[1].cells[1].judgement);
}

TEST_CASE("INVALID runs, and rows slower than a limit", "[compare]") {
    Measurement base = measurement("w", 4, scattered(1, 0.01, 1)),
                slow = measurement("w", 4, scattered(1.2, 0.01, 2));
    const Comparison comparison = compare({candidate("a", {base}), candidate("b", {slow})});
    CHECK(comparison.slower_than(0.05).size() == 1);
    CHECK(comparison.slower_than(0.3).empty());
    slow.trust.invalidate("wrong bytes");
    base.trust.note("disturbed");
    const Comparison invalid = compare({candidate("a", {base}), candidate("b", {slow})});
    CHECK(invalid.slower_than(0.05).empty());
    CHECK(invalid.rows[0].cells[1].is_refused);
    CHECK_FALSE(invalid.rows[0].cells[1].judgement);
    CHECK(invalid.trust->reasons() ==
          std::vector<std::string>{"wrong bytes (b: w 4/100/10)", "disturbed (a: w 4/100/10)"});
    // With `anyway`, it is judged, and all output formats mark it.
    const Comparison anyway = compare({candidate("a", {base}), candidate("b", {slow})}, "", true);
    CHECK(anyway.slower_than(0.05).size() == 1);
    for (const Comparison* each : {&invalid, &anyway}) {
        CHECK(render_text(comparison_document(*each)).find(" s INVALID") != std::string::npos);
        CHECK(render_text(comparison_document(*each)).find("\nINVALID\n  - wrong bytes") !=
              std::string::npos);
        CHECK(render_html(comparison_document(*each))
                  .find("<td class=\"text\">10/10</td><td class=\"text\">VALID WITH NOTES/INVALID</td>") !=
              std::string::npos);
        CHECK(comparison_json(*each)["trust"]["word"] == "INVALID");
        CHECK(csv_cells(comparison_csv(*each))[2][15] == "INVALID");
    }
}

TEST_CASE("all output formats agree, ties have no color, and names are not markup", "[compare]") {
    const auto base = scattered(1, 0.01, 1);
    Measurement a = measurement("w<script>alert(1)</script>", 4, base), b = a, c = a;
    b.seconds = scattered(1.2, 0.01, 2);
    c.seconds = scattered(1, 0.01, 3);
    const Comparison comparison =
        compare({candidate("=a\"b", {a}), candidate("slow", {b}), candidate("tie", {c})});
    const auto json = comparison_json(comparison);
    CHECK(json["schema"] == "loop-comparison/1");
    CHECK(json["rows"][0]["cells"][1]["verdict"] == "slower");
    CHECK(json["rows"][0]["cells"][2]["verdict"] == "undecided");
    CHECK(json["rows"][0]["cells"][0]["verdict"].is_null());
    CHECK(json["rows"][0]["cells"][1]["samples"].size() == 10);
    const std::string text = render_text(comparison_document(comparison), {true, 100});
    CHECK(text.find("\033[31mslower (measured at different times)\033[0m") != std::string::npos);
    CHECK(text.find("mundecided") == std::string::npos);
    const std::string html = render_html(comparison_document(comparison));
    CHECK(html.find("<script>alert") == std::string::npos);
    CHECK(html.find("<script") == html.rfind("<script")); // the page's own
    CHECK(html.find("class=\"worse\">slower") != std::string::npos);
    CHECK(html.find("<td class=\"text\">undecided") != std::string::npos);
    CHECK(html.find("slow is slower than =a&quot;b: it takes 1.") != std::string::npos);
    CHECK(html.find("It is undecided whether tie or =a&quot;b is faster: no difference shown") !=
          std::string::npos);
    CHECK(html.find("class=\"strip slower\"") != std::string::npos);
    const std::string markdown = render_markdown(comparison_document(comparison)),
                      xml = render_xml(comparison_document(comparison));
    for (const std::string* form : {&markdown, &xml, &html, &text})
        CHECK(form->find("\uFFFD") == std::string::npos);
    CHECK(markdown.find("slow is slower than =a\"b: it takes 1.") != std::string::npos);
    CHECK(markdown.find("the smallest slowdown") != std::string::npos);
    CHECK(xml.find(">slower") != std::string::npos);
    CHECK(html.find("default-src 'none'") != std::string::npos);
    const auto cells = csv_cells(comparison_csv(comparison));
    REQUIRE(cells.size() == 4);
    CHECK(cells[2][12] == "slower");
    CHECK(cells[1][3] == "'=a\"b");
}
