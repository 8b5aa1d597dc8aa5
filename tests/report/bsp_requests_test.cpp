#include "bsp_runs.h"
#include "report/bsp/machines.h"
#include "report/bsp/measured.h"
#include "report/bsp/nearby_time.h"
#include "report/bsp/request_costs.h"
#include "report/bsp/section.h"
#include "report/document/output_formats.h"

#include <catch2/catch.hpp>

#include <cmath>
#include <string>

using namespace loop::report;
using namespace loop::report::bsp;
using bsp_test::all_of;
using bsp_test::bench_run;
using bsp_test::contains;

namespace {

using RequestPoints = std::vector<RequestPoint>;

/// l = 0.7, o = 0.012, g = 0.005, with errors of the times.
RequestPoints request_points(const std::vector<double>& errors) {
    RequestPoints all;
    for (const double words : {1.0, 4.0, 16.0})
        for (const double requests : {1.0, 16.0, 256.0}) {
            const double error = errors.empty() ? 1 : errors[all.size() % errors.size()];
            all.push_back({requests, words, error * (0.7 + 0.012 * requests + 0.005 * requests * words)});
        }
    return all;
}

} // namespace

TEST_CASE("requests: l, o, and g of exact times", "[bsp]") {
    const auto line = fit_requests(request_points({}));
    REQUIRE(line);
    CHECK(line->l == Approx(0.7));
    CHECK(line->o == Approx(0.012));
    CHECK(line->g == Approx(0.005));
    CHECK(line->residual < 1e-9);
    CHECK(line->most_requests == 256);
    CHECK(line->most_words == 4096);
    CHECK(line->at(200, 400) == Approx(0.7 + 2.4 + 2));
    CHECK(line->is_cost());
    const auto fit = fit_short_and_long(request_points({}));
    REQUIRE(fit);
    CHECK(fit->covers(256, 4096));
    CHECK_FALSE(fit->covers(257, 1));
    CHECK_FALSE(fit->covers(1, 4097));
}

TEST_CASE("requests: the fit agrees with that of T(h, w), T(2h, w), and T(h, 2w)", "[bsp]") {
    // bompiprobe: l = 2 T(h, w) - T(2h, w), g = (T(h, 2w) - T(h, w)) / (h w), o = (T(2h, w) - T(h, 2w)) / h
    const double h = 10, w = 4, one = 3, twice_h = 5, twice_w = 4.2;
    const auto line = fit_requests({{h, w, one}, {2 * h, w, twice_h}, {h, 2 * w, twice_w}});
    REQUIRE(line);
    CHECK(line->l == Approx(2 * one - twice_h));
    CHECK(line->g == Approx((twice_w - one) / (h * w)));
    CHECK(line->o == Approx((twice_h - twice_w) / h));
}

TEST_CASE("requests: relative errors of 5 % leave the costs within 15 %, and the residual at 5 %", "[bsp]") {
    const auto line = fit_requests(request_points({1.05, 0.95}));
    REQUIRE(line);
    CHECK(line->l == Approx(0.7).epsilon(0.15));
    CHECK(line->o == Approx(0.012).epsilon(0.15));
    CHECK(line->g == Approx(0.005).epsilon(0.15));
    CHECK(line->residual == Approx(0.05).epsilon(0.2));
    CHECK(line->residual > 0.01);
}

TEST_CASE("requests: no fit where the points do not distinguish l, o, and g", "[bsp]") {
    CHECK_FALSE(fit_requests({}));
    CHECK_FALSE(fit_requests({{1, 1, 1}, {2, 1, 2}}));
    CHECK_FALSE(fit_requests({{1, 1, 1}, {2, 1, 2}, {3, 1, 3}, {4, 1, 4}}));    // one size
    CHECK_FALSE(fit_requests({{5, 1, 1}, {5, 2, 2}, {5, 4, 3}}));               // one number
    CHECK_FALSE(fit_requests({{1, 1, 0}, {2, 1, -2}, {1, 2, 3}, {2, 2, 3}}));   // two times
    CHECK_FALSE(fit_requests({{10, 1, 1}, {20, 2, 1}, {10, 2, 9}})->is_cost()); // longer requests, less time
}

TEST_CASE("requests: a superstep takes the time of the measured ones next to it", "[bsp]") {
    // Times that no l, o, and g have: 60 % more from 64 requests on.
    const auto rule = [](double requests, double all_words) {
        return (requests < 64 ? 1 : 1.6) * (0.7 + 0.012 * requests + 0.005 * all_words);
    };
    RequestPoints points;
    for (const double words : {1.0, 4.0, 16.0})
        for (const double requests : {1.0, 4.0, 16.0, 64.0, 256.0, 1024.0})
            points.push_back({requests, words, rule(requests, requests * words)});
    const auto fit = fit_short_and_long(points);
    REQUIRE(fit);
    CHECK(std::abs(fit->of(16).at(16, 16) / rule(16, 16) - 1) > 0.05); // the fit alone is off
    for (const RequestPoint& point : points)
        CHECK(nearby_time(*fit, point.requests, point.all_words()).us == Approx(point.us));
    CHECK(nearby_time(*fit, 300, 300).us == Approx(rule(300, 300)));
    CHECK(nearby_time(*fit, 300, 1000).us == Approx(rule(300, 1000))); // between two sizes
    // Where the rule changes, the range has the times of both.
    const bsp::Interval range = nearby_time(*fit, 60, 60).range;
    CHECK(range.first == Approx(rule(60, 60)));
    CHECK(range.second == Approx(1.6 * rule(60, 60)));
    // Elsewhere, all points agree.
    const NearbyTime alike = nearby_time(*fit_short_and_long(request_points({})), 100, 250);
    CHECK(alike.range.first == Approx(0.7 + 1.2 + 1.25));
    CHECK(alike.range.second == Approx(0.7 + 1.2 + 1.25));
    // Beyond the points, it goes on with the costs of the fit.
    const double more = nearby_time(*fit, 2000, 2000).us - nearby_time(*fit, 1024, 1024).us;
    CHECK(more == Approx(976 * (fit->of(2000).o + fit->of(2000).g)));
    const double longer = nearby_time(*fit, 64, 2048).us - nearby_time(*fit, 128, 2048).us;
    CHECK(longer == Approx(-64 * fit->of(2048).o));
    CHECK(nearby_time(*fit, 1, 0).us >= 0);
    CHECK(nearby_time({fit->line, {}, {}}, 10, 20).us == Approx(fit->line.at(10, 20))); // no points
}

TEST_CASE("requests: the sheet and the table of machines show the costs of each operation", "[bsp]") {
    RunRecord run = bsp_test::valid_run(2);
    std::vector<Series> launch;
    const std::vector<double> counts{1, 16, 256};
    for (const double words : {1.0, 4.0, 16.0}) {
        std::vector<double> us, negative;
        for (const double count : counts) {
            us.push_back(0.7 + 0.012 * count + 0.005 * count * words);
            negative.push_back(1 + 0.02 * count * words - 0.01 * count);
        }
        const std::string ending = ", " + std::to_string(static_cast<int>(words)) + " words";
        launch.push_back(bsp_test::series(loop::kinds::requests, "send" + ending, counts, us));
        launch.push_back(bsp_test::series(loop::kinds::requests, "get" + ending, counts, negative));
    }
    const RunRecord lines = bench_run({{0.5, 4}});
    launch.push_back(series_of_launches(lines).at(0).at(0));
    run.summary.results = lines.summary.results;
    add_launch(run, launch);
    const std::vector<RequestCosts> costs = request_costs(run, "");
    REQUIRE(costs.size() == 2);
    CHECK(costs[0].operation == "send");
    CHECK(costs[0].launches.size() == 1);
    CHECK(costs[0].typical.line.o == Approx(0.012));
    CHECK(costs_of(costs, "send") == &costs[0]);
    CHECK(costs_of(costs, "put") == nullptr);
    CHECK(costs_of(costs, "get") == nullptr); // negative
    const std::vector<Measured> found = measured(run);
    REQUIRE(found.size() == 1);
    CHECK(found[0].line.g == Approx(0.5)); // the line of single words remains
    CHECK(contains(all_of(found[0].warnings()),
                   "the costs of get are not determined: l is 1 us, o is -0.01 us"));
    const Section sheet = section(run);
    REQUIRE(sheet.tables.size() == 1);
    CHECK(sheet.tables[0].id == "bsp-requests-1");
    CHECK(sheet.tables[0].rows.at(0).at(2).number == Approx(0.012));
    const MachineTable table = machine_table(machines_of(run));
    REQUIRE(table.requests.rows.size() == 2);
    CHECK(table.requests.rows[0].at(2).text == "send");
    CHECK(table.requests.rows[0].at(4).number == Approx(0.012));
    CHECK(table.requests.rows[0].at(6).number == Approx(12)); // at 1000 Mflop/s
    CHECK(contains(render_text(table_document(table)), "Costs of requests"));
    CHECK(machine_table(machines_of(lines)).requests.rows.empty());
}
