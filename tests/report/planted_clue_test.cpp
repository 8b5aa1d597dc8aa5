// Machines with one planted weakness, whose speeds follow a formula: the report must name it, and nothing
// else.
#include "report/clue/observations.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

using namespace loop::report;

namespace {

using Sentences = std::set<std::string>;

/// What a cell costs, in units of one single-precision cell with adjacent neighbors in memory.
struct PlantedMachine {
    double doubles = 0;    ///< more, if it computes in double precision
    double bytes = 0;      ///< more, if it has twice the bytes
    double caches = 0;     ///< more, if its neighbors are anywhere in memory
    double edges = 0;      ///< the share of the edges, if there is more than one rank
    double far = 0;        ///< more for edges, if neighbors are far away
    double messages = 0;   ///< more, if each cell of an edge is a message
    double contention = 0; ///< more, for each rank beyond the first `alone`
    int alone = 1;
    std::optional<double> triad{}; ///< the same for the triad; nothing: it was not measured
    std::set<std::string> lacks{}; ///< variations that were not measured
};

double cost_of(const PlantedMachine& machine, const std::string& variation, int ranks) {
    const bool is_wide = variation == "double" || variation == "wide-integer";
    double cell = 1;
    if (variation == "double") cell += machine.doubles;
    if (is_wide) cell += machine.bytes;
    if (variation == "scattered") cell += machine.caches;
    if (ranks == 1) return cell;
    double edges = machine.edges;
    if (is_wide || variation == "rearranged") edges *= 2;
    if (variation == "random-order") edges += machine.far;
    if (variation == "cells") edges += machine.messages;
    return cell * (1 + machine.contention * std::max(0, ranks - machine.alone)) + edges;
}

struct Circumstances {
    double unit = 1000; ///< ACT/s of a cell that costs 1
    std::vector<int> ranks{1, 2, 4, 8};
    double scatter = 0.0005;
};

/// A traced launch of the base, in which every rank does the same, on one node.
ClueTraced traced_on(const PlantedMachine& machine, int ranks) {
    PlantedMachine silent = machine;
    silent.edges = 0;
    const double cell = cost_of(silent, "base", ranks), all = cost_of(machine, "base", ranks);
    StateTimes times;
    times.ns[static_cast<std::size_t>(State::Busy)] = static_cast<std::int64_t>(cell * 1e9);
    times.ns[static_cast<std::size_t>(State::Overhead)] = static_cast<std::int64_t>((all - cell) * 1e9);
    CriticalPath path;
    path.on_ranks = times;
    const auto number = static_cast<std::size_t>(ranks);
    ClueTraced traced;
    traced.ranks = ranks;
    traced.launch.factors =
        efficiency_factors(std::vector<StateTimes>(number, times), path).value_or(EfficiencyFactors());
    traced.launch.hosts.assign(number, "node");
    traced.efficiency = 1 / all;
    return traced;
}

ClueReport planted_report(const PlantedMachine& machine, const Circumstances& where) {
    ClueReport report;
    report.system = "machine";
    report.trials = 10;
    report.grid = ClueGrid{1000, 1000};
    for (const char* variation :
         {"base", "integer", "wide-integer", "double", "rearranged", "random-order", "scattered", "cells"})
        for (const int ranks : where.ranks) {
            if (machine.lacks.count(variation) != 0) continue;
            ClueFigure figure;
            figure.variation = variation;
            figure.ranks = ranks;
            figure.act = where.unit / cost_of(machine, variation, ranks);
            for (int round = 1; round <= report.trials; ++round)
                figure.trials[round] = figure.act * (1 - where.scatter * ((7 * round + ranks) % 10));
            report.figures.push_back(figure);
        }
    add_efficiencies(report);
    report.traced = traced_on(machine, where.ranks.back());
    if (machine.triad)
        for (const int ranks : {1, where.ranks.back()})
            report.probes.memory_mbs[ranks] = 1e4 / (1 + *machine.triad * std::max(0, ranks - machine.alone));
    return report;
}

/// "network" for a weakness, "network: remark".
Sentences said_of(const PlantedMachine& machine, const Circumstances& where = {}) {
    Sentences said;
    for (const ClueObservation& one : observe(planted_report(machine, where)))
        said.insert(one.about + (one.kind == ClueObservation::Kind::Remark ? ": remark" : ""));
    return said;
}

struct PlantedWeakness {
    const char* name;
    PlantedMachine machine;
    Sentences says;
};

const Sentences nothing_weak{"network: remark", "scaling: remark"};

Sentences nothing_but(const std::string& weakness) {
    Sentences all = nothing_weak;
    all.insert(weakness);
    return all;
}

PlantedMachine lacking(PlantedMachine machine, const std::set<std::string>& variations) {
    machine.lacks = variations;
    return machine;
}

PlantedMachine contended(double contention, int alone, double edges = 0) {
    PlantedMachine machine;
    machine.contention = contention;
    machine.alone = alone;
    machine.edges = edges;
    return machine;
}

PlantedMachine contended_for_memory(double contention, double triad) {
    PlantedMachine machine = contended(contention, 1);
    machine.triad = triad;
    return machine;
}

PlantedMachine costing(double PlantedMachine::*cost, double value) {
    PlantedMachine machine;
    machine.*cost = value;
    return machine;
}

/// On up to 8 ranks. Each weakness also in a dose that is too small, and from two sides.
std::vector<PlantedWeakness> weaknesses_planted() {
    using M = PlantedMachine;
    M far = costing(&M::far, 0.1);
    far.edges = 0.005;
    return {
        {"nothing", {}, nothing_weak},
        {"edges cost a little", costing(&M::edges, 0.01), nothing_weak},
        {"edges cost much", costing(&M::edges, 0.04), {"network", "scaling: remark"}},
        {"edges cost much, doubles unknown",
         lacking(costing(&M::edges, 0.04), {"double"}),
         {"network", "scaling: remark"}},
        {"edges cost much, longer ones unknown",
         lacking(costing(&M::edges, 0.04), {"rearranged"}),
         {"scaling: remark"}},
        {"ranks contend a little", contended(0.003, 1), {"scaling: remark"}},
        {"ranks contend", contended(0.02, 1), {"shared memory", "scaling: remark"}},
        {"ranks contend beyond 2", contended(0.03, 2), {"shared memory", "scaling: remark"}},
        {"ranks contend much", contended(0.4, 1), {"shared memory", "scaling"}},
        {"ranks contend much beyond 4", contended(0.4, 4), {"shared memory", "scaling"}},
        {"ranks contend for memory a little", contended_for_memory(0.003, 0.003), {"scaling: remark"}},
        {"ranks contend for memory", contended_for_memory(0.02, 0.02), {"memory", "scaling: remark"}},
        {"ranks contend for memory much", contended_for_memory(0.4, 0.6), {"memory", "scaling"}},
        {"only the triad contends", contended_for_memory(0, 0.4), nothing_weak},
        {"ranks contend, but not for memory",
         contended_for_memory(0.02, 0),
         {"shared node", "scaling: remark"}},
        {"ranks contend more than for memory", contended_for_memory(0.4, 0.02), {"shared node", "scaling"}},
        {"doubles cost a little", costing(&M::doubles, 0.04), nothing_weak},
        {"doubles cost much", costing(&M::doubles, 0.5), nothing_but("floating point")},
        {"doubles cost much, wide integers unknown", lacking(costing(&M::doubles, 0.5), {"wide-integer"}),
         nothing_but("floating point")},
        {"bytes cost a little", costing(&M::bytes, 0.04), nothing_weak},
        {"bytes cost much", costing(&M::bytes, 0.5), nothing_but("memory bandwidth")},
        {"bytes cost less", costing(&M::bytes, 0.1), nothing_but("memory bandwidth")},
        {"scattered cells cost a little", costing(&M::caches, 0.8), nothing_weak},
        {"scattered cells cost much", costing(&M::caches, 1.2), nothing_but("memory tiers")},
        {"scattered cells cost very much", costing(&M::caches, 50), nothing_but("memory tiers")},
        {"messages cost a little", costing(&M::messages, 0.1), nothing_weak},
        {"messages cost much", costing(&M::messages, 0.13), nothing_but("small messages")},
        {"messages cost very much", costing(&M::messages, 20), nothing_but("small messages")},
        {"far neighbors cost a little", costing(&M::far, 0.015), nothing_weak},
        {"far neighbors cost much", costing(&M::far, 0.03), nothing_but("order of ranks")},
        {"far neighbors cost very much", far, nothing_but("order of ranks")},
    };
}

} // namespace

TEST_CASE("a planted weakness is named, and no other", "[clue]") {
    for (const PlantedWeakness& cause : weaknesses_planted()) {
        INFO(cause.name);
        CHECK(said_of(cause.machine) == cause.says);
    }
}

TEST_CASE("slow cores and times that scatter change no observation", "[clue]") {
    for (const PlantedWeakness& cause : weaknesses_planted()) {
        INFO(cause.name);
        Circumstances slow, scattered;
        slow.unit = 0.02;
        scattered.scatter = 0;
        CHECK(said_of(cause.machine, slow) == cause.says);
        CHECK(said_of(cause.machine, scattered) == cause.says);
    }
}

TEST_CASE("on one rank, only what concerns a core is said; on two, ranks have no order", "[clue]") {
    const Sentences of_cores{"floating point", "memory bandwidth", "memory tiers"};
    for (const PlantedWeakness& cause : weaknesses_planted()) {
        INFO(cause.name);
        Circumstances one, two;
        one.ranks = {1};
        two.ranks = {1, 2};
        Sentences expected;
        for (const std::string& sentence : cause.says)
            if (of_cores.count(sentence) != 0) expected.insert(sentence);
        CHECK(said_of(cause.machine, one) == expected);
        CHECK(said_of(cause.machine, two).count("order of ranks") == 0);
    }
}

TEST_CASE("a weakness that is said stays if it grows", "[clue]") {
    using M = PlantedMachine;
    const std::map<std::string, double M::*> costs{
        {"network", &M::edges},       {"floating point", &M::doubles},  {"memory bandwidth", &M::bytes},
        {"memory tiers", &M::caches}, {"small messages", &M::messages}, {"order of ranks", &M::far},
        {"scaling", &M::contention}};
    for (const auto& [weakness, cost] : costs) {
        INFO(weakness);
        int changes = 0;
        bool is_said = false;
        for (const double dose : {0.0, 0.001, 0.01, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0}) {
            const bool now = said_of(costing(cost, dose)).count(weakness) != 0;
            changes += now != is_said ? 1 : 0;
            is_said = now;
        }
        CHECK(changes == 1);
        CHECK(is_said);
    }
}

TEST_CASE("a trial counts only for what it shows itself", "[clue]") {
    ClueReport report = planted_report(costing(&PlantedMachine::doubles, 0.5), {});
    for (ClueFigure& figure : report.figures)
        if (figure.variation == "double")
            for (int round = 1; round <= 4; ++round)
                figure.trials[round] = report.find("base", figure.ranks)->trials.at(round);
    const auto found = observe(report);
    CHECK(found[0].about == "floating point");
    CHECK(found[0].sureness == "doubtful: in 6 of 10 trials");
}

TEST_CASE("each observation has two causes that show it, and two that do not", "[clue]") {
    const std::vector<PlantedWeakness> all = weaknesses_planted();
    for (const char* sentence : {"network", "network: remark", "shared memory", "memory", "shared node",
                                 "floating point", "memory bandwidth", "memory tiers", "small messages",
                                 "order of ranks", "scaling", "scaling: remark"}) {
        INFO(sentence);
        const auto shown = std::count_if(all.begin(), all.end(), [&](const PlantedWeakness& cause) {
            return cause.says.count(sentence) != 0;
        });
        CHECK(shown >= 2);
        CHECK(static_cast<long>(all.size()) - shown >= 2);
    }
}
