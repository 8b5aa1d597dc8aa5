#include "base/text/csv.h"
#include "bsp_runs.h"
#include "report/bsp/consistency.h"
#include "report/bsp/fit.h"
#include "report/bsp/machine_file.h"
#include "report/bsp/measured.h"
#include "report/bsp/prediction.h"
#include "report/bsp/section.h"
#include "report/document/output_formats.h"
#include "support.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <random>

namespace kinds = loop::kinds;
using bsp_test::bench_run;
using namespace loop::report;
using namespace loop::report::bsp;

namespace {

/// Times for h = 0 .. most, computed by `rule`, with a periodic disturbance of `noise`.
template <class Rule>
Points points(int most, double noise, Rule rule) {
    Points all;
    for (int h = 0; h <= most; ++h) {
        all.h.push_back(h);
        all.us.push_back(rule(h) + noise * ((h * 7919) % 11 - 5) / 5.0);
    }
    return all;
}

std::vector<std::string> found(const Points& all, double h0 = 4) {
    const double h1 = all.h.back();
    const auto line = fit(all, h0, h1);
    REQUIRE(line);
    return warnings(all, h0, h1, *line, {});
}

bool says(const std::vector<std::string>& sentences, const std::string& what) {
    for (const std::string& sentence : sentences)
        if (sentence.find(what) != std::string::npos) return true;
    return false;
}

bool says(const std::vector<Value>& cells, const std::string& what) {
    std::vector<std::string> texts;
    for (const Value& cell : cells)
        texts.push_back(cell.text);
    return says(texts, what);
}

std::string text_of(const std::string& path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<Machine> published() {
    const std::string path = std::string(REPORT_TESTS) + "/../../machines/published/bsp.csv";
    return read_machines(text_of(path), path);
}

const Machine& machine(const std::vector<Machine>& all, const std::string& computer, int ranks) {
    for (const Machine& one : all)
        if (one.computer == computer && one.ranks == ranks) return one;
    FAIL("no " << computer);
    return all.front();
}

} // namespace

TEST_CASE("a line: g, l, and the residuals", "[bsp]") {
    const auto line = fit(points(256, 0, [](int h) { return 5 + 0.25 * h; }), 2, 256);
    REQUIRE(line);
    CHECK(line->g == Approx(0.25));
    CHECK(line->l == Approx(5));
    CHECK(line->residual == Approx(0).margin(1e-9));
    CHECK(line->explained == Approx(1));
    CHECK(line->points == 255);
    CHECK(found(points(256, 0.05, [](int h) { return 5 + 0.25 * h; })).empty());
}

TEST_CASE("there is no line through fewer than two relations", "[bsp]") {
    const Points all = points(8, 0, [](int h) { return 1.0 + h; });
    CHECK_FALSE(fit(all, 8, 8));
    CHECK_FALSE(fit(all, 20, 30));
    CHECK_FALSE(fit({}, 0, 8));
}

TEST_CASE("negative g and l are not valid costs", "[bsp]") {
    CHECK(says(found(points(256, 0.1, [](int h) { return 100 - 0.1 * h; })), "g is negative"));
    CHECK(says(found(points(256, 0.1, [](int h) { return -3 + 2.0 * h; })), "l is negative"));
}

TEST_CASE("a slope smaller than the scatter gives a warning about g", "[bsp]") {
    CHECK(says(found(points(256, 50, [](int h) { return 1000 + 0.01 * h; })), "g is not determined"));
}

TEST_CASE("a drop in time for more words is reported", "[bsp]") {
    // As the slides' Cray T3E with 64 processors near h = 130, where packing changes.
    const auto packing = [](int h) { return h < 130 ? 50 + 2.0 * h : 150 + 0.9 * (h - 130); };
    const Points all = points(256, 1, packing);
    const auto drop = find_drop(all, 64, 256);
    REQUIRE(drop);
    CHECK(drop->h == 130);
    CHECK(drop->after_us < drop->before_us);
    CHECK(says(found(all, 64), "at h = 130"));
    CHECK_FALSE(find_drop(points(256, 1, [](int h) { return 50 + 2.0 * h; }), 64, 256));
}

TEST_CASE("a bend is reported as two lines", "[bsp]") {
    const Points all = points(256, 0.2, [](int h) { return h <= 100 ? 10 + 0.1 * h : 20 + 0.8 * (h - 100); });
    const auto bend = find_bend(all, 4, 256);
    REQUIRE(bend);
    CHECK(bend->h == Approx(100).margin(3));
    CHECK(bend->below.g == Approx(0.1).margin(0.01));
    CHECK(bend->above.g == Approx(0.8).margin(0.01));
    CHECK(says(found(all), "one line does not fit"));
    CHECK_FALSE(find_bend(points(256, 1, [](int h) { return 10 + 0.1 * h; }), 4, 256));
    CHECK_FALSE(find_bend(points(12, 0, [](int h) { return h * h; }), 0, 12)); // too few points for two lines
}

TEST_CASE("intervals need six launches or more", "[bsp]") {
    std::vector<Points> launches;
    for (const double g : {0.20, 0.21, 0.22, 0.23, 0.24, 0.25})
        launches.push_back(points(64, 0, [g](int h) { return 3 + 20 * g + g * h; }));
    const auto intervals = intervals_of(launches, 2, 64);
    REQUIRE(intervals);
    CHECK(intervals->g.first == Approx(0.20));
    CHECK(intervals->g.second == Approx(0.25));
    CHECK(intervals->l.first == Approx(7));
    CHECK(intervals->l.second == Approx(8));
    launches.resize(5);
    CHECK_FALSE(intervals_of(launches, 2, 64));
}

TEST_CASE("95 % intervals contain the true value in at least about 95 % of samples", "[bsp]") {
    std::mt19937_64 random(20061122);
    for (const int count : {6, 7, 10}) {
        int held = 0;
        for (int trial = 0; trial < 400; ++trial) {
            std::lognormal_distribution<double> scatter(0, 0.3);
            std::vector<Points> launches;
            for (int i = 0; i < count; ++i) {
                const double factor = scatter(random); // 1 at the median
                launches.push_back({{2, 16, 64}, {factor * 14, factor * 42, factor * 138}});
            }
            const auto found = intervals_of(launches, 2, 64);
            REQUIRE(found);
            held +=
                found->g.first <= 2 && found->g.second >= 2 && found->l.first <= 10 && found->l.second >= 10;
        }
        CHECK(held >= 380); // intervals from percentiles of resampled medians: 375, 350, 355
    }
}

TEST_CASE("an l whose interval contains 0 gives a warning", "[bsp]") {
    const Points all = points(64, 0, [](int h) { return 0.1 + 2.0 * h; });
    const auto line = fit(all, 2, 64);
    CHECK(says(warnings(all, 2, 64, *line, Intervals{{1.9, 2.1}, {-1, 1.2}}),
               "l cannot be distinguished from 0"));
}

TEST_CASE("the agreement of the best two launches is reported", "[bsp]") {
    const auto close = best_two({9, 5, 5.1, 7, 30}, true, "time", "us");
    REQUIRE(close);
    CHECK(close->agree);
    CHECK(close->apart == Approx(0.02));
    CHECK(close->sentence.find("best two of 5 launches: 5 and 5.1 us, 2.0 % apart: they agree") !=
          std::string::npos);
    const auto far = best_two({100, 80, 60}, false, "r", "Mflop/s");
    REQUIRE(far);
    CHECK_FALSE(far->agree);
    CHECK(far->apart == Approx(0.2));
    CHECK(best_two({1338, 19690}, true, "l", "flop")->sentence.find("a factor of 14.7 apart") !=
          std::string::npos);
    CHECK(best_two({1, 1}, true, "time", "us")->sentence.find("at least three") != std::string::npos);
    CHECK_FALSE(best_two({1}, true, "time", "us"));
}

TEST_CASE("published machines: 5 by bspbench, 79 by bspprobe, microseconds as printed", "[bsp]") {
    const std::vector<Machine> all = published();
    int bench = 0, probe = 0;
    for (const Machine& one : all) {
        (one.program == "bspbench" ? bench : probe) += 1;
        CHECK_FALSE(one.source.empty());
        // Printed values were computed before r was rounded, so they agree to within half a unit of r.
        if (!one.printed_g_us) continue;
        const double low = 1 - 0.5 / one.r_mflops, high = 1 + 0.5 / one.r_mflops;
        CHECK(one.g_us() * low <= *one.printed_g_us + 0.005);
        CHECK(one.g_us() * high >= *one.printed_g_us - 0.005);
        CHECK(one.l_us() * low <= *one.printed_l_us + 0.5);
        CHECK(one.l_us() * high >= *one.printed_l_us - 0.5);
    }
    CHECK(bench == 5);
    CHECK(probe == 79);
    CHECK(machine(all, "CRAYT3E DRMA_SHMEM", 8).g_flop == Approx(2 * 1.64)); // 64-bit words
    CHECK(machine(all, "Cray T3E", 8).g_us() == Approx(31.0 / 35));
}

TEST_CASE("the published machines are those of their sources: slides, Oxford's parameters", "[bsp]") {
    const auto rows = [](const char* name) {
        return loop::csv_cells(text_of(std::string(REPORT_TESTS) + "/bsp/" + name));
    };
    const std::vector<Machine> all = published();
    for (const char* const slides : {"bsp_table_p8.csv", "bsp_figures.csv"}) {
        const auto table = rows(slides);
        for (std::size_t k = 1; k < table.size(); ++k) {
            const auto& row = table[k];
            const bool known = std::any_of(all.begin(), all.end(), [&](const Machine& one) {
                return one.program == "bspbench" && std::to_string(one.ranks) == row[1] &&
                       one.r_mflops == std::stod(row[2]) && one.g_flop == std::stod(row[3]) &&
                       one.l_flop == std::stod(row[4]);
            });
            INFO(row[0]);
            CHECK(known);
        }
    }
    const auto oxford = rows("bspprobe_published_params.csv");
    REQUIRE(oxford.size() == 80);
    std::size_t k = 1;
    for (const Machine& one : all) {
        if (one.program != "bspprobe") continue;
        const auto& row = oxford[k++];
        INFO(one.computer << ", p = " << one.ranks);
        CHECK(one.computer == row[0] + " " + row[1]);
        CHECK(std::to_string(one.ranks) == row[2]);
        CHECK(one.r_mflops == std::stod(row[3]));
        CHECK(one.l_flop == std::stod(row[4]));
        CHECK(one.g_flop == 2 * std::stod(row[5]));
        CHECK(one.n_half == std::stod(row[6]));
    }
}

TEST_CASE("an invalid table of machines is rejected with its line", "[bsp]") {
    const std::string head = "computer,p,program,r_mflops,g_flop,word_bits,l_flop\n";
    CHECK_THROWS_WITH(read_machines(head + "x,2,bspbench,0,1,64,1\n", "t"),
                      "`t`: line 2: `r_mflops` is not a number above 0");
    CHECK_THROWS_WITH(read_machines(head + "x,2.5,bspbench,1,1,64,1\n", "t"),
                      "`t`: line 2: `p` is not a number of ranks");
    CHECK_THROWS_WITH(read_machines(head + "x,2\n", "t"), "`t`: line 2: has 2 cells, not 7");
    CHECK_THROWS_WITH(read_machines(head, "t"), "`t`: has no machines");
}

TEST_CASE("w / r + h g + S l is right for the slides' T3E of 8 processors", "[bsp]") {
    const Machine t3e = machine(published(), "Cray T3E", 8);
    // 35e6 operations take 1 s; 35 words at 31 flop take 31 us; 35 supersteps at 1193 flop take 1193 us.
    const Costs costs{t3e.r_mflops, t3e.g_us(), t3e.l_us()};
    CHECK(predict(costs, 35e6, 0, 0) == Approx(1e6));
    CHECK(predict(costs, 0, 35, 0) == Approx(31));
    CHECK(predict(costs, 0, 0, 35) == Approx(1193));
    const MachineTable table = prediction_table({t3e}, {35e6, 35, 35}, {}, PredictedProgram{"cg", 1.5, {}});
    CHECK(table.rows.at(0).at(TotalColumn).text == "1.00 s");
    CHECK(table.rows.at(0).at(TotalColumn).number ==
          Approx(1.0 + 31e-6 + 1193e-6)); // programs get all digits
    CHECK(table.rows.at(0).at(RateColumn).text == "r: 35");
    CHECK(table.rows.at(0).at(MeasuredColumn).text == "1.50 s");
    CHECK(table.rows.at(0).at(RatioColumn).number == Approx(1.5 / (1.0 + 31e-6 + 1193e-6)));
    CHECK(contradictions(table).empty());
    CHECK(table_document(table).csv.find("Cray T3E") != std::string::npos);
    const std::string page = render_html(table_document(table));
    CHECK(page.find("Cray T3E") != std::string::npos);
    // Each source is listed once, with the number that its rows have.
    const std::size_t source = page.find("[1] " + table.rows[0].back().text);
    CHECK(source != std::string::npos);
    CHECK(page.find(table.rows[0].back().text, source + 5 + table.rows[0].back().text.size()) ==
          std::string::npos);
    CHECK(page.find("<td class=\"text\">[1]</td>") != std::string::npos);
}

TEST_CASE("a run of \\BSPBENCH has a bottom line; a run without it has no lines", "[bsp]") {
    RunRecord run;
    run.ranks = 2;
    CHECK(lines(run).empty());
    CHECK(machines_of(run).empty());
    for (int launch = 0; launch < 3; ++launch) {
        const Points all = points(64, 0, [](int h) { return 4 + 0.5 * h; });
        add_launch(
            run,
            {{"h-relation", "h", "words", "time", "us", all.h, all.us, 1, {kinds::h_relation.tag, "", {}}}});
    }
    const auto result = [](const loop::ResultKind& kind, double value) {
        const Spread spread{value, value, value};
        return ResultValue{kind.name, "", 1, spread, 0, 1, {spread, spread, spread}, {kind.tag, "", {}}};
    };
    run.summary.results = {result(kinds::r, 1000), result(kinds::fit_from, 2), result(kinds::fit_to, 64)};
    const std::vector<std::string> text = lines(run);
    REQUIRE(text.size() == 4);
    CHECK(text[0] == "p = 2, r = 1000 Mflop/s, g = 500 flop, l = 4000 flop; g = 0.5 us, l = 4 us");
    CHECK(says(text, "no intervals: they need at least 6 launches, and there are 3"));
    CHECK(says(text, "r of the best two of 3 launches: 1000 and 1000 Mflop/s, 0.0 % apart: they agree"));
    CHECK(picture(measured(run).at(0)).find("<svg") != std::string::npos);
    CHECK(machines_of(run).at(0).l_flop == Approx(4000));
    // Without r, only times are known.
    run.summary.results.erase(run.summary.results.begin());
    CHECK(lines(run)[0] == "p = 2; g = 0.5 us, l = 4 us");
    CHECK(machines_of(run).empty());
}

TEST_CASE("with several launches, g and l are medians of the lines", "[bsp]") {
    // The medians of the points would give another line, because they come from different launches.
    const RunRecord run = bench_run({{0.1, 9}, {0.5, 1}, {0.3, 4}});
    const Measured found = measured(run).at(0);
    CHECK(found.line.g == Approx(0.3));
    CHECK(found.line.l == Approx(4));
    CHECK(fit(found.points, 2, 64)->l != Approx(4));
    CHECK(lines(run)[0] == "p = 2, r = 1000 Mflop/s, g = 300 flop, l = 4000 flop; g = 0.3 us, l = 4 us");
    CHECK(says(lines(run), "each of 3 launches has a line, g and l in us are their medians, and in flop, "
                           "these times the median r"));
    const Machine machine = machines_of(run).at(0);
    CHECK(machine.g_us() == Approx(0.3));
    CHECK(machine.l_us() == Approx(4));
}

TEST_CASE("r, g and l of a line belong together, also if launches differ", "[bsp]") {
    RunRecord run = bench_run({{0.1, 9}, {0.5, 1}, {0.3, 4}});
    const auto change = [&](const loop::ResultKind& kind, const std::vector<double>& launches) {
        for (ResultValue& one : run.summary.results)
            if (one.tag.is(kind)) one = bsp_test::result(kind, launches);
    };
    change(kinds::r, {4000, 1000, 2000});
    change(kinds::g, {400, 500, 600}); // their median, 500, is not 2000 times 0.3
    change(kinds::l, {36000, 1000, 8000});
    CHECK(lines(run)[0] == "p = 2, r = 2000 Mflop/s, g = 600 flop, l = 8000 flop; g = 0.3 us, l = 4 us");
    const Machine machine = machines_of(run).at(0);
    CHECK(machine.g_flop == Approx(machine.g_us() * machine.r_mflops));
    CHECK(machine.l_flop == Approx(machine.l_us() * machine.r_mflops));
    // A table that an earlier version wrote has medians of each.
    const Machine read =
        read_machines("computer,p,program,r_mflops,g_flop,word_bits,l_flop,g_us,l_us,source\n"
                      "x,2,bspbench,2000,500,64,9000,0.3,4,measured 2026-11-27\n",
                      "t")
            .at(0);
    CHECK(read.g_flop == Approx(600));
    CHECK(read.l_flop == Approx(8000));
}

TEST_CASE("words in random and in cyclic order: both have g and l, and each use names its own", "[bsp]") {
    const RunRecord run = bsp_test::two_orders_run({{0.5, 4}}, {{0.25, 3}});
    CHECK(contradictions(run).empty());
    const std::vector<std::string> text = lines(run);
    CHECK(text.at(0) ==
          "p = 2, r = 1000 Mflop/s, g = 500 flop, l = 4000 flop; g = 0.5 us, l = 4 us; words in "
          "random order");
    CHECK(says(text, "p = 2, r = 1000 Mflop/s, g = 250 flop, l = 3000 flop; g = 0.25 us, l = 3 us; words in "
                     "cyclic order, as published"));
    CHECK(says(text, "cyclic order: fitted to h = 2 to 64"));
    const std::vector<Machine> machines = machines_of(run);
    REQUIRE(machines.size() == 2);
    CHECK(machines[0].program == "bspbench, random order");
    CHECK(machines[0].workload() == "bspbench");
    CHECK(machines[1].program == "bspbench"); // as the published machines
    CHECK(machines[1].g_flop == Approx(250));
    CHECK(machine_table(machines).rows.size() == 2);
    CHECK(says(machine_table(machines).notes, "predictions use it"));
    // A program's words have any order.
    const MachineTable prediction = prediction_table(machines, {0, 100, 1}, {}, {});
    REQUIRE(prediction.rows.size() == 1);
    CHECK(prediction.rows[0].at(2).text == "bspbench, random order");
    CHECK(prediction.rows[0].at(TotalColumn).number == Approx(54e-6));
    CHECK(says(prediction.notes, "words in random order"));
    // So do those of a table.
    const std::vector<Machine> table = read_machines(machines_csv(machines), "t");
    CHECK(prediction_table(table, {0, 100, 1}, {}, {}).rows.size() == 1);
    CHECK(prediction_table({table[1]}, {0, 100, 1}, {}, {}).rows.size() == 1);
    // A changed result of the second order is noticed, too.
    RunRecord changed = run;
    for (ResultValue& one : changed.summary.results)
        if (one.tag.is(kinds::g_cyclic_time)) one.launches[0] = Spread{0.75, 0.75, 0.75};
    CHECK(says(contradictions(changed),
               "`g, cyclic order, time` is 0.75 us/word in launch 1, but the slope of "
               "its line is 0.25"));
}

TEST_CASE("negative g, l, or times make everything derived from them INVALID", "[bsp]") {
    const std::vector<Machine> negative = machines_of(bench_run({{-0.5, 4}}));
    CHECK(trust_of(negative).is_invalid());
    CHECK(says(trust_of(negative).reasons(), "g is negative: -0.5 us per word (local, bspbench, p = 2)"));
    CHECK(trust_of(machines_of(bench_run({{0.5, -4}}))).is_invalid());
    const MachineTable table = machine_table(negative);
    CHECK(says(table.rows.at(0), "INVALID"));
    CHECK(render_text(table_document(table)).find("\nINVALID\n  - g is negative") != std::string::npos);
    CHECK(table_document(table).csv.find(",INVALID,") != std::string::npos);
    CHECK(render_html(table_document(table)).find("INVALID") != std::string::npos);
    const MachineTable predicted = prediction_table(negative, {0, 1000, 1}, {}, {});
    CHECK(says(predicted.trust->reasons(), "the predicted time is negative"));
    CHECK(says(predicted.rows.at(0), "INVALID"));
}

TEST_CASE("tables and predictions have the worst verdict of their runs, and list the notes", "[bsp]") {
    RunRecord noted = bench_run({{0.5, 4}});
    noted.verdict = {Word::ValidWithNotes, {"disturbed: a rank waited"}};
    std::vector<Machine> all = machines_of(noted);
    CHECK(trust_of(all).word() == Word::ValidWithNotes);
    CHECK(says(trust_of(all).reasons(), "disturbed: a rank waited (local, bspbench, p = 2)"));
    // Warnings about the fit are notes too.
    CHECK(says(trust_of(machines_of(bench_run({{0.5, 4}, {0.9, 4}, {1.3, 4}}))).reasons(), "do not agree"));
    CHECK(trust_of(machines_of(bench_run({{0.5, 4}}))).word() == Word::Valid);
    RunRecord invalid = bench_run({{0.5, 4}});
    invalid.verdict = {Word::Invalid, {"`sums agree` does not hold on rank 1"}};
    all.push_back(machines_of(invalid).at(0));
    CHECK(trust_of(all).word() == Word::Invalid);
    const MachineTable table = machine_table(all);
    CHECK(says(table.rows.at(0), "VALID WITH NOTES"));
    CHECK(says(table.rows.at(1), "INVALID"));
    // Published machines have no verdict.
    CHECK_FALSE(machine_table(published()).trust);
    Trust of_program;
    of_program.note("oversubscribed");
    CHECK(
        prediction_table(published(), {1, 2, 3}, {}, PredictedProgram{"cg", {}, of_program}).trust->word() ==
        Word::ValidWithNotes);
}
