#include "bsp_runs.h"
#include "report/bsp/between.h"
#include "report/bsp/consistency.h"
#include "report/bsp/machine_file.h"
#include "report/bsp/predicted_time.h"
#include "report/bsp/prediction.h"
#include "report/bsp/request_time.h"
#include "report/document/output_formats.h"
#include "report/sheet/invariants.h"
#include "report/sheet/sections.h"

#include <catch2/catch.hpp>

#include <cmath>

using namespace loop::report;
using namespace loop::report::bsp;
using bsp_test::all_of;
using bsp_test::bench_run;
using bsp_test::contains;

namespace {

Json site(const char* construct, int line, long long calls, long long bytes, std::vector<double> h_bytes = {},
          std::vector<double> h_calls = {}) {
    Json json{{"construct", construct}, {"line", line},        {"calls", calls},
              {"messages_sent", calls}, {"bytes_sent", bytes}, {"bytes_received", 0},
              {"messages_received", 0}};
    if (!h_bytes.empty()) json["h_bytes"] = h_bytes;
    if (!h_calls.empty()) json["h_calls"] = h_calls;
    return json;
}

struct RankOf {
    double flops;
    std::vector<Json> sites;
    double array_bytes = 0;
};

/// A run whose records are these.
RunRecord program_run(const std::vector<RankOf>& ranks) {
    Json records = Json::array();
    Json summary{{"program", {{"flops", 0.0}, {"seconds", {{"min", 1.0}, {"median", 1.5}, {"max", 2.0}}}}},
                 {"sites", Json::array()}};
    double flops = 0;
    for (const RankOf& rank : ranks) {
        Json sites = Json::array();
        for (const Json& one : rank.sites)
            sites.push_back(one);
        records.push_back(
            {{"rank", records.size()},
             {"complete", true},
             {"record", {{"flops", rank.flops}, {"sites", sites}, {"array_bytes", rank.array_bytes}}}});
        flops += rank.flops;
    }
    summary["program"]["flops"] = flops;
    return read_run(Json{{"schema", "loop-run/1"},
                         {"verdict", {{"word", "VALID"}, {"reasons", Json::array()}}},
                         {"source", {{"name", "w"}, {"hash", "1"}}},
                         {"ranks", ranks.size()},
                         {"summary", summary},
                         {"launches", {{{"index", 1}, {"complete", true}, {"ranks", records}}}}});
}

Machine made(const char* name, int ranks, double r, double g_us, double l_us) {
    Machine machine;
    machine.computer = name;
    machine.ranks = ranks;
    machine.program = "bspbench";
    machine.r_mflops = r;
    machine.g_flop = g_us * r;
    machine.l_flop = l_us * r;
    machine.measured_g_us = g_us;
    machine.measured_l_us = l_us;
    machine.is_measured = true;
    machine.source = "measured 2026-01-31";
    machine.rates = {{"r", "", r}};
    return machine;
}

} // namespace

TEST_CASE("demand: the largest h of each superstep, not of the sum over supersteps", "[bsp]") {
    // Rank 0 sends much in the first two calls, rank 1 in the last one: no rank sends much in all of them.
    const Demand demand =
        demand_of(program_run({{100, {site("COMMUNICATE", 7, 3, 1640, {800, 40}, {2, 1})}},
                               {300, {site("COMMUNICATE", 7, 3, 960, {80, 800}, {2, 1})}}}));
    CHECK(demand.work == 300);
    CHECK(demand.words == (2 * 800 + 800) / 8);
    CHECK(demand.supersteps == 3);
    CHECK(demand.notes.empty());
}

TEST_CASE("demand: stretches of different lengths, and ranks that do not call", "[bsp]") {
    const Demand demand = demand_of(program_run(
        {{0, {site("TREE_BCAST", 3, 5, 0, {8, 80}, {4, 1})}},
         {0, {site("TREE_BCAST", 3, 4, 0, {16, 24}, {1, 3}), site("EXCHANGE", 9, 1, 8, {8}, {1})}},
         {0, {}}}));
    // Calls of TREE_BCAST: 16, 24, 24, 24, 80 bytes.
    CHECK(demand.words == (16 + 3 * 24 + 80 + 8) / 8.0);
    CHECK(demand.supersteps == 6);
}

TEST_CASE("demand: calls of one line in several groups are further supersteps", "[bsp]") {
    // Each rank called the line 10 times in one group, and 5 times in another.
    const std::vector<Json> both = {site("EXCHANGE", 3, 10, 8000, {800}, {10}),
                                    site("EXCHANGE", 3, 5, 800, {160}, {5})};
    const Demand demand = demand_of(program_run({{0, both}, {0, both}}));
    CHECK(demand.supersteps == 15);
    CHECK(demand.words == (10 * 800 + 5 * 160) / 8);
}

TEST_CASE("demand: without the h of each call, that of the rank that moved most; a note says so", "[bsp]") {
    const Demand demand = demand_of(
        program_run({{0, {site("COMMUNICATE", 7, 3, 1640)}}, {0, {site("COMMUNICATE", 7, 3, 960)}}}));
    CHECK(demand.words == 1640 / 8);
    CHECK(demand.supersteps == 3);
    CHECK(contains(all_of(demand.notes), "the h of each call of COMMUNICATE in line 7 is not recorded"));
    // Nor do stretches count that do not add up, as in a damaged file.
    for (const auto& calls : {std::vector<double>{2, 2}, {3}, {4, -1}, {2, std::nan("")}})
        CHECK(demand_of(program_run({{0, {site("COMMUNICATE", 7, 3, 1640, {800, 40}, calls)}}})).words ==
              1640 / 8);
}

TEST_CASE("demand: messages between two ranks count for the busiest rank; global operations have no words",
          "[bsp]") {
    // A ping-pong: each rank sends once and receives once, in lines of its own.
    Json receive = site("recv0", 8, 1, 0);
    receive["bytes_received"] = 80;
    receive["messages_sent"] = 0;
    receive["messages_received"] = 1;
    Json other = receive;
    other["line"] = 9;
    const Demand demand =
        demand_of(program_run({{0, {site("send0", 4, 1, 80), receive, site("gsum0", 12, 5, 0)}},
                               {0, {other, site("send0", 5, 1, 80), site("gsum0", 12, 5, 0)}}}));
    CHECK(demand.supersteps == 2 + 5);
    CHECK(demand.words == 20);
}

TEST_CASE("demand: neither \\UNTIMED nor computing constructs count", "[bsp]") {
    Json untimed = site("COMMUNICATE", 8, 40, 3200);
    untimed["untimed"] = true;
    Json product = site("SCALPROD", 9, 40, 0);
    product["messages_sent"] = 0;
    const Demand demand = demand_of(program_run({{8, {untimed, product}, 100.0}, {8, {}, 4000.0}}));
    CHECK(demand.supersteps == 0);
    CHECK(demand.words == 0);
    CHECK(demand.data_bytes == 4000);
    CHECK_FALSE(
        demand_of(program_run({{8, {}}})).data_bytes); // no arrays, so the size of the data is unknown
}

TEST_CASE("demand: without records of the ranks, means of all of them", "[bsp]") {
    RunRecord run;
    run.ranks = 4;
    run.summary.program.flops = 4000;
    run.summary.sites.push_back({"COMMUNICATE", 7, 40, 40, 40 * 80, 40, 40 * 80, false});
    run.summary.sites.push_back({"COMMUNICATE", 8, 40, 40, 40 * 80, 40, 40 * 80, true}); // within \UNTIMED
    run.summary.sites.push_back({"SCALPROD", 9, 40, 0, 0, 0, 0, false});
    run.summary.sites.push_back({"gsum0", 10, 20, 0, 0, 0, 0, false});
    const Demand demand = demand_of(run);
    CHECK(demand.work == 1000);
    CHECK(demand.words == 100);
    CHECK(demand.supersteps == 15);
    CHECK(contains(all_of(demand.notes), "w and h are means over the ranks"));
}

TEST_CASE("power laws through two points, straight lines where a value is 0", "[bsp]") {
    CHECK(between(4, {2, 100}, {8, 25}) == Approx(50));
    CHECK(between(16, {2, 100}, {8, 25}) == Approx(12.5));
    CHECK(between(8, {2, 7}, {4, 7}) == Approx(7));
    CHECK(between(3, {2, 0}, {4, 10}) == Approx(5));
    CHECK(between(1, {2, 0}, {4, 10}) == 0);
    CHECK(pair_near({8, 2, 4, 2}, 5)->below == 4);
    CHECK(pair_near({8, 2, 4}, 5)->above == 8);
    CHECK(pair_near({8, 2, 4}, 64)->below == 4);
    CHECK(pair_near({8, 2, 4}, 64)->above == 8);
    CHECK(pair_near({8, 3, 4}, 2)->below == 3);
    CHECK_FALSE(pair_near({1, 4}, 2)); // a single rank sends nothing to others
    CHECK_FALSE(pair_near({4, 4}, 2));
    CHECK(Pair{2, 8}.text(4) == "interpolated between 2 and 8 ranks");
    CHECK(Pair{2, 8}.text(16) == "extrapolated from 2 and 8 ranks");
}

TEST_CASE("the demand on another number of ranks follows the runs on two", "[bsp]") {
    const std::vector<DemandOfRun> runs{
        {1, {1600, 0, 0, {}, {}}}, {2, {800, 10, 4, 4000.0, {}}}, {8, {200, 10, 16, 1000.0, {}}}};
    const auto at = demand_at(runs, 4);
    REQUIRE(at);
    CHECK(at->work == Approx(400));
    CHECK(at->words == Approx(10));
    CHECK(at->supersteps == Approx(8));
    CHECK(*at->data_bytes == Approx(2000));
    CHECK(all_of(at->notes) == "w, h, and S of 4 ranks are interpolated between 2 and 8 ranks\n");
    CHECK(demand_at(runs, 32)->work == Approx(50));
    CHECK(contains(all_of(demand_at(runs, 32)->notes), "extrapolated from 2 and 8 ranks"));
    CHECK(demand_at(runs, 8)->notes.empty());
    CHECK(demand_at(runs, 1)->work == 1600);
    CHECK_FALSE(demand_at({runs[0], runs[1]}, 4));
}

TEST_CASE("only runs of the same program with the same parameters show how it scales", "[bsp]") {
    RunRecord one = program_run({{1, {}}}), other = program_run({{1, {}}, {1, {}}});
    one.parameters = other.parameters = {{"size", "100"}};
    CHECK(difference(one, other).empty());
    other.parameters = {{"size", "200"}};
    CHECK(difference(one, other) == "size: 100 and 200");
    other.parameters = {};
    CHECK(difference(one, other) == "size: 100 and the default");
    CHECK(difference(other, one) == "their parameters");
    other = one;
    other.source.hash = "2";
    CHECK(difference(one, other) == "the program `w`, which has changed");
    other.source.name = "v";
    CHECK(difference(one, other) == "the program: `w` and `v`");
}

TEST_CASE("machines on another number of ranks are interpolated, and say so", "[bsp]") {
    std::vector<Machine> machines{made("a", 2, 1000, 0.1, 4), made("a", 8, 1000, 0.4, 64),
                                  made("b", 2, 500, 1, 1)};
    const std::vector<Machine> at = machines_at(machines, 4);
    REQUIRE(at.size() == 1); // nothing is known about b on 4 ranks
    CHECK(at[0].g_us() == Approx(0.2));
    CHECK(at[0].l_us() == Approx(16));
    CHECK(at[0].g_flop == Approx(200));
    CHECK(at[0].source == "interpolated between 2 and 8 ranks: measured 2026-01-31");
    CHECK(at[0].trust.word() == Word::ValidWithNotes);
    CHECK(machines_at(machines, 2).size() == 2);
    CHECK(machines_at(machines, 2)[0].trust.word() == Word::Valid);
    CHECK(machines_at(machines, 32)[0].l_us() == Approx(1024));
    CHECK(contains(all_of(machines_at(machines, 32)[0].trust.reasons()), "extrapolated from 2 and 8 ranks"));
    // Published machines are not extrapolated: T3E of the Oxford toolset, p = 1, 2, 4, 8, 16, 24.
    for (Machine& machine : machines)
        machine.is_measured = false;
    CHECK(machines_at(machines, 4).size() == 1);
    CHECK(machines_at(machines, 32).empty());
}

TEST_CASE("a prediction names its r, and refuses one that a machine was not measured with", "[bsp]") {
    RunRecord bench = bench_run({{0.5, 4}});
    bsp_test::add_levels(bench);
    const std::vector<Machine> machines = machines_of(bench);
    const Demand demand{7e6, 100, 10, 100000.0, {}};
    const MachineTable table = prediction_table(machines, demand, {}, {});
    CHECK(table.rows.at(0).at(RateColumn).text == "L2: 700");
    CHECK(table.rows.at(0).at(WorkColumn).number == Approx(0.01));
    CHECK(table.rows.at(0).at(TotalColumn).number == Approx(0.01 + 50e-6 + 40e-6)); // g and l are times
    CHECK(contains(all_of(table.notes),
                   "r is the DAXPY rate in the cache that the arrays of a rank (97.7 KiB) fit"));
    CHECK(prediction_table(machines, demand, *rate_choice("dgemm"), {}).rows[0][RateColumn].text ==
          "dgemm: 5000");
    const MachineTable given = prediction_table(machines, demand, *rate_choice("70"), {});
    CHECK(given.rows[0][WorkColumn].number == Approx(0.1));
    CHECK(contains(all_of(given.notes), "r is the given one, 70 Mflop/s"));
    CHECK(contains(all_of(prediction_table(machines, {1, 2, 3, {}, {}}, {}, {}).notes),
                   "how much data a rank has is unknown"));
    CHECK_THROWS_AS(prediction_table(machines, demand, *rate_choice("L3"), {}), ChoiceError);
    CHECK_THROWS_WITH(prediction_table(machines, demand, *rate_choice("L3"), {}),
                      "local, bspbench, p = 2 has no rate `L3`: it has r, L1, L2, memory, scalar, dgemm");
    CHECK_THROWS_WITH(prediction_table(machines_of(bench_run({{0.5, 4}})), demand, *rate_choice("L1"), {}),
                      "local, bspbench, p = 2 has no rate `L1`: it has r");
}

TEST_CASE("what is not known exactly is a note of the prediction's verdict", "[bsp]") {
    const std::vector<Machine> machines = machines_of(bench_run({{0.5, 4}}));
    const MachineTable table =
        prediction_table(machines, {1, 2, 3, {}, {"w is estimated"}}, {}, PredictedProgram{"cg", {}, {}});
    CHECK(table.trust->word() == Word::ValidWithNotes);
    CHECK(contains(all_of(table.trust->reasons()), "w is estimated (cg)"));
}

namespace {

/// Two launches of bspbench, the second of which is slower: one line to h = 32, and a steeper one beyond.
RunRecord bent_run() {
    RunRecord run = bsp_test::valid_run(2);
    for (const double factor : {1.0, 1.2}) {
        std::vector<double> h, us;
        for (int words = 0; words <= 64; ++words) {
            h.push_back(words);
            us.push_back(factor * (words <= 32 ? 4 + 0.1 * words : 7.2 + 0.3 * (words - 32)));
        }
        add_launch(run, {bsp_test::series(loop::kinds::h_relation, "time", h, us)});
    }
    run.summary.results = {bsp_test::result(loop::kinds::r, {1000, 1250}),
                           bsp_test::result(loop::kinds::fit_from, {2, 2}),
                           bsp_test::result(loop::kinds::fit_to, {64, 64})};
    return run;
}

} // namespace

TEST_CASE("a prediction takes the line for the h of each superstep, and has a range", "[bsp]") {
    const std::vector<Machine> machines = machines_of(bent_run());
    Demand demand{1e6, 1500, 110, {}, {}};
    demand.steps = {{10, 100}, {50, 10}};
    const MachineTable table = prediction_table(machines, demand, {}, {});
    const auto& row = table.rows.at(0);
    // 100 times 5 us and 10 times 12.6 us, between a launch and one that takes 1.2 times as long
    const double steps = 1.1 * (100 * 5 + 10 * 12.6);
    CHECK(*row.at(WordsColumn).number + *row.at(SuperstepsColumn).number ==
          Approx(1e-6 * steps).epsilon(0.01));
    CHECK(row.at(TotalColumn).number == Approx(1e-6 * (1e6 / 1125 + steps)).epsilon(0.01));
    CHECK(row.at(RangeColumn).text == "1.43 ms to 1.75 ms");
    CHECK(contradictions(table).empty());
    CHECK_FALSE(contains(all_of(table.trust->reasons()), "extrapolated"));
    // If the h of each superstep is unknown, all have the mean.
    const MachineTable mean = prediction_table(machines, {0, 100, 10, {}, {}}, {}, {});
    CHECK(mean.rows.at(0).at(TotalColumn).number == Approx(1e-6 * 1.1 * 50).epsilon(0.01));
    // A table in CSV has one line and no launches.
    const MachineTable read = prediction_table(read_machines(machines_csv(machines), "t"), demand, {}, {});
    CHECK(read.rows.at(0).at(RangeColumn).text.empty());
}

/// bent_run(), with requests: a put takes 0.5 us + 0.01 per request + 0.004 per word, a message twice as
/// much, in the second launch 1.2 times as long.
RunRecord run_with_requests() {
    RunRecord run = bent_run();
    const std::vector<double> counts{1, 16, 64};
    for (std::size_t launch = 0; launch < 2; ++launch)
        for (const double words : {1.0, 4.0}) {
            std::vector<double> put, send;
            for (const double count : counts) {
                put.push_back((launch == 0 ? 1 : 1.2) * (0.5 + 0.01 * count + 0.004 * count * words));
                send.push_back(2 * put.back());
            }
            const std::string ending = ", " + std::to_string(static_cast<int>(words)) + " words";
            run.launches[launch].ranks[0].record->series.push_back(
                bsp_test::series(loop::kinds::requests, "put" + ending, counts, put));
            run.launches[launch].ranks[0].record->series.push_back(
                bsp_test::series(loop::kinds::requests, "send" + ending, counts, send));
        }
    return run;
}

TEST_CASE("a prediction takes l + h o + h w g for supersteps with requests", "[bsp]") {
    const std::vector<Machine> machines = machines_of(run_with_requests());
    REQUIRE(machines.at(0).requests.size() == 2);
    Demand demand{0, 300, 11, {}, {}};
    demand.steps = {{30, 10, {20, 0, 0, 0}}, {0, 1}};
    const MachineTable table = prediction_table(machines, demand, {}, {});
    const auto& row = table.rows.at(0);
    CHECK(row.at(RequestsColumn).number == Approx(1e-6 * 1.1 * 10 * 20 * 0.01));
    CHECK(row.at(WordsColumn).number == Approx(1e-6 * 1.1 * 10 * 30 * 0.004));
    CHECK(row.at(SuperstepsColumn).number == Approx(1e-6 * 1.1 * (10 * 0.5 + 4)).epsilon(0.001));
    CHECK(contradictions(table).empty());
    // From the faster launch to the slower one.
    CHECK(row.at(RangeColumn).text == "12.2 us to 14.6 us");
    CHECK_FALSE(contains(all_of(table.trust->reasons()), "extrapolated"));
    const auto total = [&](const EqualSteps& steps) {
        demand.steps = {steps};
        return prediction_table(machines, demand, {}, {}).rows.at(0).at(TotalColumn).number.value_or(0) * 1e6;
    };
    // Puts and messages: the requests of each, and the larger l and g.
    CHECK(total({30, 1, {20, 0, 0, 10}}) == Approx(1.1 * (1 + 20 * 0.01 + 10 * 0.02 + 30 * 0.008)));
    // Rows and gets were not measured: single words.
    CHECK(total({30, 1, {20, 1, 0, 0}}) == Approx(1.1 * 7).epsilon(0.01));
    CHECK(total({30, 1, {0, 0, 20, 0}}) == Approx(1.1 * 7).epsilon(0.01));
}

TEST_CASE("the costs of requests are interpolated on another number of ranks", "[bsp]") {
    Machine two = machines_of(run_with_requests()).at(0), eight = two;
    two.source = eight.source = "measured 2026-01-31";
    eight.ranks = 8;
    for (RequestCosts& one : eight.requests) // power laws: p^(1/2) for l, p for o, none for g
        one.typical.line = {2 * one.typical.line.l, 4 * one.typical.line.o, one.typical.line.g};
    eight.requests.pop_back(); // messages were not measured
    const std::vector<Machine> at = machines_at({two, eight}, 4);
    REQUIRE(at.size() == 1);
    REQUIRE(at[0].requests.size() == 1);
    const RequestLine& put = at[0].requests[0].typical.line;
    CHECK(put.l == Approx(1.1 * 0.5 * std::sqrt(2)));
    CHECK(put.o == Approx(1.1 * 0.01 * 2));
    CHECK(put.g == Approx(1.1 * 0.004));
    CHECK(contains(all_of(at[0].trust.reasons()),
                   "r, g, l and the costs of requests are interpolated between 2 and 8 ranks"));
    Demand demand{0, 310, 21, {}, {}};
    demand.steps = {{30, 10, {20, 0, 0, 0}}, {1, 10}, {0, 1, {0, 0, 0, 5}}};
    const MachineTable table = prediction_table(at, demand, {}, {});
    const auto& row = table.rows.at(0);
    CHECK(row.at(RequestsColumn).number == Approx(1e-6 * 10 * 20 * put.o));
    CHECK(row.at(WordsColumn).number == Approx(1e-6 * (10 * 30 * put.g + 10 * at[0].g_us())));
    CHECK(row.at(SuperstepsColumn).number == Approx(1e-6 * (10 * put.l + 11 * at[0].l_us())));
    CHECK(row.at(RangeColumn).text.empty());
    CHECK(contradictions(table).empty());
}

TEST_CASE("interpolated costs of long requests begin where those of a machine do", "[bsp]") {
    Machine two = machines_of(run_with_requests()).at(0), eight = two;
    eight.ranks = 8;
    RequestFit& put = eight.requests.at(0).typical;
    const double most = put.line.most_words;
    put.line.most_words = 64;
    put.longer = RequestLine{4, 0.04, 0.016};
    const auto& between = machines_at({two, eight}, 4).at(0).requests.at(0).typical;
    REQUIRE(between.longer);
    CHECK(between.line.most_words == 64);
    CHECK(between.longer->o == Approx(std::sqrt(1.1 * 0.01 * 0.04)));
    CHECK(most > 64);
}

TEST_CASE("the demand on another number of ranks has the mean requests of its supersteps", "[bsp]") {
    Demand two{0, 0, 0, {}, {}}, eight = two;
    two.steps = {{100, 10, {40, 0, 0, 0, 1}}, {300, 10, {80, 0, 0, 0, 1}}, {8, 5}};
    eight.steps = {{50, 80, {15, 0, 0, 0, 4}}, {8, 20}};
    const auto at = demand_at({{2, two}, {8, eight}}, 4);
    REQUIRE(at);
    REQUIRE(at->steps.size() == 2);
    CHECK(at->steps[0].count == Approx(40));                  // 20 and 80
    CHECK(at->steps[0].words == Approx(4000.0 / 40));         // 4000 and 4000
    CHECK(at->steps[0].requests.puts == Approx(1200.0 / 40)); // 1200 and 1200
    CHECK(at->steps[0].requests.lists == Approx(std::sqrt(20.0 * 320) / 40));
    CHECK(at->steps[1].count == Approx(10));
    CHECK(at->steps[1].words == Approx(8));
    CHECK(at->words == Approx(4000 + 80));
    CHECK(at->supersteps == Approx(50));
}

TEST_CASE("the range of requests contains what a launch measured, also far from its fit", "[bsp]") {
    RunRecord run = run_with_requests();
    // In the second launch, 16 puts of 4 words took much longer than its other puts let expect.
    for (auto& series : run.launches[1].ranks[0].record->series)
        if (series.y == "put, 4 words") series.y_values.at(1) *= 1.6;
    const double slow = 1.6 * 1.2 * (0.5 + 0.16 + 0.004 * 64);
    Demand demand{0, 64, 1, {}, {}};
    demand.steps = {{64, 1, {16, 0, 0, 0}}};
    const auto time = request_time(machines_of(run).at(0).requests, demand.steps[0]);
    REQUIRE(time);
    CHECK(time->range.first == Approx(0.916)); // the first launch
    CHECK(time->range.second >= slow * (1 - 1e-9));
    CHECK(time->range.second < 1.5 * slow);
}

TEST_CASE("a prediction of ranks that only send or only receive ranges from half of their requests",
          "[bsp]") {
    const std::vector<Machine> machines = machines_of(run_with_requests());
    const auto program = [&](long long sent, long long received) {
        Json one = site("bsp_sync", 3, 10, sent, {320}, {10}),
             other = site("bsp_sync", 3, 10, received, {320}, {10});
        one["bytes_received"] = received;
        other["bytes_received"] = sent;
        for (Json* const json : {&one, &other})
            json->update(Json{{"h_puts", {40}}, {"h_rows", {0}}, {"h_gets", {0}}, {"h_messages", {0}}});
        return program_run({{0, {one}}, {0, {other}}});
    };
    const Demand both = demand_of(program(3200, 3200)), one_way = demand_of(program(3200, 0));
    CHECK(both.steps.at(0).both_ways == 1);
    CHECK(one_way.steps.at(0).both_ways == 0.5);
    CHECK(one_way.words == both.words); // h counts the more of both
    const auto table = [&](const Demand& demand) { return prediction_table(machines, demand, {}, {}); };
    const auto us = [](double requests) { return 10 * (0.5 + 0.014 * requests); };
    const PredictedTime half = predicted_time(machines[0], machines[0].rates.at(0), one_way),
                        full = predicted_time(machines[0], machines[0].rates.at(0), both);
    CHECK(half.total() == Approx(full.total()));
    REQUIRE(half.range);
    CHECK(full.range->first == Approx(us(40))); // the first launch
    CHECK(half.range->first == Approx(us(20)));
    CHECK(half.range->second == Approx(1.2 * us(40)));
    const std::string note = "10 of 10 supersteps have ranks that mostly send, or mostly receive";
    REQUIRE(table(one_way).trust);
    CHECK(contains(all_of(table(one_way).trust->reasons()), note));
    CHECK_FALSE(contains(all_of(table(both).trust->reasons()), note));
}

TEST_CASE("a prediction says which supersteps have requests that were not measured", "[bsp]") {
    const std::vector<Machine> machines = machines_of(run_with_requests());
    Demand demand{0, 300, 11, {}, {}};
    demand.steps = {
        {30, 10, {65, 0, 0, 0}}, {300, 1, {20, 0, 0, 0}}, {30, 3, {0, 2, 0, 0}}, {30, 5, {64, 0, 0, 0}}};
    demand.supersteps = 19;
    const std::string reasons = all_of(prediction_table(machines, demand, {}, {}).trust->reasons());
    CHECK(contains(reasons,
                   "11 of 19 supersteps have more requests (up to 65) or words (up to 300) than were "
                   "measured of their operations: their times are extrapolated"));
    CHECK(contains(reasons, "3 of 19 supersteps put rows (bsp_put_row), whose cost was not measured"));
}

TEST_CASE("a prediction says which supersteps change the size or area of their requests", "[bsp]") {
    const std::vector<Machine> machines = machines_of(run_with_requests());
    Demand demand{0, 300, 10, {}, {}};
    const auto reasons = [&](const StepRequests& requests) {
        demand.steps = {{30, 7, requests}, {30, 3, {20, 0, 0, 0, 1}}};
        return all_of(prediction_table(machines, demand, {}, {}).trust->reasons());
    };
    const std::string expected = "7 of 10 supersteps have requests that change their size or area (up to 20 "
                                 "lists of equal ones)";
    CHECK(contains(reasons({20, 0, 0, 0, 20}), expected));
    CHECK_FALSE(contains(reasons({20, 0, 0, 0, 1}), "size or area"));
    CHECK_FALSE(contains(reasons({20, 0, 0, 10, 2}), "size or area")); // one list of each operation
    CHECK(contains(reasons({20, 0, 0, 10, 3}), "size or area"));
    CHECK_FALSE(contains(reasons({20, 0, 0, 0, 0}), "size or area")); // not recorded
}

TEST_CASE("the demand of a program has the requests of each superstep", "[bsp]") {
    Json one = site("bsp_sync", 3, 3, 96, {8, 80}, {2, 1}), other = one, lacking = one;
    one.update(Json{{"h_puts", {1, 0}}, {"h_rows", {0, 0}}, {"h_gets", {0, 0}}, {"h_messages", {0, 10}}});
    other.update(Json{{"h_puts", {0, 0}}, {"h_rows", {0, 0}}, {"h_gets", {4, 0}}, {"h_messages", {0, 7}}});
    const Demand demand = demand_of(program_run({{0, {one}}, {0, {other}}}));
    REQUIRE(demand.steps.size() == 2);
    CHECK((demand.steps[0].requests == StepRequests{1, 0, 4, 0}));
    CHECK((demand.steps[1].requests == StepRequests{0, 0, 0, 10}));
    one.update(Json{{"h_lists", {3, 0}}});
    other.update(Json{{"h_lists", {1, 2}}});
    const Demand listed = demand_of(program_run({{0, {one}}, {0, {other}}}));
    CHECK((listed.steps.at(0).requests == StepRequests{1, 0, 4, 0, 3}));
    CHECK((listed.steps.at(1).requests == StepRequests{0, 0, 0, 10, 2}));
    // An earlier version recorded none.
    CHECK((demand_of(program_run({{0, {lacking}}})).steps.at(0).requests == StepRequests{}));
}

TEST_CASE("a prediction says which supersteps have more words than were measured", "[bsp]") {
    Demand demand{0, 350, 53, {}, {}};
    demand.steps = {{1, 50}, {100, 3}};
    const MachineTable table = prediction_table(machines_of(bent_run()), demand, {}, {});
    CHECK(table.trust->word() == Word::ValidWithNotes);
    CHECK(
        contains(all_of(table.trust->reasons()),
                 "3 of 53 supersteps have more words (up to 100) than the longest relation that was measured "
                 "(64): their times are extrapolated. Measure longer ones (--set h1=100)"));
}

TEST_CASE("the range of a prediction contains both orders of the words", "[bsp]") {
    const auto machines = machines_of(bsp_test::two_orders_run({{0.5, 4}}, {{0.25, 3}}));
    const MachineTable table = prediction_table(machines, {0, 100, 10, {}, {}}, {}, {});
    CHECK(table.rows.at(0).at(TotalColumn).text == "90.0 us");
    CHECK(table.rows.at(0).at(RangeColumn).text == "55.0 us to 90.0 us");
}

TEST_CASE("the demand of a program has the h of each superstep", "[bsp]") {
    const Demand demand = demand_of(program_run({{700, {site("EXCHANGE", 3, 10, 800, {80, 160}, {6, 4})}},
                                                 {700, {site("EXCHANGE", 3, 10, 800, {160, 80}, {2, 8})}}}));
    double words = 0, count = 0;
    for (const EqualSteps& one : demand.steps) {
        words += one.words * one.count;
        count += one.count;
        CHECK((one.words == 10 || one.words == 20));
    }
    CHECK(demand.steps.size() == 2); // 4 of 10 words, and 2 + 4 of 20
    CHECK(words == demand.words);
    CHECK(words == 4 * 10 + 6 * 20);
    CHECK(count == demand.supersteps);
}

TEST_CASE("a program's own sheet compares prediction and time", "[bsp]") {
    RunDirectory directory;
    directory.run = program_run({{700, {site("EXCHANGE", 3, 10, 800, {80}, {10})}, 1000.0},
                                 {1400, {site("EXCHANGE", 3, 10, 800, {80}, {10})}, 1000.0}});
    RunRecord bench = bench_run({{0.5, 4}});
    bsp_test::add_levels(bench);
    const auto prediction = std::make_shared<MachineTable>(
        predict_run(directory.run, directory.run.source.name, machines_of(bench), {}));
    // 1400 operations at 1100 Mflop/s, 100 words at 0.5 us, 10 supersteps of 4 us
    const double seconds = 1400 / 1100e6 + 50e-6 + 40e-6;
    CHECK(prediction->rows.at(0).at(TotalColumn).number == Approx(seconds));
    CHECK(prediction->rows.at(0).at(RatioColumn).number == Approx(2 / seconds));
    const SheetInput input{directory, nullptr, {}, prediction};
    const Document document = sheet_document(input);
    const std::string page = render_html(document);
    CHECK(contains(page, "BSP: predicted and measured time"));
    CHECK(contains(page, "measured / predicted"));
    CHECK(contains(
        all_of(comparison_lines(*prediction)),
        "local, bspbench, p = 2: 91.3 us predicted with r = L1: 1100 Mflop/s, from 91.3 us to 91.3 us; "
        "2.00 s measured,"));
    CHECK(contains(render_csv(document), "bsp-prediction"));
    CHECK(broken_invariants(input).empty());
    auto wrong = std::make_shared<MachineTable>(*prediction);
    wrong->rows[0][TotalColumn].number = 1;
    CHECK(contains(all_of(broken_invariants({directory, nullptr, {}, wrong})),
                   "the prediction for local is 1 s, but its parts sum to"));
    // A machine on another number of ranks gives no prediction, and the sheet says why.
    const auto none = std::make_shared<MachineTable>(
        predict_run(directory.run, "w", machines_of(bench_run({{0.5, 4}}, 1000, 4)), {}));
    CHECK(contains(render_text(sheet_document({directory, nullptr, {}, none})),
                   "No prediction: no machine was measured on 2 ranks"));
}

TEST_CASE("a table of machines is written as it is read, with the verdicts of measured ones", "[bsp]") {
    RunRecord noted = bench_run({{0.123456789012345, 4}});
    noted.started = "2026-01-31T12:00:00+0000";
    noted.verdict = {Word::ValidWithNotes, {"disturbed: a rank waited"}};
    std::vector<Machine> table = machines_of(noted);
    add_machines(table, machines_of(bsp_test::probe_run({{}})));
    const std::string csv = machines_csv(table);
    const std::vector<Machine> again = read_machines(csv, "t");
    REQUIRE(again.size() == 2);
    CHECK(machines_csv(again) == csv);
    CHECK(again[0].g_us() == 0.123456789012345); // all digits, as on the run's own sheet
    CHECK(again[0].is_measured);
    CHECK(again[0].trust.word() == Word::ValidWithNotes);
    CHECK(contains(all_of(again[0].trust.reasons()), "disturbed: a rank waited"));
    CHECK(again[1].g_flop == 4); // per 64-bit word, but written per 32-bit word
    CHECK(contains(csv, ",bspprobe,1000,2,32,2500,0.002,2.5,14,,measured"));
    CHECK(again[1].trust.word() == Word::Valid);
}

TEST_CASE("a table grows by machines that it does not have, and is sorted", "[bsp]") {
    const std::string path = std::string(REPORT_TESTS) + "/../../machines/published/bsp.csv";
    std::ifstream file(path);
    const std::string csv{std::istreambuf_iterator<char>(file), {}};
    std::vector<Machine> table = read_machines(csv, path);
    REQUIRE_NOTHROW(require_known_columns(csv, path));
    // Values, misprints, and lines that are there twice are preserved.
    const std::vector<Machine> again = read_machines(machines_csv(table), "t");
    REQUIRE(again.size() == 84);
    for (std::size_t k = 0; k < table.size(); ++k) {
        CHECK(again[k].g_us() == table[k].g_us());
        CHECK(again[k].printed_l_us == table[k].printed_l_us);
        CHECK(again[k].remark == table[k].remark);
    }
    const std::vector<Machine> own = machines_of(bench_run({{0.5, 4}}));
    add_machines(table, own);
    add_machines(table, own);
    CHECK(table.size() == 85);
    add_machines(table, machines_of(bench_run({{0.6, 4}}))); // measured again
    CHECK(table.size() == 86);
    sort_machines(table, "r");
    CHECK(table.front().r_mflops == 1000);
    CHECK(table.back().r_mflops == 3.1);
    sort_machines(table, "p");
    CHECK(table.front().ranks == 1);
    sort_machines(table, "l");
    CHECK(table.front().l_us() <= table[1].l_us());
    sort_machines(table, "computer");
    CHECK(table.front().computer == "2 x Pentium II 400 MHz, Fast Ethernet");
    CHECK_THROWS_WITH(require_known_columns("computer,p,owner\n", "t"),
                      Catch::Contains("`t`: has a column `owner`, which would be lost"));
}
