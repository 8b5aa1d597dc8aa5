#include "base/text/csv.h"
#include "measurements.h"
#include "report/compare/document.h"
#include "report/compare/slowdown_axis.h"
#include "report/document/output_formats.h"
#include "scratch.h"
#include "support.h"

#include <catch2/catch.hpp>

#include <cmath>
#include <random>

using namespace loop;
using namespace loop::report;

TEST_CASE("if environments do not differ, the page says that no difference was recorded", "[compare]") {
    const Measurement one = measurement("w", 4, scattered(1, 0.01, 1));
    std::vector<Candidate> alike{candidate("a", {one}), candidate("b", {one})};
    alike[1].environment = alike[0].environment;
    const std::string page = render_html(comparison_document(compare(std::move(alike))));
    CHECK(page.find("Differences in settings and environments</h2>") != std::string::npos);
    CHECK(page.find("None were recorded. Times are compared above.") != std::string::npos);
}

namespace {

/// Two points of one sweep, whose launches are in this order in the journal: "abba".
std::pair<Measurement, Measurement> launched(const std::string& order) {
    Measurement a = measurement("w", 4, {}), b = a;
    a.sweep = b.sweep = "/sweep";
    for (std::size_t place = 0; place < order.size(); ++place) {
        Measurement& side = order[place] == 'a' ? a : b;
        side.places.push_back(place);
        side.seconds.push_back(1 + 0.01 * static_cast<double>(place % 3));
    }
    return {a, b};
}

bool in_turn(const std::string& order) {
    const auto [a, b] = launched(order);
    return are_in_turn(a, b);
}

} // namespace

TEST_CASE("launches are interleaved if one sweep made them in rounds", "[compare]") {
    CHECK(in_turn("abababababab"));
    CHECK(in_turn("abbaabbabaab"));
    CHECK_FALSE(in_turn("aaaaaabbbbbb"));
    CHECK_FALSE(in_turn("aaabbbaaabbb"));
    CHECK_FALSE(in_turn("ababababbbbbbbbbbbbb")); // the last launches are all of b
    auto [a, b] = launched("abababababab");
    b.sweep = "/another";
    CHECK_FALSE(are_in_turn(a, b));
    const Measurement run = measurement("w", 4, {1, 1, 1});
    CHECK_FALSE(are_in_turn(run, run));
}

TEST_CASE("comparisons of launches that were not interleaved say so, with a wider interval", "[compare]") {
    const auto base = scattered(1, 0.01, 1), other = scattered(1.1, 0.01, 2);
    const Comparison comparison =
        compare({candidate("a", {measurement("w", 4, base)}), candidate("b", {measurement("w", 4, other)})});
    const Judgement& apart = *comparison.rows[0].cells[1].judgement;
    CHECK_FALSE(apart.in_turn);
    CHECK(*apart.drift > 1);
    const Judgement plain = judge(base, other);
    CHECK(apart.interval->first < plain.interval->first);
    CHECK(apart.interval->second > plain.interval->second);
    CHECK(apart.finding == Finding::Slower);
    CHECK(render_text(comparison_document(comparison)).find("slower, not in turn") != std::string::npos);
    CHECK(render_html(comparison_document(comparison)).find("slower, not in turn") != std::string::npos);
    const auto cell = comparison_json(comparison)["rows"][0]["cells"][1];
    CHECK(cell["in_turn"] == false);
    CHECK(cell["drift"].get<double>() == *apart.drift);
    CHECK(csv_cells(comparison_csv(comparison))[2][16] == "0");
    REQUIRE(comparison.notes.size() == 1);
    CHECK(comparison.notes[0].find("a and b were not measured in turn, so ") == 0);
    // For interleaved launches, no drift is mentioned.
    auto [one, two] = launched("abbaabbabaababba");
    const Comparison turned = compare({candidate("a", {one}), candidate("b", {two})});
    CHECK(turned.rows[0].cells[1].judgement->in_turn);
    CHECK(turned.notes.empty());
    CHECK(render_text(comparison_document(turned)).find("in turn") == std::string::npos);
}

TEST_CASE("two runs in sequence on a drifting machine are rarely called different", "[compare]") {
    std::mt19937_64 random(7);
    std::normal_distribution<double> noise(0, 1);
    int apart = 0, plain = 0;
    for (int pair = 0; pair < 200; ++pair) {
        double now = 0;
        std::vector<double> sides[2];
        for (std::vector<double>& side : sides)
            for (int launch = 0; launch < 10; ++launch) {
                side.push_back(std::exp(now + 0.01 * noise(random)));
                now = 0.9 * now + 0.01 * noise(random);
            }
        apart += judge(sides[0], sides[1], false).finding != Finding::Undecided;
        plain += judge(sides[0], sides[1]).finding != Finding::Undecided;
    }
    CHECK(apart <= 14); // 7 %
    CHECK(plain > 40);
}

TEST_CASE("a judgement is faster, slower, or undecided", "[compare]") {
    const auto base = scattered(1, 0.01, 1);
    CHECK(judge(base, scattered(1.1, 0.01, 2)).finding == Finding::Slower);
    CHECK(judge(base, scattered(0.9, 0.01, 3)).finding == Finding::Faster);
    const Judgement tie = judge(base, scattered(1, 0.01, 4));
    CHECK(tie.finding == Finding::Undecided);
    CHECK(tie.why == "no difference shown");
    CHECK(tie.reason().find("no difference shown: the interval 0.9") == 0);
    CHECK(*tie.detectable > 1.01);
    CHECK(*tie.detectable < 1.05);
    const Judgement few = judge({1.0, 1.1}, {2.0, 2.1});
    CHECK(few.finding == Finding::Undecided);
    CHECK(
        few.why ==
        "too few launches: 2 launches against 2 launches; a verdict needs at least 5 of each; 10 are better");
    const Judgement small = judge(scattered(1, 1e-5, 5), scattered(1.002, 1e-5, 6));
    CHECK(small.finding == Finding::Undecided);
    CHECK(small.why == "differs by less than 1 %");
    CHECK(judge(base, base).finding == Finding::Undecided);
}

TEST_CASE("small slowdowns are percentages, large ones factors", "[compare]") {
    CHECK(slowdown_size(1.0221) == "2.2 %");
    CHECK(slowdown_size(1.999) == "99.9 %");
    CHECK(slowdown_size(3.36) == "3.4x");
    CHECK(slowdown_size(2301.6) == "2302x");
}

TEST_CASE("rows that are undecided for the same reason share a line", "[compare]") {
    const auto base = scattered(1, 0.01, 1);
    std::vector<Measurement> ours, others;
    for (const int ranks : {1, 2, 4}) {
        ours.push_back(measurement("w", ranks, base));
        others.push_back(measurement("w", ranks, scattered(1, 0.01, 10 + ranks)));
    }
    const Comparison comparison = compare({candidate("a", ours), candidate("b", others)});
    CHECK(undecided_lines(comparison) ==
          std::vector<std::string>{"undecided (no difference shown): everywhere"});
}

TEST_CASE("the axis shows every ratio, and cuts intervals that would compress it", "[compare]") {
    const auto axis_of = [](double slowdown, std::vector<double> others) {
        Measurement base = measurement("w", 4, {1, 1, 1, 1, 1, 1}), other = base;
        for (double& value : others)
            value *= slowdown;
        other.seconds = others;
        return SlowdownAxis(compare({candidate("a", {base}), candidate("b", {other})}));
    };
    CHECK(axis_of(1, {1, 1, 1, 1, 1, 1}).extent() == "0.95 to 1.1"); // 1.05 with two digits
    CHECK(axis_of(12, {1, 1, 1, 1, 1, 1}).extent() == "0.95 to 12");
    CHECK(axis_of(1, {0.01, 1, 1, 1, 1, 100}).extent() == "0.5 to 2");
    const std::string strip =
        axis_of(2, {1, 1, 1, 1, 1, 1}).strip({Finding::Slower, 2.0, {}, {}, {}, true, {}, "", "", ""});
    CHECK(strip.find("strip slower") != std::string::npos);
}

TEST_CASE("200 equal pairs: at most 7 % called different; 200 slowdowns of 5 %: at least 90 % found",
          "[compare]") {
    int alarms = 0, found = 0;
    for (unsigned i = 0; i < 200; ++i) {
        const auto a = scattered(1, 0.025, 1000 + i), b = scattered(1, 0.025, 5000 + i),
                   c = scattered(1.05, 0.025, 9000 + i);
        alarms += judge(a, b).finding != Finding::Undecided;
        found += judge(a, c).finding == Finding::Slower;
    }
    CHECK(alarms <= 14);
    CHECK(found >= 180);
}

TEST_CASE("simulated times need only one launch", "[compare]") {
    Measurement base = measurement("w", 4, {1.0}), slow = measurement("w", 4, {1.5}),
                same = measurement("w", 4, {1.001});
    base.repeats = slow.repeats = same.repeats = true;
    const Comparison comparison =
        compare({candidate("a (SIMULATED)", {base}), candidate("b", {slow}), candidate("c", {same})}, "a");
    CHECK(comparison.rows[0].cells[1].judgement->finding == Finding::Slower);
    CHECK(comparison.rows[0].cells[2].judgement->finding == Finding::Undecided);
    CHECK(comparison.slower_than(0.4).size() == 1);
}

TEST_CASE("simulated times vary if host code is timed, and are judged like measured ones", "[compare]") {
    const loop_tests::Scratch scratch;
    const auto verdict = [&](const char* host_compute) {
        std::vector<Candidate> both;
        for (const double factor : {1.0, 1.5}) {
            auto run = stored_run();
            run["simulated"] = {{"host_compute", host_compute}};
            run["summary"]["program"]["launches"] =
                Json::array({{{"min", factor}, {"median", factor}, {"max", factor}}});
            loop_tests::write_text(scratch.path() / "run.json", run.dump());
            both.push_back(load_candidates(scratch.path() / "run.json")[0]);
        }
        name_candidates(both);
        return *compare(std::move(both)).rows[0].cells[1].judgement;
    };
    CHECK(verdict("free").finding == Finding::Slower);
    CHECK(verdict("measured").finding == Finding::Undecided);
    CHECK(verdict("measured").why.find("too few launches") == 0);
}

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
    CHECK(comparison.notes.at(0) == "the runs did different work and are compared anyway. They differ in "
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
    CHECK(text.find("\033[31mslower, not in turn\033[0m") != std::string::npos);
    CHECK(text.find("mundecided") == std::string::npos);
    const std::string html = render_html(comparison_document(comparison));
    CHECK(html.find("<script") == std::string::npos);
    CHECK(html.find("class=\"worse\">slower") != std::string::npos);
    CHECK(html.find("<td class=\"text\">undecided") != std::string::npos);
    CHECK(html.find("slow against =a&quot;b: slower 1, faster 0, undecided 0") != std::string::npos);
    CHECK(html.find("class=\"strip slower\"") != std::string::npos);
    const std::string markdown = render_markdown(comparison_document(comparison)),
                      xml = render_xml(comparison_document(comparison));
    for (const std::string* form : {&markdown, &xml, &html, &text})
        CHECK(form->find("\uFFFD") == std::string::npos);
    CHECK(markdown.find("slow against =a\"b: slower 1, faster 0, undecided 0") != std::string::npos);
    CHECK(markdown.find("the smallest slowdown") != std::string::npos);
    CHECK(xml.find(">slower") != std::string::npos);
    CHECK(html.find("default-src 'none'") != std::string::npos);
    const auto cells = csv_cells(comparison_csv(comparison));
    REQUIRE(cells.size() == 4);
    CHECK(cells[2][12] == "slower");
    CHECK(cells[1][3] == "'=a\"b");
}
