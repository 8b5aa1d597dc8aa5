// Runs and curves with one planted cause each, where the records of ranks and launches decide, which a
// simulated machine does not have: which sentences a sheet must show, by id, and that it shows no other one
// of them. planted.py reads the ids below and checks that no finding is without causes.
#include "base/text/units.h"
#include "findings_support.h"
#include "report/findings/scaling_conclusions.h"

#include <catch2/catch.hpp>

#include <functional>
#include <set>

using namespace loop::report;
using namespace loop_tests;
namespace formats = loop::formats;

namespace {

using Ids = std::set<std::string>;

/// Each needs two causes that show it, and two that do not.
const Ids of_records{"impossible-rate", "launches-differ", "longest-phase",
                     "no-core",         "off-core",        "shared-cores",
                     "slow-rank",       "too-short",       "waits-for-unmeasured"};
const Ids of_curves{"communication", "growing-share", "growth",       "knee",
                    "law",           "scatter",       "serial-phase", "waiting"};

struct PlantedRun {
    std::string name;
    RunDirectory directory;
    Ids says;
};

/// Three ranks that take 2 s; without a trace.
RunDirectory even_run(int cores = 4) {
    RunDirectory directory;
    directory.run.source.file = "t.loop";
    directory.run.ranks = 3;
    directory.run.environment["cores_online"] = cores;
    formats::RunLaunch launch;
    for (int rank = 0; rank < 3; ++rank) {
        formats::RunRank own;
        own.rank = rank;
        own.record.emplace().rank = rank;
        own.record->host = "here";
        own.record->node_ranks = 3;
        own.record->node_cores = cores;
        own.record->usage = {0, 2.0};
        launch.ranks.push_back(own);
    }
    directory.run.launches = {launch};
    directory.run.summary.program.seconds = formats::Spread{2, 2, 2};
    return directory;
}

RunDirectory without_core(double seconds, int rank, int cores = 4) {
    RunDirectory directory = even_run(cores);
    for (formats::RunRank& own : directory.run.launches[0].ranks)
        own.record->usage.core_wait_seconds = rank < 0 || own.rank == rank ? seconds : 0;
    return directory;
}

RunDirectory with_phase(double seconds, double of_rank_2, double flops = 0) {
    RunDirectory directory = even_run();
    PhaseTiming phase;
    phase.name = "solve";
    phase.line = 12;
    phase.timing.seconds = formats::Spread{seconds, seconds, std::max(seconds, of_rank_2)};
    phase.timing.flops = flops;
    directory.run.summary.phases = {phase};
    for (formats::RunRank& own : directory.run.launches[0].ranks)
        own.record->phases = {{"solve", 12, 4, own.rank == 2 ? of_rank_2 : seconds, 0}};
    return directory;
}

RunDirectory taking(double seconds, bool is_simulated = false) {
    RunDirectory directory = even_run();
    directory.run.summary.program.seconds = formats::Spread{seconds, seconds, seconds};
    if (is_simulated)
        directory.run.simulated.emplace().host_compute = formats::RunSimulation::HostCompute::Free;
    return directory;
}

RunDirectory with_launches(const std::vector<double>& seconds) {
    RunDirectory directory = even_run();
    for (const double one : seconds)
        directory.run.summary.program.launches.push_back({1, 1, one});
    return directory;
}

/// Rank 1 waits until 900 for rank 0, which is not measured from 100 to `to`, and was off its core for so
/// many of 2 s.
RunDirectory pair(std::int64_t to, double off_core = 0) {
    TraceBuilder builder(2);
    const auto send = builder.site("SEND", 3), other = builder.site("VEC", 4);
    builder.rank(0, 0, 1000);
    if (to > 100) builder.enter(100, other).excluded(100, to).leave(to);
    builder.enter(890, send).send(890, 1, 8).leave(900);
    builder.rank(1, 0, 1000).enter(100, send).wait(100, 0).receive(900, 0, 8).leave(900);
    RunDirectory directory = traced(builder.trace);
    directory.run.ranks = 2;
    formats::RunLaunch launch;
    for (const int rank : {0, 1}) {
        formats::RunRank own;
        own.rank = rank;
        own.record.emplace().rank = rank;
        own.record->usage = {0, 2.0, rank == 0 ? off_core : 0};
        launch.ranks.push_back(own);
    }
    directory.run.launches = {launch};
    return directory;
}

std::vector<PlantedRun> planted_runs() {
    return {
        {"even", even_run(), {}},
        {"even, on one core for each rank", even_run(3), {}},
        {"rank 1 had no core for a fifth", without_core(0.4, 1), {"no-core"}},
        {"rank 2 had no core for half", without_core(1, 2), {"no-core"}},
        {"rank 1 had no core for 3 %", without_core(0.06, 1), {}},
        {"rank 1 had no core for longer than it ran", without_core(600, 1), {}},
        {"three ranks on two cores", without_core(0.6, -1, 2), {"shared-cores"}},
        {"three ranks on one core", without_core(1.3, -1, 1), {"shared-cores"}},
        {"three ranks on two cores that they do not need", without_core(0.02, -1, 2), {}},
        {"a long phase", with_phase(1.5, 1.5), {"longest-phase"}},
        {"a phase of a third", with_phase(0.7, 0.7), {"longest-phase"}},
        {"a phase of a tenth", with_phase(0.2, 0.2), {}},
        {"a rank is slow in a phase", with_phase(0.5, 1.5), {"longest-phase", "slow-rank"}},
        {"a rank is half as fast in a phase", with_phase(0.2, 0.4), {"slow-rank"}},
        {"a rank is slow in a phase of 2 %", with_phase(0.02, 0.04), {}},
        {"a rank is a tenth slower", with_phase(0.2, 0.22), {}},
        {"a million Gflop/s", with_phase(0.2, 0.2, 1e15), {"impossible-rate"}},
        {"a thousand times what four cores can do", with_phase(0.1, 0.1, 1.5e14), {"impossible-rate"}},
        {"a Gflop/s", with_phase(0.2, 0.2, 2e8), {}},
        {"8 us", taking(8e-6), {"too-short"}},
        {"99 us", taking(99e-6), {"too-short"}},
        {"8 us of a model", taking(8e-6, true), {}},
        {"a millisecond", taking(1e-3), {}},
        {"a launch took twice as long", with_launches({2, 1, 1.2}), {"launches-differ"}},
        {"a launch of ten took ten times as long",
         with_launches({1, 1, 1, 1, 1, 10, 1, 1, 1, 1}),
         {"launches-differ"}},
        {"a launch took a fifth longer", with_launches({1, 1.2, 1}), {}},
        {"one launch", with_launches({1}), {}},
        {"waits while payloads are verified", pair(700), {"waits-for-unmeasured"}},
        {"waits for a fifth of the run", pair(300), {"waits-for-unmeasured"}},
        {"waits for a moment", pair(110), {}},
        {"waits for a rank that computes", pair(100), {}},
        {"sleeps for half of the time", pair(100, 1), {"off-core"}},
        {"sleeps for a fifth of the time", pair(100, 0.4), {"off-core"}},
        {"was off its core for 2 %", pair(100, 0.04), {}},
        {"was off its core for longer than it ran", pair(100, 600), {}},
    };
}

Ids said_of(const RunDirectory& directory) {
    const auto analysis = directory.trace ? std::optional<Analysis>(analyze(*directory.trace)) : std::nullopt;
    Ids said;
    for (const Conclusion& one : run_conclusions(directory, analysis ? &*analysis : nullptr))
        if (of_records.count(one.id) != 0) said.insert(one.id);
    return said;
}

struct PlantedPoints {
    std::string name;
    std::function<double(double ranks)> seconds;
    Ids says; ///< beside "scaling", which each curve has
    std::function<void(ScalingCurve&)> change = [](ScalingCurve&) {};
    bool is_ranks = true;
    loop::statistics::Growth growth{}; ///< of a curve along sizes
};

ScalingCurve curve_of(const PlantedPoints& planted) {
    ScalingCurve curve;
    curve.name = "cg";
    curve.axis = planted.is_ranks ? "ranks" : "size";
    curve.is_ranks = planted.is_ranks;
    curve.section = "curve-1";
    std::vector<std::string> places;
    for (const int number : {1, 2, 4, 8, 16, 32}) {
        ScalingPoint point;
        point.place = std::to_string(number) + (number == 1 ? " rank" : " ranks");
        places.push_back(point.place);
        point.number = number;
        point.seconds = planted.seconds(number);
        point.samples = {point.seconds, 1.01 * point.seconds};
        if (planted.is_ranks) {
            point.speedup = planted.seconds(1) / point.seconds;
            point.efficiency = *point.speedup / number;
        }
        curve.points.push_back(point);
    }
    if (!planted.growth.laws.empty())
        curve.growth = {"the time", "size", &planted.growth, places, loop::seconds_text, {""}};
    planted.change(curve);
    return curve;
}

/// One phase takes `seconds` on each number of ranks, and another one the rest.
std::function<void(ScalingCurve&)> with_setup(std::function<double(double ranks)> seconds) {
    return [seconds](ScalingCurve& curve) {
        for (ScalingPoint& point : curve.points) {
            const double setup = seconds(point.number), percent = 100 * setup / point.seconds;
            point.parts = {{"setup", percent, setup}, {"solve", 100 - percent, point.seconds - setup}};
        }
    };
}

/// Shares of busy, overhead, and idle on one rank, and on the most.
std::function<void(ScalingCurve&)> with_states(StatePercents first, StatePercents last) {
    return [=](ScalingCurve& curve) {
        curve.points.front().states = first;
        curve.points.back().states = last;
    };
}

std::function<void(ScalingCurve&)> with_law(double serial, double deviation) {
    return [=](ScalingCurve& curve) { curve.law = ScalingLaw{"Amdahl", serial, deviation}; };
}

loop::statistics::Growth power(double exponent, double deviation = 0.01) {
    loop::statistics::Growth growth;
    growth.laws.push_back({loop::statistics::GrowthForm::Power, 1, exponent, {}, {}, deviation, 0, 5});
    return growth;
}

loop::statistics::Growth bent(double exponent, double jump, double deviation = 0.01) {
    loop::statistics::Growth growth = power(1, deviation);
    growth.laws[0].last = 2;
    growth.laws.push_back({loop::statistics::GrowthForm::Power, 1, exponent, {}, {}, 0.01, 3, 5});
    growth.knees.push_back({2, 3, jump, exponent});
    return growth;
}

std::vector<PlantedPoints> planted_curves() {
    const auto ideal = [](double p) { return 1 / p; };
    const auto fifth = [](double p) { return 0.2 + 0.8 / p; };
    const auto linear = [](double x) { return x; };
    const auto scattering = [](double factor) {
        return [factor](ScalingCurve& curve) {
            const double seconds = curve.points[1].seconds;
            curve.points[1].samples = {seconds, factor * seconds, 1.1 * seconds};
        };
    };
    return {
        {"ideal", ideal, {}},
        {"a fifth is serial", fifth, {"law"}, with_law(0.2, 0.01)},
        {"half is serial", [](double p) { return 0.5 + 0.5 / p; }, {"law"}, with_law(0.5, 0.01)},
        {"a phase that stays as long", fifth, {"growing-share", "serial-phase"}, with_setup([](double) {
             return 0.2;
         })},
        {"a long phase that stays as long",
         [](double p) { return 0.5 + 0.5 / p; },
         {"growing-share", "serial-phase"},
         with_setup([](double) { return 0.5; })},
        {"phases that get faster alike", ideal, {}, with_setup([](double p) { return 0.2 / p; })},
        {"a phase of 1 % that stays as long",
         [](double p) { return 0.001 + 0.999 / p; },
         {},
         with_setup([](double) { return 0.001; })},
        {"waiting grows",
         fifth,
         {"waiting"},
         with_states({99, 1, 0}, {50, 4, 46, "\\EXCHANGE (line 4)", 31, 4})},
        {"waiting grows a little less",
         fifth,
         {"waiting"},
         with_states({98, 1, 1}, {70, 4, 26, "\\SEND (line 4)", 20, 4})},
        {"sending grows", fifth, {"communication"}, with_states({99, 1, 0}, {60, 40, 0})},
        {"sending grows a little less", fifth, {"communication"}, with_states({95, 5, 0}, {70, 30, 0})},
        {"states stay the same", fifth, {}, with_states({98, 1, 1}, {97, 2, 1})},
        {"launches differ by a factor of 3", ideal, {"scatter"}, scattering(3)},
        {"launches differ by a factor of 2", ideal, {"scatter"}, scattering(2)},
        {"launches differ by a fifth", ideal, {}, scattering(1.2)},
        {"linear in the size", linear, {"growth"}, [](ScalingCurve&) {}, false, power(1)},
        {"squares of the size",
         [](double x) { return x * x; },
         {"growth"},
         [](ScalingCurve&) {},
         false,
         power(2)},
        {"a law that does not fit", linear, {}, [](ScalingCurve&) {}, false, power(1, 0.5)},
        {"a knee", linear, {"knee"}, [](ScalingCurve&) {}, false, bent(2, 1)},
        {"a knee with a jump", linear, {"knee"}, [](ScalingCurve&) {}, false, bent(1, 2.5)},
        {"a knee of laws that do not fit", linear, {}, [](ScalingCurve&) {}, false, bent(2, 1, 0.5)},
    };
}

Ids said_of(const PlantedPoints& planted) {
    Ids said;
    const ScalingCurve curve = curve_of(planted);
    for (const Conclusion& one : scaling_conclusions({curve}, "launches"))
        if (of_curves.count(one.id) != 0) said.insert(one.id);
    return said;
}

template <class Cause>
void check_two_of_each(const Ids& ids, const std::vector<Cause>& causes) {
    for (const std::string& id : ids) {
        const auto showing = std::count_if(causes.begin(), causes.end(),
                                           [&](const Cause& one) { return one.says.count(id) != 0; });
        INFO(id);
        CHECK(showing >= 2);
        CHECK(static_cast<long>(causes.size()) - showing >= 2);
    }
}

} // namespace

TEST_CASE("a planted property of records is said, and nothing else", "[findings]") {
    const std::vector<PlantedRun> runs = planted_runs();
    for (const PlantedRun& run : runs) {
        INFO(run.name);
        CHECK(said_of(run.directory) == run.says);
    }
    check_two_of_each(of_records, runs);
}

TEST_CASE("a planted property of a curve's points is said, and nothing else", "[scaling-conclusions]") {
    const std::vector<PlantedPoints> curves = planted_curves();
    for (const PlantedPoints& curve : curves) {
        INFO(curve.name);
        CHECK(said_of(curve) == curve.says);
    }
    check_two_of_each(of_curves, curves);
}
