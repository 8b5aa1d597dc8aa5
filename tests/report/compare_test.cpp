#include "base/text/csv.h"
#include "measurements.h"
#include "report/compare/conclusions.h"
#include "report/compare/document.h"
#include "report/compare/model_facts.h"
#include "report/compare/slowdown_axis.h"
#include "report/compare/undecided.h"
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
    CHECK(render_text(comparison_document(comparison)).find("slower (measured at different times)") !=
          std::string::npos);
    CHECK(render_html(comparison_document(comparison)).find("slower (measured at different times)") !=
          std::string::npos);
    const auto cell = comparison_json(comparison)["rows"][0]["cells"][1];
    CHECK(cell["in_turn"] == false);
    CHECK(cell["drift"].get<double>() == *apart.drift);
    CHECK(csv_cells(comparison_csv(comparison))[2][16] == "0");
    REQUIRE(comparison.notes.size() == 1);
    CHECK(comparison.notes[0].find("a and b were measured at different times, so ") == 0);
    // For interleaved launches, no drift is mentioned.
    auto [one, two] = launched("abbaabbabaababba");
    const Comparison turned = compare({candidate("a", {one}), candidate("b", {two})});
    CHECK(turned.rows[0].cells[1].judgement->in_turn);
    CHECK(turned.notes.empty());
    CHECK(render_text(comparison_document(turned)).find("different times") == std::string::npos);
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

TEST_CASE("a judgement is faster, slower, equal, or undecided", "[compare]") {
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
    CHECK(small.finding == Finding::Equal);
    CHECK(small.why.empty());
    CHECK(judge(base, base).finding == Finding::Equal);
}

TEST_CASE("a time of 0 has no ratio to others, except to another exact 0", "[compare]") {
    const std::vector<double> zeros(10, 0.0), ones(10, 1.0);
    for (const Judgement& judgement :
         {judge(zeros, ones), judge(ones, zeros), judge(zeros, zeros), judge_exact(0, 1), judge_exact(1, 0),
          judge_published({0}, {1}), judge_published({1}, zeros, true, false)}) {
        CHECK(judgement.finding == Finding::Undecided);
        CHECK_FALSE(judgement.slowdown);
        CHECK_FALSE(judgement.interval);
        CHECK(judgement.why == "a time is 0, so there is no ratio");
    }
    CHECK(judge_exact(0, 0).finding == Finding::Equal);
}

TEST_CASE("ratios have three digits", "[compare]") {
    CHECK(ratio_text(0.000147) == "0.000147");
    CHECK(ratio_text(0.5) == "0.500");
    CHECK(ratio_text(12.1434) == "12.143");
    CHECK(ratio_text(6803.4) == "6803");
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

TEST_CASE("an open question says what would have been detected; a limit asks another question", "[compare]") {
    const auto compared = [](const std::vector<double>& base, const std::vector<double>& other) {
        return compare(
            {candidate("a", {measurement("w", 4, base)}), candidate("b", {measurement("w", 4, other)})});
    };
    const Comparison coarse = compared(scattered(1, 0.8, 1), scattered(1, 0.8, 2));
    const Judgement& judgement = *coarse.rows[0].cells[1].judgement;
    REQUIRE(judgement.finding == Finding::Undecided);
    REQUIRE(*judgement.detectable > 2);
    const std::string detected = "More launches narrow this; these could detect a slowdown of " +
                                 slowdown_size(*judgement.detectable) + ".";
    const auto plain = open_questions(coarse, 0), limited = open_questions(coarse, 0.05);
    REQUIRE(plain.size() == 1);
    CHECK(plain[0].text.find("w 4/100/10 on b takes 0.") == 0);
    CHECK(plain[0].text.find(" times as long: this does not show whether it is slower or faster. ") !=
          std::string::npos);
    CHECK(plain[0].text.find(detected) != std::string::npos);
    REQUIRE(limited.size() == 1);
    CHECK(limited[0].text.find(": this does not show whether it is slower by more than 5 %. ") !=
          std::string::npos);
    CHECK(limited[0].text.find(detected) != std::string::npos);
    // Launches without a difference: they differ by less than the limit, which answers its question.
    const Comparison precise = compared(scattered(1, 0.01, 3), scattered(1, 0.01, 4));
    CHECK(precise.rows[0].cells[1].judgement->finding == Finding::Undecided);
    CHECK(open_questions(precise, 0).size() == 1);
    CHECK(open_questions(precise, 0.05).empty());
    // Launches so precise that they show a difference below 1 % answer both.
    const Comparison equal = compared(scattered(1, 0.0001, 3), scattered(1, 0.0001, 4));
    CHECK(open_questions(equal, 0).empty());
    CHECK(open_questions(equal, 0.05).empty());
    CHECK(comparison_document(equal).conclusions.at(0).text ==
          "a and b differ by less than 1 %, which LOOP does not report as a difference.");
    // Slower, but perhaps by more than the limit, perhaps not.
    const Comparison slower = compared(scattered(1, 0.02, 5), scattered(1.05, 0.02, 6));
    REQUIRE(slower.rows[0].cells[1].judgement->finding == Finding::Slower);
    CHECK(open_questions(slower, 0).empty());
    CHECK(open_questions(slower, 0.05).size() == 1);
    CHECK(open_questions(slower, 0.5).empty());
    // Too few launches leave every question open.
    const Comparison few = compared({1, 1.1}, {2, 2.1});
    CHECK(open_questions(few, 0).at(0).text.find("undecided: too few launches") != std::string::npos);
    CHECK(open_questions(few, 0.05).at(0).text.find("too few launches") != std::string::npos);
}

TEST_CASE("what only one of the two has measured is an open question, except in published tables",
          "[compare]") {
    const Measurement two = measurement("w", 2, scattered(1, 0.0001, 1)),
                      four = measurement("w", 4, scattered(1, 0.0001, 2)), failed = measurement("w", 4, {});
    using Lines = std::vector<std::string>;
    const auto questions = [](const Comparison& comparison, double limit) {
        Lines texts;
        for (const OpenQuestion& question : open_questions(comparison, limit))
            texts.push_back(question.text);
        return texts;
    };
    const Lines missing{"w 4/100/10 on b: not compared, because it was measured only on a"};
    const Comparison lacking = compare({candidate("a", {two, four}), candidate("b", {two})});
    CHECK(questions(lacking, 0) == missing);
    CHECK(questions(lacking, 0.05) == missing);
    CHECK(questions(compare({candidate("a", {two, four}), candidate("b", {two, failed})}), 0) ==
          Lines{"w 4/100/10 on b: not compared, because b has no time of it"});
    CHECK(questions(compare({candidate("a", {two}), candidate("b", {two, four})}), 0) ==
          Lines{"w 4/100/10 on b: not compared, because it was measured only on b"});
    // A third candidate's row is not a question about the second.
    const Comparison third =
        compare({candidate("a", {two}), candidate("b", {two}), candidate("c", {two, four})});
    CHECK(questions(third, 0) == Lines{"w 4/100/10 on c: not compared, because it was measured only on c"});
    Measurement printed = measurement("w", 2, {2.0});
    printed.is_published = true;
    CHECK(questions(compare({candidate("a", {two, four}), candidate("b", {printed})}), 0).empty());
}

TEST_CASE("a difference that may be below 1 % is not called one", "[compare]") {
    CHECK(judge_exact(1, 1).finding == Finding::Equal);
    CHECK(judge_exact(1, 1.009).finding == Finding::Equal);
    CHECK(judge_exact(1, 1.011).finding == Finding::Slower);
    const Judgement wide = judge_published(KnownTime{1, 0.0001}, KnownTime{1.0095, 0.005});
    CHECK(wide.finding == Finding::Undecided);
    CHECK(wide.why == "the difference may be below 1 %");
}

TEST_CASE("a comparison begins with its conclusions", "[compare]") {
    std::vector<Measurement> ours, others;
    for (const int ranks : {1, 2, 4}) {
        ours.push_back(measurement("w", ranks, scattered(1, 0.001, 1)));
        others.push_back(measurement("w", ranks, scattered(ranks == 1 ? 1.0 : 1 + 0.1 * ranks, 0.001, 2)));
    }
    const Document several = comparison_document(compare({candidate("a", ours), candidate("b", others)}));
    REQUIRE(several.conclusions.size() == 1);
    const std::string& text = several.conclusions[0].text;
    CHECK(text.find("b against a, in 3 comparisons: slower in 2 (by up to 4") == 0);
    CHECK(text.find(" %: w 4/100/10), faster in none, equal in 1, undecided in 0.") != std::string::npos);
    const Document one =
        comparison_document(compare({candidate("a", {ours[2]}), candidate("b", {others[2]})}));
    CHECK(one.conclusions.at(0).text.find("b is slower than a: it takes 1.4") == 0);
    CHECK(one.conclusions[0].text.find("(98 % interval 1.") != std::string::npos);
    CHECK(one.conclusions[0].figure.number == Approx(1.4).epsilon(0.01));
    CHECK_FALSE(one.place_of(one.conclusions[0]).empty());
}

TEST_CASE("the evidence has the same columns for any number of candidates", "[compare]") {
    const auto base = scattered(1, 0.01, 1);
    std::vector<Candidate> all;
    for (const char* name : {"a", "b", "c", "d", "e", "f"})
        all.push_back(candidate(name, {measurement("w", 4, base), measurement("v", 4, base)}));
    const Document document = comparison_document(compare(std::move(all)));
    const auto section = std::find_if(document.sections.begin(), document.sections.end(),
                                      [](const Section& item) { return item.id == "evidence"; });
    REQUIRE(section != document.sections.end());
    CHECK(section->tables[0].columns.size() == 5);
    CHECK(section->tables[0].rows.size() == 10);
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

TEST_CASE("a base is the candidate of exactly this name, else the simulated one", "[compare]") {
    std::vector<Candidate> candidates(3);
    candidates[0].name = "paragon (SIMULATED)";
    candidates[1].name = "paragon";
    candidates[2].name = "meiko (SIMULATED)";
    CHECK(index_of_candidate(candidates, "") == 0);
    CHECK(index_of_candidate(candidates, "paragon") == 1);
    CHECK(index_of_candidate(candidates, "paragon (SIMULATED)") == 0);
    CHECK(index_of_candidate(candidates, "meiko") == 2);
    CHECK_THROWS_WITH(
        index_of_candidate(candidates, "ncube2"),
        "there is no `ncube2` to compare with; there are paragon (SIMULATED), paragon, meiko (SIMULATED)");
}

TEST_CASE("simulated times need only one launch", "[compare]") {
    Measurement base = measurement("w", 4, {1.0}), slow = measurement("w", 4, {1.5}),
                same = measurement("w", 4, {1.001});
    base.repeats = slow.repeats = same.repeats = true;
    const Comparison comparison =
        compare({candidate("a (SIMULATED)", {base}), candidate("b", {slow}), candidate("c", {same})}, "a");
    CHECK(comparison.rows[0].cells[1].judgement->finding == Finding::Slower);
    CHECK(comparison.rows[0].cells[2].judgement->finding == Finding::Equal);
    CHECK(comparison.slower_than(0.4).size() == 1);
}

TEST_CASE("simulated launches that differ are judged like measured ones", "[compare]") {
    Measurement base = measurement("w", 4, {1.0, 1.2, 0.9, 1.1, 1.0, 1.05}),
                other = measurement("w", 4, {0.94, 1.2, 1.1, 0.9, 1.0, 1.02});
    base.repeats = other.repeats = true; // but the program draws random numbers
    const auto judged = [&] {
        return *compare({candidate("a", {base}), candidate("b", {other})}, "a").rows[0].cells[1].judgement;
    };
    CHECK(judged().finding == Finding::Undecided);
    other.seconds = {0.5, 0.5, 0.5, 0.5, 0.5, 0.5}; // only one of the two
    REQUIRE(judged().interval);
    CHECK(judged().interval->first < judged().interval->second);
}

TEST_CASE("phases that differ in opposite directions are named, although the program takes the same time",
          "[compare]") {
    Measurement base = measurement("w", 4, {3, 3}), other = base;
    base.repeats = other.repeats = true;
    base.phases = {{"solve", {1, 1}}, {"halo", {2, 2}}};
    const auto conclusions = [&](double solve, double halo) {
        other.phases = {{"halo", {halo, halo}}, {"solve", {solve, solve}}};
        std::vector<std::string> ids;
        std::string text;
        for (const Conclusion& one :
             comparison_conclusions(compare({candidate("a", {base}), candidate("b", {other})}, "a"))) {
            ids.push_back(one.id);
            text = one.text;
        }
        return std::pair(ids, text);
    };
    const auto [ids, text] = conclusions(1.4, 1.6);
    CHECK(ids == std::vector<std::string>{"compared", "opposite-phases"});
    CHECK(text == "b, w 4/100/10: phases differ in opposite directions: `solve` 1.400 times as long, and "
                  "`halo` 0.800 times "
                  "as long.");
    CHECK(conclusions(1.4, 2).first == std::vector<std::string>{"compared"});     // only one differs
    CHECK(conclusions(1.4, 2.4).first == std::vector<std::string>{"compared"});   // both in one direction
    CHECK(conclusions(1.04, 1.97).first == std::vector<std::string>{"compared"}); // little
}

TEST_CASE("the only number in which two models differ is named", "[compare]") {
    const auto text_of = [](const std::vector<std::string>& latencies, const std::string& bandwidth) {
        std::vector<Candidate> both;
        for (const std::string& latency : latencies) {
            RunRecord run;
            run.source.name = "w";
            run.ranks = 2;
            run.machine.name = "m" + latency;
            run.simulated.emplace();
            run.machine.simulation.emplace();
            run.machine.simulation->rates = {{"flops_per_second", 1e9}};
            run.commands.launch = {"smpirun", "--cfg=smpi/os:0:1e-6:0"};
            run.simulated->platform.text = "<?xml version='1.0'?><platform><link bandwidth='" +
                                           (both.empty() ? "1GBps" : bandwidth) + "' latency='" + latency +
                                           "'/></platform>";
            both.push_back(candidate_of(run, "m" + latency));
            both.back().name = "m" + latency;
            Measurement one = measurement("w", 2, {both.size() == 1 ? 1.0 : 2.0});
            one.repeats = true;
            both.back().measurements = {one};
        }
        return comparison_conclusions(compare(std::move(both)))[0].text;
    };
    CHECK(text_of({"1us", "10us"}, "1GBps") == "m10us is slower than m1us: it takes 2.000 times as long. The "
                                               "two models differ only in latency in the "
                                               "platform (1us and 10us).");
    CHECK(text_of({"1us", "1us"}, "2GBps")
              .find("differ only in bandwidth in the platform (1GBps and 2GBps).") != std::string::npos);
    CHECK(text_of({"1us", "1us"}, "1GBps").find("differ only") == std::string::npos);
}

TEST_CASE("runs with different settings are named by them, and not by their machines", "[compare]") {
    Measurement base = measurement("w", 2, {1}), other = measurement("w", 4, {2});
    base.repeats = other.repeats = true;
    CHECK(comparison_conclusions(compare({candidate("a", {base}), candidate("b", {other})}, "a"))[0].text ==
          "w 4/100/10 on b is slower than w 2/100/10 on a: it takes 2.000 times as long. The runs have "
          "different settings, so this alone says nothing about the machines.");
    Candidate first = candidate("a", {base}), second = candidate("b", {other});
    first.machine = second.machine = "paragon";
    CHECK(comparison_conclusions(compare({first, second}, "a"))[0].text ==
          "w 4/100/10 in b is slower than w 2/100/10 in a: it takes 2.000 times as long. The runs have "
          "different settings.");
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

TEST_CASE("a platform is data: no entity is expanded, and any number of values is read once", "[compare]") {
    const auto facts = [](const std::string& text) {
        RunRecord run;
        run.simulated.emplace().platform.text = text;
        run.machine.simulation.emplace();
        return model_facts(run);
    };
    const auto file = facts("<!DOCTYPE p [<!ENTITY e SYSTEM \"file:///etc/hostname\">]><p latency=\"&e;\"/>");
    REQUIRE(file.size() == 1);
    CHECK(file[0].second == "&e;");
    std::string entities = "<!DOCTYPE p [<!ENTITY e0 \"ha\">", links;
    for (int i = 1; i < 30; ++i)
        entities += "<!ENTITY e" + std::to_string(i) + " \"&e" + std::to_string(i - 1) + ";&e" +
                    std::to_string(i - 1) + ";\">";
    CHECK(facts(entities + "]><p bw=\"&e29;\"/>")[0].second == "&e29;");
    for (int i = 0; i < 200000; ++i) // a search through all before each would take minutes
        links += "<link latency=\"" + std::to_string(i) + "\"/>";
    CHECK(facts("<p>" + links + "</p>")[0].second == "0, 1, 2, 3, 4, 5, and 199994 more");
    std::string deep;
    for (int i = 0; i < 200000; ++i)
        deep += "<a>";
    CHECK(facts(deep).empty());
}
