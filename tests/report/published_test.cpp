#include "base/text/csv.h"
#include "measurements.h"
#include "report/compare/document.h"
#include "report/compare/published.h"
#include "report/document/output_formats.h"
#include "report/read/text_file.h"
#include "support.h"

#include <catch2/catch.hpp>

using namespace loop;
using namespace loop::report;

namespace {

std::string published_path(const std::string& name) {
    return std::string(REPORT_TESTS) + "/published/" + name;
}

Comparison published(const std::string& name) {
    auto candidates = load_candidates(published_path(name));
    name_candidates(candidates);
    return compare(std::move(candidates), "paragon");
}

std::vector<std::vector<std::string>> lines(const std::string& name) {
    auto cells = csv_cells(text_of_file(published_path(name)).value());
    cells.erase(cells.begin());
    return cells;
}

/// Collects slowdowns in the paper that do not follow from its rounded times, as "row machine".
class Misprints {
public:
    void check(const ComparedCell& cell, const ComparedCell& base, const std::string& label,
               const std::string& printed) {
        const double value = std::stod(printed), half = half_unit(printed);
        const auto [low, high] = quotient_limits(cell.seconds, cell.measurement->half_unit, base.seconds,
                                                 base.measurement->half_unit);
        CHECK(cell.judgement->interval->first == Approx(low));
        if (value + half < low || value - half > high) list.push_back(label);
        if (std::abs(*cell.judgement->slowdown - value) <= half) ++exact;
        ++all;
    }
    std::vector<std::string> list;
    int all = 0, exact = 0;
};

} // namespace

TEST_CASE("the paper's Table 1 gives its Tables 2 and 3, except for six misprints", "[compare]") {
    Misprints misprints;
    const Comparison one = published("loop_table1_runtime_s.csv");
    const auto two = lines("loop_table2_slowdown_vs_paragon.csv");
    REQUIRE(one.rows.size() == two.size());
    for (std::size_t i = 0; i < two.size(); ++i) {
        CHECK(one.rows[i].ranks == std::stoi(two[i][1])); // the paper's order is kept
        for (const std::size_t machine : {0, 1})
            misprints.check(one.rows[i].cells[machine], one.rows[i].cells[2],
                            "Table 2: " + one.rows[i].label + " " + one.candidates[machine].name,
                            two[i][4 + machine]);
    }
    const Comparison wide = published("loop_table3_runtime_64_128.csv");
    const auto three = lines("loop_table3_runtime_64_128.csv");
    REQUIRE(wide.rows.size() == three.size());
    for (std::size_t i = 0; i < three.size(); ++i)
        misprints.check(wide.rows[i].cells[0], wide.rows[i].cells[1],
                        "Table 3: " + wide.rows[i].label + " ncube", three[i][6]);
    CHECK(misprints.all == 30);
    CHECK(misprints.exact == 20);
    CHECK(misprints.list == std::vector<std::string>{
                                "Table 2: cg 16/256/8 meiko", "Table 2: mmm_s 32/256 meiko",
                                "Table 2: mmm_s 32/256 ncube", "Table 2: red_black 16/1024/5 meiko",
                                "Table 2: red_black 16/1024/5 ncube", "Table 3: fingerprint 64/100 ncube"});
}

TEST_CASE("published times are known to half a printed unit, which decides the verdict", "[compare]") {
    const Comparison comparison = published("loop_table1_runtime_s.csv");
    const std::string text = render_text(comparison_document(comparison));
    CHECK(text.find("time relative to paragon") != std::string::npos);
    CHECK(text.find("11.750 (11.49") != std::string::npos);
    const std::vector<Conclusion> conclusions = comparison_document(comparison).conclusions;
    REQUIRE(conclusions.size() == 2);
    for (const std::size_t i : {std::size_t(0), std::size_t(1)}) {
        const std::string machine = i == 0 ? "meiko" : "ncube";
        CHECK(conclusions[i].text.find(machine +
                                       " against paragon, in 10 comparisons: slower in 10 (by up to ") == 0);
        CHECK(conclusions[i].text.find(", faster in none, undecided in 0.") != std::string::npos);
    }
    CHECK(comparison.rows[0].cells[0].judgement->finding == Finding::Slower);
    CHECK(text.find("note: both times are published: one value each, exact to its printed digits") !=
          std::string::npos);
    CHECK(comparison.slower_than(0.05).size() == comparison.rows.size() * 2);
    CHECK_FALSE(comparison.trust); // published times have no verdict
    // A difference within rounding is undecided.
    CHECK(judge_published({1.0, 0.05}, {1.05, 0.05}).finding == Finding::Undecided);
}

TEST_CASE("against a published time, the interval of our launches decides, and the page says so",
          "[compare]") {
    Measurement paper = measurement("w", 4, {2.0});
    paper.is_published = true;
    paper.half_unit = 0.05;
    const auto judged = [&](std::vector<double> seconds, bool ours_is_base = false) {
        const Measurement ours = measurement("w", 4, std::move(seconds));
        std::vector<Candidate> both{candidate("ours", {ours}), candidate("paper", {paper})};
        return *compare(std::move(both), ours_is_base ? "ours" : "paper")
                    .rows[0]
                    .cells[ours_is_base ? 1 : 0]
                    .judgement;
    };
    const Judgement slower = judged({2.20, 2.21, 2.22, 2.23, 2.24, 2.25, 2.26});
    CHECK(slower.finding == Finding::Slower);
    CHECK(slower.interval->first == Approx(2.20 / 2.05));
    CHECK(slower.interval->second == Approx(2.26 / 1.95));
    CHECK(slower.basis.find("the interval is the median's, over our launches") != std::string::npos);
    CHECK(judged({2.20, 2.21, 2.22, 2.23, 2.24, 2.25, 2.26}, true).finding == Finding::Faster);
    CHECK(judged({2.01, 2.02, 2.03, 2.04, 2.05, 2.06, 2.2}).finding == Finding::Undecided);
    const Judgement few = judged({4, 4, 4, 4, 4, 4});
    CHECK(few.finding == Finding::Undecided);
    CHECK(few.why == "too few launches: 6 launches; a comparison with a published time needs at least 7");
    // A simulated time needs only one launch.
    Measurement model = measurement("w", 4, {4.0});
    model.repeats = true;
    const Comparison simulated = compare({candidate("model", {model}), candidate("paper", {paper})}, "paper");
    CHECK(simulated.rows[0].cells[0].judgement->finding == Finding::Slower);
}

TEST_CASE("invalid tables of published times are rejected", "[compare]") {
    CHECK_THROWS_AS(published_candidates("", "t.csv"), FormatError);
    CHECK_THROWS_AS(published_candidates("workload,processors\na,1\n", "t.csv"), FormatError);
    CHECK_THROWS_WITH(published_candidates("workload,processors,x_s\na,1,2\nb,0,1\n", "t.csv"),
                      Catch::Contains("line 3"));
    CHECK_THROWS_WITH(published_candidates("workload,processors,x_s\na,1,fast\n", "t.csv"),
                      Catch::Contains("`x_s` is not a time"));
    CHECK_THROWS_WITH(published_candidates("workload,processors,x_s\na,1\n", "t.csv"),
                      Catch::Contains("2 cells, not 3"));
    CHECK(published_candidates("workload,processors,x_s,y_s\nfp,4,,0.5\n", "t.csv")[1]
              .measurements[0]
              .workload == "fingerprint");
    CHECK(half_unit("0.282") == Approx(0.0005));
    CHECK(half_unit("12") == Approx(0.5));
    CHECK(half_unit("12.") == Approx(0.5));
    CHECK(half_unit("1.5e3") == Approx(50));
    CHECK(half_unit("1.50E-3") == Approx(0.000005));
    CHECK(half_unit("5e-1") == Approx(0.05));
    CHECK_THROWS_AS(published_candidates("workload,processors,x_s\na,1,0x10\n", "t.csv"), FormatError);
    auto both = published_candidates("workload,processors,x_s,y_s\nw,4,5e-1,1.5e3\n", "t.csv");
    name_candidates(both);
    const Judgement judgement = *compare(std::move(both)).rows[0].cells[1].judgement;
    CHECK(judgement.interval->first == Approx(1450 / 0.55));
    CHECK(judgement.interval->second == Approx(1550 / 0.45));
}
