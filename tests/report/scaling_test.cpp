#include "base/text/csv.h"
#include "report/read/text_file.h"
#include "report/sweep/scaling.h"

#include <catch2/catch.hpp>
#include <fmt/core.h>

#include <cmath>
#include <map>

using namespace loop;
using namespace loop::report;

namespace {

std::vector<std::vector<std::string>> published_columns(const std::string& name) {
    auto lines = csv_cells(text_of_file(std::string(REPORT_TESTS) + "/published/" + name).value());
    lines.erase(lines.begin());
    return lines;
}

/// Formats percentages as the thesis does.
std::string two_digits(double value) {
    return fmt::format("{:.2f}", value);
}

/// Formula (1) of the thesis.
double amdahl_speedup(double f, double ranks) {
    return 1 / (f + (1 - f) / ranks);
}

} // namespace

TEST_CASE("the worked examples of the thesis", "[scaling]") {
    CHECK(amdahl_speedup(0.01, 16) == Approx(13.913).margin(0.0005));
    CHECK(amdahl_speedup(0.01, 512) == Approx(83.797).margin(0.0005));
    CHECK(100 * efficiency(amdahl_speedup(0.01, 16), 16) == Approx(86.9565).margin(0.00005));
    CHECK(100 * efficiency(amdahl_speedup(0.01, 512), 512) == Approx(16.4).margin(0.05));
    CHECK(gustafson_speedup(0.01, 512) == Approx(506.89).margin(0.005));
    CHECK(100 * efficiency(gustafson_speedup(0.01, 512), 512) == Approx(99.002).margin(0.0005));
}

TEST_CASE("the serial fraction inverts Amdahl's law", "[scaling]") {
    for (const double f : {0.0, 0.01, 0.3, 1.0})
        for (const double ranks : {2.0, 7.0, 1024.0})
            CHECK(*serial_fraction(amdahl_speedup(f, ranks), ranks) == Approx(f).margin(1e-12));
    CHECK_FALSE(serial_fraction(1, 1));
    CHECK(scaled_speedup(8, 10, 20) == 4);
}

TEST_CASE("CLUE's Table 4.2: the serial fractions follow from the printed efficiencies", "[scaling]") {
    std::map<std::string, double> one_node;
    int rows = 0;
    for (const auto& row : published_columns("clue_table4_2_by_nodes.csv")) {
        const double nodes = std::stod(row[1]), rate = std::stod(row[2]), printed = std::stod(row[3]) / 100;
        if (nodes == 1) {
            one_node[row[0]] = rate;
            continue;
        }
        // Cells per second per node: with constant time the rate is constant, so the scaled efficiency is the
        // ratio.
        const double time_one = 1 / one_node[row[0]], time = 1 / rate;
        const double measured = efficiency(scaled_speedup(nodes, time_one, time), nodes);
        // A printed rate is known to half a unit of its last digit.
        CHECK(measured == Approx(printed).margin(0.0005 / rate + 0.0005 / one_node[row[0]] + 0.00005));
        CHECK(two_digits(100 * *serial_fraction(printed * nodes, nodes)) == row[4]);
        ++rows;
    }
    CHECK(rows == 24);
}

TEST_CASE("CLUE's Table 4.3: the same for the variations on 8 nodes", "[scaling]") {
    const auto rows = published_columns("clue_table4_3_by_variation_8nodes.csv");
    CHECK(rows.size() == 28);
    for (const auto& row : rows)
        CHECK(two_digits(100 * *serial_fraction(std::stod(row[3]) / 100 * 8, 8)) == row[4]);
}

TEST_CASE("fits recover the law of exact values", "[scaling]") {
    std::vector<Measured> times, speedups;
    for (const double ranks : {1.0, 2.0, 4.0, 16.0}) {
        times.push_back({ranks, 8 / amdahl_speedup(0.05, ranks)});
        speedups.push_back({ranks, gustafson_speedup(0.2, ranks)});
    }
    const Fit amdahl = fit_amdahl(times).value();
    CHECK(amdahl.serial_fraction == Approx(0.05));
    CHECK(amdahl.one_rank_seconds == Approx(8));
    CHECK(amdahl.largest_deviation == Approx(0).margin(1e-12));
    CHECK(fit_gustafson(speedups)->serial_fraction == Approx(0.2));
    CHECK(amdahl.uncertainty == Approx(0).margin(1e-9));
    times[3].value *= 1.02; // then the law does not fit exactly, and its fraction is uncertain
    const Fit inexact = fit_amdahl(times).value();
    CHECK(inexact.largest_deviation < 0.02);
    CHECK(inexact.uncertainty > 0.001);
    CHECK(inexact.uncertainty < 0.05);
    times.resize(2);
    speedups.resize(2);
    CHECK_FALSE(fit_amdahl(times));
    CHECK_FALSE(fit_gustafson(speedups));
}

TEST_CASE("the cost of ranks has the form that fits", "[scaling]") {
    const auto times_of = [](CostOfRanks form, double cost) {
        std::vector<Measured> times;
        for (const double ranks : {1.0, 2.0, 4.0, 8.0, 16.0})
            times.push_back({ranks, 2 / ranks + cost * cost_of_ranks(form, ranks)});
        return times;
    };
    for (const CostOfRanks form : {CostOfRanks::Log, CostOfRanks::Linear, CostOfRanks::Square}) {
        const CostFit fit = fit_cost_of_ranks(times_of(form, 0.004)).value();
        CHECK(fit.form == form);
        CHECK(fit.one_rank_seconds == Approx(2));
        CHECK(fit.seconds == Approx(0.004));
        CHECK(fit.largest_deviation == Approx(0).margin(1e-9));
        // Neither fewer nor more ranks are faster.
        const auto time = [&](double ranks) { return 2 / ranks + 0.004 * cost_of_ranks(form, ranks); };
        CHECK(time(fit.best_ranks) < time(0.9 * fit.best_ranks));
        CHECK(time(fit.best_ranks) < time(1.1 * fit.best_ranks));
    }
    // Some work is serial, if more than four times show it.
    std::vector<Measured> serial = times_of(CostOfRanks::Log, 0.02);
    for (Measured& time : serial)
        time.value += 0.1;
    const CostFit with_serial = fit_cost_of_ranks(serial).value();
    CHECK(with_serial.form == CostOfRanks::Log);
    CHECK(with_serial.one_rank_seconds == Approx(2.1));
    CHECK(with_serial.serial_seconds == Approx(0.1));
    CHECK(with_serial.seconds == Approx(0.02));
    CHECK(with_serial.at(8) == Approx(serial[3].value));
    CHECK(fit_cost_of_ranks(times_of(CostOfRanks::Log, 0.02)).value().serial_seconds == 0);
    serial.resize(4);
    CHECK(fit_cost_of_ranks(serial).value().serial_seconds == 0);
    CHECK_FALSE(fit_cost_of_ranks(times_of(CostOfRanks::Log, -0.004))); // ranks that save time
    std::vector<Measured> few = times_of(CostOfRanks::Linear, 0.004);
    few.resize(3);
    CHECK_FALSE(fit_cost_of_ranks(few));
}
