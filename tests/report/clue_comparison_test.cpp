#include "base/text/csv.h"
#include "base/text/strings.h"
#include "report/clue/comparison.h"
#include "report/clue/document.h"
#include "report/document/output_formats.h"
#include "report/read/text_file.h"
#include "report/sweep/scaling.h"
#include "support.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

using namespace loop;
using namespace loop::report;

namespace {

using CsvLine = std::map<std::string, std::string>;

std::vector<CsvLine> csv_lines(const std::string& csv) {
    const auto cells = csv_cells(csv);
    std::vector<CsvLine> lines;
    for (std::size_t i = 1; i < cells.size(); ++i) {
        lines.emplace_back();
        REQUIRE(cells[i].size() == cells[0].size());
        for (std::size_t k = 0; k < cells[i].size(); ++k)
            lines.back()[cells[0][k]] = cells[i][k];
    }
    return lines;
}

std::vector<CsvLine> golden_lines(const std::string& name) {
    return csv_lines(text_of_file(std::string(REPORT_TESTS) + "/published/" + name).value());
}

const std::string thesis_file = std::string(REPORT_TESTS) + "/../../machines/published/clue-2006.csv";

std::vector<ClueSystem> thesis() {
    return load_systems(thesis_file);
}

const ClueReport& published_cluster(const std::vector<ClueSystem>& systems, const std::string& name) {
    const auto found = std::find_if(systems.begin(), systems.end(), [&](const ClueSystem& system) {
        return system.report.system == "cluster " + name;
    });
    REQUIRE(found != systems.end());
    return found->report;
}

std::string our_name(const std::string& variation) {
    return variation == "base_line"          ? "base"
           : variation == "data_rearrange"   ? "rearranged"
           : variation == "double_precision" ? "double"
                                             : variation;
}

std::string rounded(double value, int digits) {
    char text[40];
    std::snprintf(text, sizeof text, "%.*f", digits, value);
    return text;
}

/// A campaign of the base and of integers on one and two ranks of each machine, which take turns: ten trials
/// of these seconds, times the factor of the machine. `scatter`: by how much the slowest trial is slower.
Sweep campaign_on(const std::vector<std::pair<std::string, double>>& machines, double scatter = 0.02,
                  bool simulated = false) {
    Sweep sweep;
    sweep.scaled = true;
    sweep.fastest = true;
    sweep.launches_planned = simulated ? 1 : 10;
    for (const auto& [machine, factor] : machines)
        for (const std::string variation : {"base", "integer"})
            for (const int ranks : {1, 2}) {
                SweepPoint point;
                point.number = static_cast<int>(sweep.points.size()) + 1;
                point.workload = "clue";
                point.machine = machine;
                point.variation = variation;
                point.ranks = ranks;
                point.iterations = 1;
                point.set = {{"width", "1000"}, {"height", "1000"}, {"type", "float"}};
                RunRecord run;
                run.verdict.emplace();
                run.machine.name = machine;
                if (simulated) {
                    run.simulated.emplace();
                    run.simulated->host_compute = formats::RunSimulation::HostCompute::Free;
                }
                point.run = run;
                for (int trial = 1; trial <= sweep.launches_planned; ++trial) {
                    SweepLaunch launch;
                    launch.index = launch.round = trial;
                    launch.seconds = 0.1 * factor * (ranks == 2 ? 1.25 : 1) *
                                     (variation == "integer" ? 0.5 : 1) *
                                     (1 + scatter * ((7 * trial) % 10) / 10);
                    launch.notes.emplace();
                    point.launches.push_back(launch);
                }
                sweep.points.push_back(point);
            }
    // The journal: rounds outermost.
    std::size_t place = 0;
    for (int trial = 0; trial < sweep.launches_planned; ++trial)
        for (SweepPoint& point : sweep.points)
            point.launches[static_cast<std::size_t>(trial)].place = place++;
    return sweep;
}

std::vector<ClueSystem> together(std::vector<ClueSystem> a, std::vector<ClueSystem> b) {
    for (ClueSystem& system : b)
        a.push_back(std::move(system));
    return a;
}

const Section* part_of(const Document& document, const std::string& id) {
    for (const Section& section : document.sections)
        if (section.id == id) return &section;
    return nullptr;
}

bool says(const Document& document, const std::string& part) {
    return std::any_of(document.conclusions.begin(), document.conclusions.end(),
                       [&](const Conclusion& item) { return item.text.find(part) != std::string::npos; });
}

} // namespace

TEST_CASE("the published table holds Tables 4.1 to 4.3 of the thesis", "[clue]") {
    const std::vector<ClueSystem> systems = thesis();
    REQUIRE(systems.size() == 7);
    std::size_t figures = 0;
    for (const ClueSystem& system : systems) {
        CHECK(system.is_published());
        CHECK(system.candidate.measurements.empty());
        CHECK_FALSE(system.report.verdict);
        figures += system.report.figures.size();
    }
    for (const CsvLine& row : golden_lines("clue_table4_1_clusters.csv")) {
        const ClueReport& report = published_cluster(systems, row.at("cluster"));
        CHECK(std::to_string(report.grid->width) == row.at("grid_n"));
        CHECK(std::to_string(report.grid->height) == row.at("grid_n"));
        const std::map<std::string, std::string> facts(report.facts.begin(), report.facts.end());
        CHECK(facts.at("nodes") == row.at("nodes"));
        CHECK(facts.at("processor") == row.at("cpu_ghz") + " GHz");
        CHECK(facts.at("cache") == row.at("cache_kb") + " KB");
        CHECK(facts.at("memory") == row.at("ram_mb") + " MB");
        CHECK(facts.at("network") == row.at("network_media") + " " + row.at("network_mb") + " Mb");
        CHECK(facts.at("compiler options") == row.at("compiler_opts"));
    }
    const auto check_row = [&](const CsvLine& row, const std::string& variation, int ranks) {
        INFO(row.at("cluster") << " " << variation << " on " << ranks);
        const ClueFigure* const figure = published_cluster(systems, row.at("cluster")).find(variation, ranks);
        REQUIRE(figure != nullptr);
        CHECK(rounded(figure->act, 3) == row.at("act_million_per_s"));
        CHECK(rounded(100 * *figure->efficiency, 2) == row.at("efficiency_pct"));
        // One rank has none: the thesis prints 100 % for 0/0.
        CHECK(figure->serial_fraction.has_value() == (ranks > 1));
        if (ranks > 1) CHECK(rounded(100 * *figure->serial_fraction, 2) == row.at("serial_fraction_pct"));
    };
    for (const CsvLine& row : golden_lines("clue_table4_2_by_nodes.csv"))
        check_row(row, "base", std::stoi(row.at("nodes")));
    for (const CsvLine& row : golden_lines("clue_table4_3_by_variation_8nodes.csv"))
        check_row(row, our_name(row.at("variation")), 8);
    CHECK(figures == 31 + 28 - 7); // the base on 8 nodes is in both tables
}

TEST_CASE("printed serial fractions follow from printed efficiencies; known errata from ACT/s", "[clue]") {
    const std::vector<ClueSystem> systems = thesis();
    int exact = 0, all = 0;
    for (const CsvLine& row : golden_lines("check_clue_table4_2.csv")) {
        INFO(row.at("cluster") << row.at("nodes"));
        const double ranks = std::stod(row.at("nodes"));
        const auto from_printed = serial_fraction(ranks * std::stod(row.at("e_printed")) / 100, ranks);
        REQUIRE(from_printed);
        CHECK(std::abs(100 * *from_printed - std::stod(row.at("f_printed"))) < 0.00501);
        CHECK(rounded(100 * *from_printed, 4) == row.at("f_from_printed_e"));
        const ClueReport& report = published_cluster(systems, row.at("cluster"));
        ClueReport derived;
        for (const int number : {1, std::stoi(row.at("nodes"))}) {
            ClueFigure figure;
            figure.variation = "base";
            figure.ranks = number;
            figure.act = report.find("base", number)->act;
            derived.figures.push_back(figure);
        }
        add_efficiencies(derived);
        CHECK(rounded(100 * *derived.figures[1].efficiency, 3) == row.at("e_from_act"));
        CHECK(rounded(100 * *derived.figures[1].serial_fraction, 4) == row.at("f_from_act"));
        const bool is_exact =
            std::abs(100 * *derived.figures[1].serial_fraction - std::stod(row.at("f_printed"))) < 0.005;
        CHECK(is_exact == (row.at("f_exact") == "1"));
        exact += is_exact ? 1 : 0;
        ++all;
    }
    CHECK(all == 24);
    CHECK(exact == 17);
    for (const CsvLine& row : golden_lines("check_clue_table4_3.csv")) {
        INFO(row.at("cluster") << row.at("variation"));
        const auto from_printed = serial_fraction(8 * std::stod(row.at("e_printed")) / 100, 8);
        CHECK(rounded(100 * from_printed.value(), 4) == row.at("f_from_printed_e"));
        CHECK(std::abs(100 * *from_printed - std::stod(row.at("f_printed"))) < 0.00501);
        CHECK(rounded(std::stod(row.at("act")) / std::stod(row.at("e_printed")) * 100, 3) ==
              row.at("implied_1node_act"));
    }
}

TEST_CASE("machines of one campaign are compared by trials, with rows named by variation", "[clue]") {
    const ClueComparison comparison =
        compare_clue(systems_of(campaign_on({{"one", 1}, {"other", 2}, {"same", 1}}), "/x/folder"));
    REQUIRE(comparison.systems.size() == 3);
    CHECK(comparison.systems[1].system == "other");
    REQUIRE(comparison.verdicts);
    CHECK(comparison.points().size() == 4);
    const ComparedCell* const slow = comparison.cell(1, {"integer", 2});
    REQUIRE(slow != nullptr);
    REQUIRE(slow->judgement);
    CHECK(slow->judgement->finding == Finding::Slower);
    CHECK(slow->judgement->slowdown == Approx(2));
    CHECK(slow->judgement->in_turn);
    CHECK(slow->label == "integer on 2 ranks");
    CHECK(comparison.cell(2, {"base", 1})->judgement->finding == Finding::Equal);
    CHECK(*comparison.relative(1, {"base", 1}) == Approx(0.5));
    const Document document = clue_comparison_document(comparison);
    CHECK(says(document, "other against one, in 4 comparisons: slower in 4"));
    CHECK(says(document, "On 2 ranks, the base is fastest on one (8.000 million ACT/s per rank)"));
    const DataTable& table = part_of(document, "results")->tables.at(0);
    REQUIRE(table.rows.size() == 12);
    CHECK(table.columns[4] == "% of one");
    CHECK(table.rows[0][5].text == "base");
    CHECK(table.rows[1][4].text == "50.0");
    CHECK(table.rows[1][5].text == "slower");
    CHECK(table.rows[2][5].text == "equal");
    CHECK(table.rows[4][6].text == "80.00"); // efficiency, on two ranks
    CHECK(table.rows[4][7].text == "25.00"); // (1/0.8 - 1) / (2 - 1)
    // Another base turns the relation around.
    const ClueComparison turned =
        compare_clue(systems_of(campaign_on({{"one", 1}, {"other", 2}}), "/x/folder"), "other");
    CHECK(turned.cell(0, {"base", 1})->judgement->finding == Finding::Faster);
    CHECK_THROWS_AS(compare_clue(systems_of(campaign_on({{"one", 1}, {"other", 2}}), "/x"), "third"),
                    ChoiceError);
    CHECK_THROWS_AS(compare_clue(systems_of(campaign_on({{"one", 1}}), "/x")), FormatError);
}

namespace {

/// Two machines that differ only in their MPI library; the traced launch of the base names their nodes.
Sweep two_libraries(double factor, double scatter = 0.02) {
    Sweep sweep = campaign_on({{"one", 1}, {"other", factor}}, scatter);
    for (SweepPoint& point : sweep.points) {
        point.run->environment = {{"host", "head"}, {"cpu", "EPYC"}, {"cores_available", 2}, {"os", "Linux"}};
        point.run->versions.mpi = point.machine == "one" ? "MPICH 4.0.2" : "Open MPI 4.1.4";
        if (point.variation != "base" || point.ranks != 2) continue;
        StateTimes times;
        times.ns[static_cast<std::size_t>(State::Busy)] = 1000;
        CriticalPath path;
        path.on_ranks = times;
        point.traced.emplace();
        point.traced->factors = efficiency_factors({times, times}, path).value();
        point.traced->hosts = {"node-1", "node-2"};
    }
    return sweep;
}

std::string library_or_system(const Sweep& sweep) {
    const ClueComparison comparison = compare_clue(systems_of(sweep, "/x/folder"));
    const Document document = clue_comparison_document(comparison);
    std::string text;
    for (const Conclusion& conclusion : document.conclusions)
        if (conclusion.id == "library-or-system") text += conclusion.text;
    CHECK(document.data["library_or_system"].size() == (text.empty() ? 0 : 1));
    return text;
}

template <typename Change>
std::string after_change(Change change) {
    Sweep sweep = two_libraries(1.2);
    for (SweepPoint& point : sweep.points)
        if (point.machine == "other") change(point);
    return library_or_system(sweep);
}

} // namespace

TEST_CASE("two libraries on the same nodes: the library or the system is the cause", "[clue]") {
    const std::string text = library_or_system(two_libraries(1.2));
    CHECK(
        text.find(
            "one and other use the same nodes and the same hardware, so the library or the system makes the "
            "base slower on 2 ranks on other: its time is 1.2") == 0);
    CHECK(text.find("They differ in: mpi (MPICH 4.0.2; Open MPI 4.1.4) (sure: in 10 of 10 trials).") !=
          std::string::npos);
    CHECK(text.find("They differ on one rank, too") != std::string::npos);
    CHECK(library_or_system(two_libraries(0.8)).find("makes the base faster on 2 ranks") !=
          std::string::npos);
    const std::string only_on_two = after_change([](SweepPoint& point) {
        for (SweepLaunch& launch : point.launches)
            if (point.ranks == 1) *launch.seconds /= 1.2;
    });
    CHECK_FALSE(only_on_two.empty());
    CHECK(only_on_two.find("on one rank, too") == std::string::npos);
}

TEST_CASE("the library is not the cause if nothing differs, or if nodes or hardware do", "[clue]") {
    CHECK(library_or_system(two_libraries(1.01, 0.3)).empty()); // the intervals overlap
    CHECK(library_or_system(two_libraries(1)).empty());
    CHECK(after_change([](SweepPoint& point) { point.run->environment["cpu"] = "Xeon"; }).empty());
    CHECK(after_change([](SweepPoint& point) { point.run->environment["cores_available"] = 4; }).empty());
    CHECK(after_change([](SweepPoint& point) { point.run->versions.mpi = "MPICH 4.0.2"; }).empty());
    CHECK(after_change([](SweepPoint& point) {
              if (point.traced) point.traced->hosts = {"node-1", "node-3"};
          }).empty());
    CHECK(after_change([](SweepPoint& point) { point.traced.reset(); }).empty()); // nodes are not known
    CHECK(after_change([](SweepPoint& point) { point.set[0].second = "2000"; }).empty()); // another grid
    CHECK_FALSE(after_change([](SweepPoint&) {}).empty());
}

TEST_CASE("two libraries on the same nodes: disturbed trials make the sentence doubtful", "[clue]") {
    const auto with_disturbed = [](int trials) {
        return after_change([&](SweepPoint& point) {
            for (SweepLaunch& launch : point.launches)
                if (point.ranks == 2 && launch.round <= trials) launch.notes = {"disturbed: a rank waited"};
        });
    };
    CHECK(with_disturbed(2).find("(sure: in 8 of 8 trials, 2 disturbed left out)") != std::string::npos);
    CHECK(with_disturbed(10).find("(doubtful: all 10 trials were disturbed)") != std::string::npos);
}

TEST_CASE("two libraries on the same nodes with different grids: a note says that nothing was tested",
          "[clue]") {
    const auto notes_after = [](const auto& change) {
        Sweep sweep = two_libraries(1.2);
        for (SweepPoint& point : sweep.points)
            if (point.machine == "other") change(point);
        const ClueComparison comparison = compare_clue(systems_of(sweep, "/x/folder"));
        const Document document = clue_comparison_document(comparison);
        const Section* const section = part_of(document, "verdicts");
        CHECK((section == nullptr ? std::vector<std::string>() : section->items) ==
              clue_comparison_notes(comparison));
        return joined(clue_comparison_notes(comparison), "; ");
    };
    const std::string sentence =
        "one and other use the same nodes and the same hardware, but their grids are 1000 x 1000 float and "
        "2000 "
        "x 1000 float: whether the library or the system makes a difference was not tested. `--size` gives "
        "both the same grid";
    const auto other_grid = [](SweepPoint& point) { point.set[0].second = "2000"; };
    CHECK(notes_after(other_grid).find(sentence) != std::string::npos);
    const std::string part = "was not tested";
    CHECK(notes_after([](SweepPoint&) {}).find(part) == std::string::npos); // tested
    CHECK(notes_after([&](SweepPoint& point) {
              other_grid(point);
              point.run->versions.mpi = "MPICH 4.0.2"; // the same library
          }).find(part) == std::string::npos);
    CHECK(notes_after([&](SweepPoint& point) {
              other_grid(point);
              if (point.traced) point.traced->hosts = {"node-1", "node-3"}; // other nodes
          }).find(part) == std::string::npos);
}

TEST_CASE("no system is called fastest if every comparison is undecided", "[clue]") {
    const auto document = [](double factor, double scatter) {
        return clue_comparison_document(
            compare_clue(systems_of(campaign_on({{"one", 1}, {"other", factor}}, scatter), "/x/folder")));
    };
    CHECK(says(document(1.2, 0.02), "the base is fastest on one"));
    const ClueComparison close =
        compare_clue(systems_of(campaign_on({{"one", 1}, {"other", 1.01}}, 0.3), "/x/folder"));
    REQUIRE(close.cell(1, {"base", 2})->judgement->finding == Finding::Undecided);
    CHECK_FALSE(says(document(1.01, 0.3), "is fastest on"));
}

TEST_CASE("figures come from the fastest trials, verdicts from all undisturbed ones", "[clue]") {
    Sweep sweep = campaign_on({{"one", 1}, {"other", 1}});
    for (SweepPoint& point : sweep.points)
        if (point.machine == "other")
            for (SweepLaunch& launch : point.launches)
                if (launch.index > 1) // one trial is as fast, nine are twice as slow
                    launch.seconds = *launch.seconds * (launch.index == 10 ? 100 : 2);
    for (SweepPoint& point : sweep.points)
        point.launches[9].notes = {"disturbed: a rank waited"};
    const ClueComparison comparison = compare_clue(systems_of(sweep, "/x/folder"));
    // The tenth trial was disturbed; of the others, the third is the fastest on one, the first on the other.
    CHECK(*comparison.relative(1, {"base", 1}) == Approx(1.002 / 1.014));
    const auto& judgement = comparison.cell(1, {"base", 1})->judgement;
    REQUIRE(judgement);
    CHECK(judgement->finding == Finding::Slower);
    CHECK(judgement->slowdown == Approx(2).epsilon(0.03));
    CHECK(comparison.cell(1, {"base", 1})->measurement->seconds.size() == 9);
}

TEST_CASE("published systems stand beside measured ones, without a verdict", "[clue]") {
    const ClueComparison comparison = compare_clue(
        together(systems_of(campaign_on({{"one", 0.00842}, {"other", 1}}), "/x/folder"), thesis()));
    REQUIRE(comparison.systems.size() == 9);
    REQUIRE(comparison.verdicts);
    CHECK(comparison.verdicts->candidates.size() == 2);
    CHECK(comparison.cell(2, {"base", 1}) == nullptr);
    CHECK(*comparison.relative(2, {"base", 2}) == Approx(12.053 * 0.000842 * 1.25).epsilon(0.001));
    CHECK(comparison.shown_ranks() == 8); // seven systems have variations there, two on 2 ranks
    const Document document = clue_comparison_document(comparison);
    for (const auto& row : part_of(document, "results")->tables.at(0).rows)
        if (row[2].text.find("cluster") == 0) CHECK(row[5].text == "published");
    CHECK(part_of(document, "systems")->tables.at(0).rows[7][1].text == "network"); // cluster F
    for (const CsvLine& line : csv_lines(clue_comparison_csv(comparison)))
        CHECK((line.at("published") == "1" || line.at("system") == "one") == line.at("verdict").empty());
    // Published systems alone have figures and no verdict.
    const ClueComparison alone = compare_clue(thesis(), "cluster F");
    CHECK_FALSE(alone.verdicts);
    CHECK(alone.base == 5);
    const Document published = clue_comparison_document(alone);
    CHECK_FALSE(published.verdict);
    CHECK(says(published,
               "On 8 ranks, the base is fastest on cluster A (11.978 million ACT/s per rank), most "
               "efficient on cluster C (99.7 %), and least efficient on cluster F (94.1 %)."));
    CHECK(part_of(published, "evidence") == nullptr);
    CHECK_FALSE(render_html(published).empty());
}

TEST_CASE("the figures of a comparison are Figures 4.2 to 4.6, with all systems", "[clue]") {
    const ClueComparison comparison = compare_clue(thesis());
    const std::vector<Chart> plots = clue_comparison_plots(comparison);
    std::vector<std::string> names;
    for (const Chart& plot : plots)
        names.push_back(plot.name);
    CHECK(names == std::vector<std::string>{"clue-act-by-variation", "clue-efficiency-by-variation",
                                            "clue-serial-fraction-by-variation", "clue-efficiency-by-ranks",
                                            "clue-serial-fraction-by-ranks"});
    CHECK(plots[0].title == "ACT/s million by variation, on 8 ranks");
    const auto values_at = [&](std::size_t plot, double place) {
        std::vector<double> values;
        for (const ChartSeries& series : plots[plot].panels.at(0).series)
            for (const ChartMark& mark : series.marks)
                if (mark.x == place) values.push_back(mark.y);
        return values;
    };
    CHECK(plots[0].panels[0].x.ticks.at(0).text == "base");
    CHECK(values_at(0, 0) == std::vector<double>{11.978, 4.725, 5.123, 3.924, 4.738, 11.463, 4.585});
    CHECK(plots[0].panels[0].x.ticks.at(3).text == "integer");
    CHECK(values_at(0, 3) == std::vector<double>{16.873, 6.028, 6.667, 4.574, 5.997, 15.705, 5.783});
    CHECK(values_at(3, 16).size() == 3);
    CHECK(values_at(4, 1).empty()); // 0/0
    CHECK(plots[1].panels[0].y.low == 0);
    for (const Chart& plot : plots)
        for (const char* name : {"cluster A", "cluster G"})
            CHECK(drawn(plot).element("").find(name) != std::string::npos);
    // Beside measured systems, published ones are outlined, in the colors of those with the same place.
    const ClueComparison both =
        compare_clue(together(systems_of(campaign_on({{"one", 1}, {"other", 1}}), "/x"), thesis()));
    const std::vector<ChartSeries> lines = clue_comparison_plots(both)[3].panels.at(0).series;
    const auto style_of = [&](const std::string& name) {
        for (const ChartSeries& series : lines)
            if (series.name == name) return series.style;
        return std::string();
    };
    CHECK(style_of("one") == "kind0");
    CHECK(style_of("cluster A") == "kind16");
}

TEST_CASE("a model is put beside the published system that it models", "[clue]") {
    // ACT/s of 11.9 on one and 9.52 on two ranks; the thesis has 12.184 and 12.053 on cluster A.
    const double factor = 1 / 11.9 / 0.1;
    ClueComparison comparison =
        compare_clue(together(systems_of(campaign_on({{"clue-a", factor}}, 0, true), "/x"), thesis()));
    REQUIRE(comparison.pairs.size() == 1);
    CHECK(comparison.pairs[0].model->system == "clue-a (SIMULATED)");
    CHECK(comparison.pairs[0].published->system == "cluster A");
    const ClueAgreement found = agreement(comparison.pairs[0]);
    CHECK(found.points == 2); // integers were published for 8 nodes only
    CHECK(found.largest_act == Approx(1 - 9.52 / 12.053).epsilon(0.001));
    CHECK(found.largest_efficiency == Approx(0.8 - 0.9892).epsilon(0.001));
    CHECK(found.at.ranks == 2);
    const Document document = clue_comparison_document(comparison);
    CHECK(says(document,
               "their efficiencies do not agree: they differ by at most -18.9 points (base on 2 ranks)"));
    REQUIRE(part_of(document, "models") != nullptr);
    CHECK(part_of(document, "models")->tables.at(0).rows.size() == 2);
    CHECK(compare_clue(together(systems_of(campaign_on({{"mine", 1}}), "/x"), thesis())).pairs.empty());
}

TEST_CASE("a model's only trial counts as many against measured ones", "[clue]") {
    const ClueComparison comparison = compare_clue(together(
        systems_of(campaign_on({{"model", 2}}, 0, true), "/x"), systems_of(campaign_on({{"one", 1}}), "/y")));
    const ComparedCell* const cell = comparison.cell(1, {"base", 1});
    REQUIRE(cell != nullptr);
    REQUIRE(cell->judgement);
    CHECK(cell->judgement->finding == Finding::Faster);
    CHECK(cell->judgement->slowdown == Approx(0.5).epsilon(0.02));
}

TEST_CASE("serial fractions outside 0 to 100 % are marked and explained in comparisons", "[clue]") {
    Sweep sweep = campaign_on({{"one", 1}, {"other", 1}});
    for (SweepPoint& point : sweep.points)
        if (point.machine == "other" && point.ranks == 2)
            for (SweepLaunch& launch : point.launches)
                launch.seconds = *launch.seconds * 3;
    const Document document = clue_comparison_document(compare_clue(systems_of(sweep, "/x/folder")));
    const DataTable& table = part_of(document, "results")->tables.at(0);
    CHECK(table.rows[2][7].text == "25.00");
    CHECK(table.rows[3][7].text == "275.00 *"); // 3 x 1.25 - 1
    CHECK(table.note.find("* serial fraction above 100 %: ") != std::string::npos);
}

TEST_CASE("a point that failed is named, and makes the comparison INVALID", "[clue]") {
    Sweep sweep = campaign_on({{"one", 1}, {"other", 1}});
    SweepPoint& failed = sweep.points.back();
    for (SweepLaunch& launch : failed.launches) {
        launch.outcome = Outcome::Failed;
        launch.failures = {"rank 1 died"};
    }
    const ClueComparison comparison = compare_clue(systems_of(sweep, "/x/folder"));
    CHECK(comparison.verdict.word == Word::Invalid);
    const Document document = clue_comparison_document(comparison);
    REQUIRE(part_of(document, "missing") != nullptr);
    CHECK(part_of(document, "missing")->items.at(0) ==
          "no result for integer on 2 ranks of other: rank 1 died");
    CHECK(comparison.cell(1, {"integer", 2}) == nullptr);
    CHECK(comparison.cell(1, {"integer", 1})->judgement);
}

TEST_CASE("all output formats of a comparison have the same systems and numbers", "[clue]") {
    const ClueComparison comparison =
        compare_clue(together(systems_of(campaign_on({{"one", 0.0084}}), "/x/folder"), thesis()));
    const Document document = clue_comparison_document(comparison);
    for (const std::string& text : {render_text(document), render_html(document), render_markdown(document),
                                    render_xml(document), render_json(document), document.csv})
        for (const char* part : {"one", "cluster D", "rearranged", "1.963"})
            CHECK(text.find(part) != std::string::npos);
    const auto json = clue_comparison_json(comparison);
    CHECK(json["schema"] == "loop-clue-comparison/1");
    CHECK(json["systems"].size() == 8);
    CHECK(json["systems"][4]["facts"]["compiler options"] == "slow");
    CHECK(json["rows"][0]["cells"][1]["act_million_per_s"].get<double>() == Approx(12.184));
}

TEST_CASE("campaigns write tables of their own figures that can be compared again", "[clue]") {
    const ClueReport report = clue_report(campaign_on({{"one", 1}}));
    const std::string csv = clue_csv(report);
    REQUIRE(is_clue_table(csv));
    const auto systems = published_systems(csv, "clue.csv");
    REQUIRE(systems.size() == 1);
    CHECK(systems[0].report.system == "one");
    REQUIRE(systems[0].report.figures.size() == 4);
    for (const ClueFigure& figure : systems[0].report.figures) {
        const ClueFigure* const same = report.find(figure.variation, figure.ranks);
        REQUIRE(same != nullptr);
        CHECK(figure.act == Approx(same->act));
        CHECK(*figure.efficiency == Approx(*same->efficiency));
    }
}

TEST_CASE("clue.csv has the intervals of points, and is read with them", "[clue]") {
    const ClueReport report = clue_report(campaign_on({{"one", 1}}));
    const std::string csv = clue_csv(report);
    int with = 0;
    for (const CsvLine& line : csv_lines(csv)) {
        const bool has = !line.at("efficiency_low_percent").empty();
        INFO(line.at("kind") << " " << line.at("ranks"));
        CHECK(has == (line.at("kind") == "figure" && line.at("ranks") == "2"));
        for (const char* column :
             {"efficiency_high_percent", "serial_fraction_low_percent", "serial_fraction_high_percent"})
            CHECK(line.at(column).empty() != has);
        CHECK(line.at("verdict") == "VALID");
        if (!has) continue;
        ++with;
        const ClueFigure& figure = *report.find(line.at("variation"), 2);
        const auto is = [&](const char* column, double fraction) {
            CHECK(std::stod(line.at(column)) == Approx(100 * fraction));
        };
        is("efficiency_low_percent", figure.efficiency_interval->first);
        is("efficiency_high_percent", figure.efficiency_interval->second);
        is("serial_fraction_low_percent", figure.serial_fraction_interval->first);
        is("serial_fraction_high_percent", figure.serial_fraction_interval->second);
    }
    CHECK(with == 2); // base and integer
    const auto systems = published_systems(csv, "clue.csv");
    for (const ClueFigure& figure : report.figures) {
        const ClueFigure& read = *systems.at(0).report.find(figure.variation, figure.ranks);
        REQUIRE(read.efficiency_interval.has_value() == figure.efficiency_interval.has_value());
        if (!figure.efficiency_interval) continue;
        CHECK(read.efficiency_interval->first == Approx(figure.efficiency_interval->first));
        CHECK(read.efficiency_interval->second == Approx(figure.efficiency_interval->second));
        CHECK(read.serial_fraction_interval->first == Approx(figure.serial_fraction_interval->first));
        CHECK(read.serial_fraction_interval->second == Approx(figure.serial_fraction_interval->second));
    }
}

TEST_CASE("an interval in a table of figures has two ends in their order", "[clue]") {
    const auto read = [](const std::string& ends) {
        const std::string head = "kind,system,variation,ranks,act_million_per_s,efficiency_low_percent,"
                                 "efficiency_high_percent\n";
        try {
            const auto systems =
                published_systems(head + "figure,a,base,2,1," + ends + "\nsystem,a,,,,1,2\n", "t.csv");
            CHECK(systems[0].report.facts.empty()); // an interval is not a fact of the system
            const auto& interval = systems[0].report.figures[0].efficiency_interval;
            return interval ? std::to_string(interval->second) : std::string("none");
        } catch (const FormatError& error) {
            return std::string(error.what());
        }
    };
    CHECK(read("80,90") == "0.900000");
    CHECK(read(",") == "none");
    CHECK(
        read("80,").find("only one of `efficiency_low_percent` and `efficiency_high_percent` has a value") !=
        std::string::npos);
    CHECK(read("91,90").find("`efficiency_low_percent` is above `efficiency_high_percent`") !=
          std::string::npos);
    CHECK(read("80,x").find("`efficiency_high_percent` is not a number") != std::string::npos);
}

TEST_CASE("a wrong table of figures is refused with its line", "[clue]") {
    CHECK_FALSE(is_clue_table("workload,processors,a_s\n"));
    CHECK_FALSE(is_clue_table(""));
    const std::string head = "system,variation,ranks,act_million_per_s,efficiency_percent\n";
    const auto problem = [&](const std::string& rows) {
        try {
            published_systems(head + rows, "t.csv");
        } catch (const FormatError& error) {
            return std::string(error.what());
        }
        return std::string();
    };
    CHECK(problem("a,base,1,2,\n").empty());
    CHECK(problem("a,base,1,0,\n").find("`act_million_per_s` is not a number above 0") != std::string::npos);
    CHECK(problem("a,base,1,2,\na,base,two,2,\n").find("3: ") != std::string::npos);
    CHECK(problem("a,base,0,2,\n").find("`ranks` is not a number of ranks") != std::string::npos);
    CHECK(problem("a,a b,1,2,\n").find("`variation` is not a name") != std::string::npos);
    CHECK(problem("a,base,1,2,all\n").find("`efficiency_percent` is not a number") != std::string::npos);
    CHECK(problem("a,base,1,2,\na,base,1,2,\n").find("base on 1 rank of a is given twice") !=
          std::string::npos);
    CHECK(problem(",base,1,2,\n").find("`system` is empty") != std::string::npos);
    CHECK(problem("a,base,1\n").find("t.csv") != std::string::npos);
    CHECK(problem("").find("has no figures") != std::string::npos);
    // Without printed efficiencies, they follow from ACT/s.
    const auto systems = published_systems(head + "a,base,1,2,\na,base,2,1,\n", "t.csv");
    CHECK(*systems[0].report.figures[1].efficiency == Approx(0.5));
}
