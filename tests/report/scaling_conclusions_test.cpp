#include "base/text/units.h"
#include "findings_support.h"
#include "report/findings/scaling_conclusions.h"

#include <catch2/catch.hpp>

#include <algorithm>

using namespace loop::report;
using namespace loop_tests;

namespace {

/// A program of 1 s on one rank, of which `serial` cannot be divided.
ScalingCurve amdahl(double serial) {
    ScalingCurve curve;
    curve.name = "cg";
    curve.axis = "ranks";
    curve.section = "curve-1";
    for (const int ranks : {1, 2, 4}) {
        ScalingPoint point;
        point.place = std::to_string(ranks) + (ranks == 1 ? " rank" : " ranks");
        point.number = ranks;
        point.seconds = serial + (1 - serial) / ranks;
        point.samples = {point.seconds, point.seconds * 1.01};
        point.speedup = 1 / point.seconds;
        point.efficiency = *point.speedup / ranks;
        curve.points.push_back(point);
    }
    curve.law = ScalingLaw{"Amdahl", serial, 0.01};
    return curve;
}

std::vector<Conclusion> of(const ScalingCurve& curve) {
    return scaling_conclusions({curve}, "launches");
}

using Ids = std::vector<std::string>;

} // namespace

TEST_CASE("a program that scales well is said to, with the law that fits", "[scaling-conclusions]") {
    const auto found = of(amdahl(0.02));
    CHECK(ids(found) == Ids{"scaling", "law"});
    CHECK(found[0].text ==
          "cg: it scales well up to 4 ranks, the most that were measured: 3.8 times as fast as on 1 "
          "rank (94 % of the ideal).");
    CHECK(found[0].figure.number == Approx(1 / 0.265));
    CHECK(found[0].section == "curve-1");
    CHECK(found[1].text == "cg: Amdahl's law fits to within 1.0 %: the ranks do not share 2.0 % of the work, "
                           "which is serial or communication."); // 50 times is far beyond 4
                                                                 // ranks
    CHECK(text_of(of(amdahl(0.1)), "law") ==
          "cg: Amdahl's law fits to within 1.0 %: the ranks do not share 10 % of the work, which is serial "
          "or communication, so no number of ranks makes it "
          "more than 10 times as fast as one.");
}

TEST_CASE("a serial fraction that rises with the ranks is none", "[scaling-conclusions]") {
    ScalingCurve curve = amdahl(0.05);
    const auto with_fractions = [&](double on_2, double on_4) {
        curve.points[1].serial_fraction = on_2;
        curve.points[2].serial_fraction = on_4;
        return text_of(of(curve), "law");
    };
    CHECK(with_fractions(0.02, 0.05) ==
          "cg: Amdahl's law does not describe these times: its serial fraction rises "
          "from 2.0 % on 2 ranks to 5.0 % on 4 ranks, as if each rank added work or "
          "waiting.");
    CHECK(with_fractions(0.05, 0.05).find("fits to within") != std::string::npos);
    CHECK(with_fractions(0.05, 0.02).find("fits to within") != std::string::npos);
    CHECK(with_fractions(0.002, 0.008).find("fits to within") != std::string::npos); // noise
}

TEST_CASE("a law whose fraction is uncertain bounds the speed-up by what is certain",
          "[scaling-conclusions]") {
    ScalingCurve curve = amdahl(0.1);
    curve.law->interval = {{0.08, 0.12}};
    CHECK(text_of(of(curve), "law") ==
          "cg: Amdahl's law fits to within 1.0 %: the ranks do not share 10 % of the work, which is serial "
          "or communication (95 % "
          "interval 8 to 12 %), so no number of ranks makes it more than 13 times as "
          "fast as one.");
    curve.law->interval = {{-0.05, 0.25}};
    CHECK(text_of(of(curve), "law") ==
          "cg: Amdahl's law fits to within 1.0 %: the ranks do not share 10 % of the work, which is serial "
          "or communication (95 % interval 0 to 25 %).");
}

TEST_CASE("times that each rank adds are no serial fraction", "[scaling-conclusions]") {
    ScalingCurve curve = amdahl(0.05);
    curve.law->squares = 1e-2;
    curve.cost = RankCost{"the number of other ranks", 3e-3, 0.004, 1e-4, 7};
    CHECK(text_of(of(curve), "law") ==
          "cg: the times are those of work that the ranks share, and 3.00 ms times the "
          "number of other ranks (to within 0.4 %), by which they are least on about 7 ranks.");
    curve.cost->best_ranks = 17; // more than four times as many as were measured
    CHECK(text_of(of(curve), "law").find("least") == std::string::npos);
    curve.cost->best_ranks = 2; // but 4 ranks were faster
    CHECK(text_of(of(curve), "law").find("least") == std::string::npos);
    curve.law->squares = 2e-4; // nearly as good
    CHECK(text_of(of(curve), "law").find("Amdahl's law fits") != std::string::npos);
    curve.law->squares = 1e-2;
    curve.cost->largest_deviation = 0.2;
    CHECK(text_of(of(curve), "law").find("Amdahl's law fits") != std::string::npos);
}

TEST_CASE("work that grows with the ranks has neither speed-up nor Amdahl's law", "[scaling-conclusions]") {
    ScalingCurve curve = amdahl(0.9);
    curve.operations_growth = 4;
    const auto found = of(curve);
    CHECK(
        text_of(found, "scaling") ==
        "cg: the work grows with the ranks, so the times show no speed-up: on 4 ranks the ranks declare 4.0 "
        "times "
        "the operations of 1 rank, and take 0.925 times as long (`loop sweep --scaled` compares the work).");
    CHECK(text_of(found, "law") ==
          "cg: Amdahl's law does not describe these times: on 4 ranks, all ranks together declare 4.0 times "
          "the "
          "operations of 1 rank, and the law supposes the same work on any number of ranks.");
    curve.operations_growth = 2.5; // each rank repeats a part
    CHECK(text_of(of(curve), "scaling").find("it scales poorly") != std::string::npos);
    CHECK(text_of(of(curve), "law").find("declare 2.5 times the operations") != std::string::npos);
    curve.operations_growth = 1.01;
    CHECK(text_of(of(curve), "law").find("Amdahl's law fits") != std::string::npos);
}

TEST_CASE("a program that scales poorly, one that more ranks slow down, and one with a best number of ranks",
          "[scaling-conclusions]") {
    CHECK(text_of(of(amdahl(0.4)), "scaling") ==
          "cg: it scales poorly: on 4 ranks it is only 1.8 times as fast as on 1 rank (45 % of the ideal).");
    ScalingCurve slower = amdahl(0.4);
    slower.points[1].seconds = 1.5;
    slower.points[1].speedup = 1 / 1.5;
    slower.points[2].seconds = 2.5;
    slower.points[2].samples = {2.5, 2.5};
    slower.points[2].speedup = 0.4;
    slower.points[2].efficiency = 0.1;
    slower.law = ScalingLaw{"Amdahl", 1.7, 0.5};
    const auto found = of(slower);
    CHECK(
        text_of(found, "scaling") ==
        "cg: more ranks make it slower: on 4 ranks it takes 2.5 times as long as on 1 rank (speed-up 0.4).");
    CHECK(text_of(found, "law")
              .find("cg: Amdahl's law does not describe these times: more ranks take longer than "
                    "one, so its serial fraction would be above 100 %") == 0);
    ScalingCurve turns = amdahl(0.4);
    turns.points[2].seconds = 0.9;
    turns.points[2].samples = {0.9, 0.9};
    turns.points[2].speedup = 1 / 0.9;
    turns.points[2].efficiency = 1 / 3.6;
    CHECK(text_of(of(turns), "scaling") ==
          "cg: it scales up to 2 ranks, where it is 1.4 times as fast as on 1 rank; on "
          "4 ranks it takes 29 % more time than there.");
}

namespace {

/// Times on 1, 2, 4, ... ranks, whose launches differ by `step`.
ScalingCurve with_times(const std::vector<double>& seconds, double step = 0.001) {
    ScalingCurve curve = amdahl(0.4);
    curve.points.clear();
    curve.law.reset();
    for (std::size_t i = 0; i < seconds.size(); ++i) {
        ScalingPoint point;
        point.number = static_cast<double>(1 << i);
        point.place = std::to_string(1 << i) + (i == 0 ? " rank" : " ranks");
        point.seconds = seconds[i];
        for (int launch = -5; launch <= 5; ++launch)
            point.samples.push_back(seconds[i] * (1 + step * launch));
        point.speedup = seconds[0] / seconds[i];
        point.efficiency = *point.speedup / point.number;
        curve.points.push_back(point);
    }
    return curve;
}

std::string scaling_of(const ScalingCurve& curve) {
    return text_of(of(curve), "scaling");
}

} // namespace

TEST_CASE("a speed-up that stops growing is said to, with the number of ranks", "[scaling-conclusions]") {
    CHECK(scaling_of(with_times({1, 0.55, 0.3, 0.296, 0.294})) ==
          "cg: it scales up to 4 ranks, where it is 3.3 times as fast as on 1 rank; more ranks, up "
          "to 16 ranks, change the time by at most 2.3 %.");
    CHECK(scaling_of(with_times({1, 0.5, 0.505, 0.5, 0.51})).find("it scales up to 2 ranks, where") !=
          std::string::npos);
    // Two points are not enough, nor is twice the number of ranks; a time that still falls is none.
    CHECK(scaling_of(with_times({1, 0.55, 0.3, 0.294})).find("it scales up to") == std::string::npos);
    CHECK(scaling_of(with_times({1, 0.55, 0.3, 0.27, 0.25})).find("it scales up to") == std::string::npos);
    CHECK(scaling_of(with_times({1, 0.99, 0.98, 0.975, 0.97})).find("it scales up to") == std::string::npos);
    // Launches that differ by a third do not show that the time stays.
    CHECK(scaling_of(with_times({1, 0.55, 0.3, 0.296, 0.294}, 0.07)).find("it scales up to") ==
          std::string::npos);
}

TEST_CASE("a jump between two of few points is named", "[scaling-conclusions]") {
    const auto cliff_of_times = [](const std::vector<double>& seconds, double step = 0.001) {
        ScalingCurve curve = with_times(seconds, step);
        curve.is_ranks = false;
        for (ScalingPoint& point : curve.points)
            point.place = "size " + std::to_string(static_cast<int>(point.number));
        return text_of(of(curve), "cliff");
    };
    CHECK(cliff_of_times({1, 2, 12, 24}) ==
          "cg: between size 2 and size 4, the time jumps to 3.0 times what the other points suggest: 12.0 s "
          "instead of 4.00 s; measure at points between these two to see where.");
    CHECK(cliff_of_times({1, 1.01, 1, 0.5, 0.5}).find("between size 4 and size 8, the time drops to 50 %") !=
          std::string::npos);
    // A smooth curve, a change of slope, a jump at the end, and scatter are none.
    CHECK(cliff_of_times({1.001, 1.008, 1.064, 1.512, 5.1}) == "no cliff");
    CHECK(cliff_of_times({1, 1, 1, 2, 4}) == "no cliff");
    CHECK(cliff_of_times({1, 2, 4, 24}) == "no cliff");
    CHECK(cliff_of_times({1, 2, 6.2, 12.4}, 0.09) == "no cliff");
    CHECK(cliff_of_times({1, 2, 4, 8}) == "no cliff");
}

TEST_CASE("a program turns only if the launches show that the most ranks are slower than fewer",
          "[scaling-conclusions]") {
    ScalingCurve curve = amdahl(0.4);
    const auto around = [](double middle, double step) {
        std::vector<double> samples;
        for (int i = -5; i <= 5; ++i)
            samples.push_back(middle * (1 + step * i));
        return samples;
    };
    curve.points[2].seconds = 1.07 * curve.points[1].seconds;
    curve.points[2].speedup = 1 / curve.points[2].seconds;
    curve.points[2].efficiency = *curve.points[2].speedup / 4;
    for (const double step : {0.001, 0.04}) {
        for (const std::size_t i : {1U, 2U})
            curve.points[i].samples = around(curve.points[i].seconds, step);
        const bool turns = text_of(of(curve), "scaling").find("it scales up to 2 ranks") != std::string::npos;
        CHECK(turns == (step < 0.01));
    }
}

TEST_CASE("if the interval of the speedup contains 1, nothing is concluded", "[scaling-conclusions]") {
    ScalingCurve curve = amdahl(0.4);
    curve.points[2].speedup_interval = {0.5, 3};
    CHECK(text_of(of(curve), "scaling") ==
          "cg: the launches do not show whether more ranks help: on 4 ranks the "
          "speed-up is 1.82, 95 % interval 0.50 to 3.00.");
}

TEST_CASE("a fastest point in the middle is named even if the most ranks are slower than one",
          "[scaling-conclusions]") {
    ScalingCurve curve = amdahl(0.4);
    const double seconds[] = {10, 3, 11};
    for (std::size_t i = 0; i < 3; ++i) {
        ScalingPoint& point = curve.points[i];
        point.seconds = seconds[i];
        point.samples = {point.seconds};
        point.speedup = 10 / point.seconds;
        point.efficiency = *point.speedup / point.number;
    }
    curve.points[1].speedup_interval = {3.1, 3.6};
    curve.points[2].speedup_interval = {0.8, 1.02};
    CHECK(text_of(of(curve), "scaling") ==
          "cg: it scales up to 2 ranks, where it is 3.3 times as fast as on 1 rank; on 4 ranks it takes "
          "3.7 times as long as there.");
    curve.points[2].speedup_interval = {0.8, 0.95};
    CHECK(text_of(of(curve), "scaling").find("it scales up to 2 ranks") != std::string::npos);
    // Launches that do not show that the middle is faster.
    curve.points[1].speedup_interval = {0.5, 5};
    CHECK(text_of(of(curve), "scaling").find("more ranks make it slower") != std::string::npos);
}

TEST_CASE("times that more ranks do not change are called that", "[scaling-conclusions]") {
    ScalingCurve curve = amdahl(1);
    for (ScalingPoint& point : curve.points)
        point.seconds = point.number > 1 ? 1.0007 : 1;
    curve.points[2].speedup = 1 / 1.0007;
    curve.points[2].efficiency = 0.25;
    curve.points[2].speedup_interval.reset();
    CHECK(text_of(of(curve), "scaling") ==
          "cg: more ranks make no difference: on 4 ranks it takes as long as on 1 rank, to within 0.1 %.");
    curve.law->serial_fraction = 1.0009;
    CHECK(text_of(of(curve), "law").find("does not describe") == std::string::npos);
}

TEST_CASE("a point between that scales badly is named", "[scaling-conclusions]") {
    ScalingCurve curve = amdahl(0);
    curve.points[1].efficiency = 0.66;
    CHECK(text_of(of(curve), "scaling").find(", but only 66 % of the ideal on 2 ranks.") !=
          std::string::npos);
}

TEST_CASE("ranks that take turns on cores, and times of 0, allow no explanation", "[scaling-conclusions]") {
    ScalingCurve curve = amdahl(0.2);
    for (ScalingPoint& point : curve.points)
        point.parts = {{"setup", 100 * 0.2 / point.seconds, 0.2}};
    REQUIRE(ids(of(curve)) == Ids{"scaling", "growing-share", "serial-phase", "law"});
    curve.points[2].shares_cores = true;
    CHECK(ids(of(curve)) == Ids{"shared-cores", "scaling"});
    curve.points[2].shares_cores = false;
    curve.points[0].seconds = 0;
    CHECK(of(curve).empty());
}

TEST_CASE("times that scatter by factors are said first, then cores that ranks share",
          "[scaling-conclusions]") {
    ScalingCurve curve = amdahl(0.02);
    curve.points[1].samples = {0.5, 1.5, 0.6};
    curve.points[2].shares_cores = true;
    const auto found = of(curve);
    CHECK(ids(found) == Ids{"scatter", "shared-cores", "scaling"}); // no law of ranks that take turns
    CHECK(found[0].text ==
          "The times scatter: launches of the same point (2 ranks) took 500 ms to 1.50 s, which differ "
          "by a factor of 3.0; do not rely on smaller differences.");
    CHECK(found[0].section == "launches");
    CHECK(found[1].text.find("From 4 ranks on, there are more ranks than cores") == 0);
}

TEST_CASE("the phase whose share grows, and the phase that stays as long, are named",
          "[scaling-conclusions]") {
    ScalingCurve curve = amdahl(0.2);
    for (ScalingPoint& point : curve.points) {
        const double all = point.seconds;
        point.parts = {
            {"setup", 100 * 0.2 / all, 0.2}, {"solve", 100 * (all - 0.2) / all, all - 0.2}, {"", 0, 0}};
    }
    const auto found = of(curve);
    CHECK(text_of(found, "growing-share") ==
          "cg: phase \"setup\" takes a growing share of the ranks' time: 20 % on 1 rank, 50 % on 4 ranks.");
    CHECK(text_of(found, "serial-phase") ==
          "cg: phase \"setup\" does not get faster: 200 ms on 1 rank, 200 ms on 4 "
          "ranks; it is serial, every rank repeats it, or it mostly communicates.");
    // Shares that stay as they are say nothing.
    for (ScalingPoint& point : curve.points)
        point.parts = {{"setup", 20, 0.2 * point.seconds}, {"solve", 80, 0.8 * point.seconds}};
    CHECK(find(of(curve), "growing-share") == nullptr);
    CHECK(find(of(curve), "serial-phase") == nullptr);
}

TEST_CASE("growing waiting names where ranks wait; communication without waiting is another cause",
          "[scaling-conclusions]") {
    ScalingCurve curve = amdahl(0.4);
    curve.points[0].states = StatePercents{99, 1, 0};
    curve.points[2].states = StatePercents{50, 4, 46, "\\EXCHANGE (line 41)", 31, 41};
    const auto found = of(curve);
    CHECK(text_of(found, "waiting") ==
          "cg: waiting grows from 0.0 % of the ranks' time on 1 rank to 46 % on 4 ranks; "
          "ranks wait longest in \\EXCHANGE (line 41) (31 %).");
    // In collective operations that no rank is late for, ranks may do something else than wait.
    curve.points[2].states = StatePercents{50, 4, 46, "\\ALLREDUCE (line 41)", 44, 41, 40};
    CHECK(text_of(of(curve), "waiting") ==
          "cg: the time in which ranks wait or are in collective operations grows from 0.0 % of the ranks' "
          "time "
          "on 1 rank to 46 % on 4 ranks; they are longest in \\ALLREDUCE (line 41) (44 %).");
    // A share may grow because all else takes less time.
    curve.points[0].states = StatePercents{80, 0, 20};
    curve.points[2].states = StatePercents{70, 0, 30};
    CHECK(text_of(of(curve), "waiting") == "cg: waiting grows from 20 % of the ranks' time on 1 rank to 30 % "
                                           "on 4 ranks, because the rest takes less time.");
    curve.points[0].states = StatePercents{99, 1, 0};
    curve.points[2].states = StatePercents{60, 40, 0};
    CHECK(find(of(curve), "waiting") == nullptr);
    CHECK(text_of(of(curve), "communication").find("grows from 1.0 % to 40 %") != std::string::npos);
    curve.points[2].states = StatePercents{98, 1, 1};
    CHECK(find(of(curve), "communication") == nullptr);
}

TEST_CASE("a knee is told with what changes there, and with its cause", "[scaling-conclusions]") {
    using loop::statistics::GrowthForm;
    loop::statistics::Growth growth;
    growth.laws.push_back({GrowthForm::Power, 1, 2, {}, {}, 0.01, 0, 2});
    growth.laws.push_back({GrowthForm::Power, 2, 3, {}, {}, 0.01, 3, 5});
    growth.knees.push_back({2, 3, 2.5, 1.5});
    GrowthStory story{"the time",         "size", &growth, {"1", "2", "4", "8", "16", "32"},
                      loop::seconds_text, {""}};
    const auto sentence = [&] { return growth_conclusions(story, "curve-1").at(0).text; };
    CHECK(sentence() ==
          "a knee lies between 4 and 8: the time jumps to 2.5 times what the law below says, and its "
          "exponent changes from 2.00 to 3.00; the records do not show why.");
    growth.knees[0].jump = 1;
    story.causes = {"there, the arrays outgrow the L2 cache (2 MiB)"};
    CHECK(sentence() ==
          "a knee lies between 4 and 8: the time's exponent changes from 2.00 to 3.00; there, the arrays "
          "outgrow the L2 cache (2 MiB).");
    growth.laws[0].largest_deviation = 0.2; // then it is not known where the next law begins
    CHECK(growth_conclusions(story, "curve-1").empty());
    growth.laws[0].largest_deviation = 0.01;
    const DataTable laws = laws_table(story);
    REQUIRE(laws.rows.size() == 2);
    CHECK(laws.rows[1][0].text == "8");
    CHECK(laws.rows[1][2].text == "grows as size^3.00");
    for (loop::statistics::GrowthLaw& law : growth.laws)
        law.form = GrowthForm::Linear, law.a = 4e-7, law.b = 5e-11;
    story.is_time_of_bytes = true;
    story.axis = "bytes";
    story.amount = loop::fine_seconds_text;
    CHECK(laws_table(story).rows[0][2].text == "is 400 ns + 50.0 ps times bytes (20 GB/s)");
}

TEST_CASE("along another axis than the ranks, the time is told, and its law", "[scaling-conclusions]") {
    ScalingCurve curve;
    curve.name = "cg";
    curve.axis = "size";
    curve.is_ranks = false;
    for (const double size : {100.0, 200.0, 400.0}) {
        ScalingPoint point;
        point.place = "size " + std::to_string(static_cast<int>(size));
        point.number = size;
        point.seconds = 1e-6 * size * size;
        point.samples = {point.seconds};
        curve.points.push_back(point);
    }
    CHECK(text_of(of(curve), "scaling") ==
          "cg: from size 100 to size 400, the time changes by a factor of 16, from 10.0 ms to 160 ms.");
    CHECK(find(of(curve), "growth") == nullptr);
    loop::statistics::Growth growth;
    growth.laws.push_back(
        {loop::statistics::GrowthForm::Power, 1e-6, 2, {}, std::pair(1.9, 2.1), 0.03, 0, 2});
    curve.growth = {"the time",         "size", &growth, {"size 100", "size 200", "size 400"},
                    loop::seconds_text, {}};
    CHECK(text_of(of(curve), "growth") ==
          "cg: the time grows as size^2.00 (95 % interval: exponent 1.90 to 2.10; within 3.0 %).");
    growth.laws[0].b = -1;
    growth.laws[0].b_interval.reset();
    for (const double flat : {-0.004, 0.0, 0.004}) {
        growth.laws[0].b = flat;
        CHECK(text_of(of(curve), "growth") == "cg: the time does not depend on the size (within 3.0 %).");
    }
    growth.laws[0].b = -1;
    CHECK(text_of(of(curve), "growth") == "cg: the time falls as size^-1.00 (within 3.0 %).");
    loop::statistics::GrowthLaw smooth = growth.laws[0];
    smooth.form = loop::statistics::GrowthForm::OffsetPower;
    smooth.a = 2e-3, smooth.b = 1e-9, smooth.c = 3;
    smooth.c_interval = {2.9, 3.1};
    std::swap(growth.laws[0], smooth);
    CHECK(text_of(of(curve), "growth") ==
          "cg: the time is 2.00 ms + 1.00 ns times size^3.0000 (95 % interval: "
          "exponent 2.9000 to 3.1000; within 3.0 %).");
    std::swap(growth.laws[0], smooth);
    growth.laws[0].largest_deviation = 0.5;
    CHECK(find(of(curve), "growth") == nullptr);
    CHECK(find(of(curve), "law") == nullptr);
    curve.is_numeric = false;
    curve.axis = "method";
    curve.points[0].place = "method put";
    curve.points[2].place = "method rma";
    CHECK(text_of(of(curve), "scaling") ==
          "cg: method put is the fastest with 10.0 ms; method rma is the slowest with "
          "160 ms.");
}

TEST_CASE("weak scaling is about the work that ranks do", "[scaling-conclusions]") {
    ScalingCurve curve = amdahl(0);
    curve.is_scaled = true;
    curve.law.reset();
    for (ScalingPoint& point : curve.points) {
        point.work = point.number;
        point.seconds = 1 + 0.1 * (point.number - 1);
        point.samples = {point.seconds};
        point.speedup = point.work / point.seconds;
        point.efficiency = *point.speedup / point.number;
    }
    CHECK(text_of(of(curve), "scaling") ==
          "cg: it scales poorly, even though the work grows: on 4 ranks it does 4.0 "
          "times the work of 1 rank in 1.3 times the time (scaled efficiency 77 %).");
    curve.points[2].speedup_interval = {3.0, 3.2};
    curve.points[2].efficiency_interval = {0.75, 0.8};
    CHECK(text_of(of(curve), "scaling").find("(scaled efficiency 77 %; 95 % interval 75 to 80 %).") !=
          std::string::npos);
}

TEST_CASE("a single point, or no launch on one rank, allows few conclusions", "[scaling-conclusions]") {
    ScalingCurve curve = amdahl(0.1);
    curve.points.erase(curve.points.begin());
    for (ScalingPoint& point : curve.points)
        point.speedup.reset();
    curve.law.reset();
    CHECK(text_of(of(curve), "scaling").find("without a launch on 1 rank there is no speed-up") !=
          std::string::npos);
    CHECK(text_of(of(curve), "scaling").find("least") == std::string::npos);
    ScalingCurve turning = curve;
    turning.points.push_back(curve.points.back());
    turning.points[1].seconds = 0.1;
    turning.points[1].samples = {0.1, 0.1};
    CHECK(text_of(of(turning), "scaling")
              .find(", with the least time on " + turning.points[1].place + ", 100 ms; ") !=
          std::string::npos);
    curve.points.pop_back();
    CHECK(of(curve).empty());
    CHECK(scaling_conclusions({}, "launches").empty());
}

TEST_CASE("of two phases that stay as long, the one with the larger share is named",
          "[scaling-conclusions]") {
    const auto serial = [](const std::vector<std::string>& order, double setup, double before = 1) {
        ScalingCurve curve = amdahl(0.6);
        for (ScalingPoint& point : curve.points)
            for (const std::string& name : order) {
                const double seconds = name == "setup"    ? setup
                                       : name == "output" ? 0.1
                                                          : point.seconds - setup - 0.1;
                const bool is_first = point.number == 1;
                point.parts.push_back(
                    {name, 100 * seconds / point.seconds, is_first ? before * seconds : seconds});
            }
        const std::string text = text_of(of(curve), "serial-phase");
        return text.substr(0, text.find(':', 4));
    };
    const std::string setup = "cg: phase \"setup\" does not get faster",
                      output = "cg: phase \"output\" does not get faster";
    CHECK(serial({"setup", "output", "solve"}, 0.4) == setup);
    CHECK(serial({"output", "setup", "solve"}, 0.4) == setup);
    CHECK(serial({"output", "setup", "solve"}, 0.05) == output);
    CHECK(serial({"setup", "solve"}, 0.02) == "no serial-phase"); // a phase of less than 5 %
    CHECK(serial({"setup"}, 0.4, 0) == "no serial-phase");        // took no time on one rank
}

TEST_CASE("the phase that stays as long is one that also few ranks have", "[scaling-conclusions]") {
    ScalingCurve curve = amdahl(0.6);
    curve.points.back().parts = {{"setup", 50, 0.35}};
    CHECK(find(of(curve), "serial-phase") == nullptr);
}

TEST_CASE("three curves are explained, the others have their main result only", "[scaling-conclusions]") {
    const std::vector<ScalingCurve> curves(5, amdahl(0.1));
    const std::vector<std::string> found = ids(scaling_conclusions(curves, "launches"));
    CHECK(std::count(found.begin(), found.end(), "scaling") == 5);
    CHECK(std::count(found.begin(), found.end(), "law") == 3);
}
