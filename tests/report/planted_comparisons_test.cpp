// Pairs with one planted difference, whose times follow a formula: the comparison must say it, and nothing
// else.
#include "measurements.h"
#include "report/compare/conclusions.h"
#include "report/compare/model_facts.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

using namespace loop::report;

namespace {

/// What conclusions say, and the words that say it.
const std::map<std::string, std::string> comparing_sentences{
    {"slower", " is slower than "},
    {"faster", " is faster than "},
    {"undecided", "It is undecided whether "},
    {"no difference shown", "no difference shown: "},
    {"below the limit", "the difference may be below 1 %: "},
    {"few launches", "too few launches: "},
    {"no ratio", "a time is 0, so there is no ratio"},
    {"alike", "differ by less than 1 %, which LOOP does not report"},
    {"different work", "The runs have different settings"},
    {"models", "The two models differ only in "},
    {"several", " comparisons: slower in "},
    {"opposite phases", "phases differ in opposite directions: "},
};

/// Two candidates: b takes `factor` times as long as a, on each of these numbers of ranks.
struct PlantedPair {
    double factor = 1;
    double scatter = 0.001; ///< a sixth of the whole range
    int launches = 10;
    bool repeats = false; ///< simulated
    std::vector<int> ranks{4};
    int other_ranks = 0;                                       ///< of b; 0: the same
    std::map<std::string, std::pair<double, double>> phases{}; ///< seconds of a and b
    /// Names of facts in which the candidates differ.
    std::vector<std::string> facts{};
    double unit = 1; ///< seconds of a
};

struct PlantedDifference {
    const char* name;
    PlantedPair pair;
    std::set<std::string> says;
};

std::vector<double> launches_of(const PlantedPair& pair, double seconds, int shift) {
    std::vector<double> all;
    for (int launch = 1; launch <= pair.launches; ++launch)
        all.push_back(pair.unit * seconds *
                      (1 + (pair.repeats ? 0 : pair.scatter * ((7 * launch + shift) % 11 - 5))));
    return all;
}

Candidate side_of(const PlantedPair& pair, bool is_other) {
    std::vector<Measurement> measured;
    for (const int ranks : pair.ranks) {
        Measurement one = measurement("w", is_other && pair.other_ranks != 0 ? pair.other_ranks : ranks,
                                      launches_of(pair, is_other ? pair.factor : 1, is_other ? 3 : 0));
        one.repeats = pair.repeats;
        for (std::size_t place = 0; place < one.seconds.size(); ++place)
            one.places.push_back(2 * place + (is_other ? 1 : 0));
        one.sweep = "/sweep";
        for (const auto& [name, seconds] : pair.phases)
            one.phases.emplace_back(name, launches_of(pair, is_other ? seconds.second : seconds.first, 0));
        measured.push_back(one);
    }
    Candidate side = candidate(is_other ? "b" : "a", measured);
    side.environment.clear();
    for (const std::string& fact : pair.facts)
        side.environment.emplace_back(fact, is_other ? "2" : "1");
    return side;
}

std::set<std::string> said_of(const PlantedPair& pair, const std::string& base = "a") {
    std::set<std::string> said;
    for (const Conclusion& one :
         comparison_conclusions(compare({side_of(pair, false), side_of(pair, true)}, base)))
        for (const auto& [sentence, words] : comparing_sentences)
            if (one.text.find(words) != std::string::npos) said.insert(sentence);
    return said;
}

PlantedPair differing(double factor) {
    PlantedPair pair;
    pair.factor = factor;
    return pair;
}

template <typename T>
PlantedPair with(PlantedPair pair, T PlantedPair::*what, T value) {
    pair.*what = std::move(value);
    return pair;
}

std::string number_of_model(const std::string& name) {
    return std::string(model_fact) + name;
}

using Phases = std::map<std::string, std::pair<double, double>>;
using Facts = std::vector<std::string>;

std::vector<PlantedDifference> times_planted() {
    using P = PlantedPair;
    return {
        {"slower", differing(1.1), {"slower"}},
        {"three times as slow", differing(3), {"slower"}},
        {"faster", differing(0.9), {"faster"}},
        {"three times as fast", differing(0.333), {"faster"}},
        {"equal times that scatter",
         with(differing(1), &P::scatter, 0.01),
         {"undecided", "no difference shown"}},
        {"little, in times that scatter",
         with(differing(1.03), &P::scatter, 0.02),
         {"undecided", "no difference shown"}},
        {"0.8 % slower", differing(1.008), {"undecided", "below the limit"}},
        {"0.8 % faster", differing(0.992), {"undecided", "below the limit"}},
        {"0.4 % slower, sure", with(differing(1.004), &P::scatter, 0.0001), {"alike"}},
        {"0.4 % faster, sure", with(differing(0.996), &P::scatter, 0.0001), {"alike"}},
        {"equal", with(differing(1), &P::scatter, 0.0), {"alike"}},
        {"four launches", with(differing(2), &P::launches, 4), {"undecided", "few launches"}},
        {"one launch", with(differing(2), &P::launches, 1), {"undecided", "few launches"}},
        {"five launches", with(differing(2), &P::launches, 5), {"slower"}},
        {"b takes no time", differing(0), {"undecided", "no ratio"}},
        {"b takes no time, simulated", with(differing(0), &P::repeats, true), {"undecided", "no ratio"}},
        {"one launch, simulated",
         with(with(differing(1.011), &P::repeats, true), &P::launches, 1),
         {"slower"}},
        {"one launch, simulated, 0.9 %",
         with(with(differing(1.009), &P::repeats, true), &P::launches, 1),
         {"alike"}},
    };
}

std::vector<PlantedDifference> works_planted() {
    using P = PlantedPair;
    const auto phases = [](double factor, const Phases& seconds) {
        return with(differing(factor), &P::phases, seconds);
    };
    const auto facts = [](double factor, const Facts& names) {
        return with(differing(factor), &P::facts, names);
    };
    const std::string latency = number_of_model("latency"), width = number_of_model("bandwidth");
    return {
        {"other ranks, slower", with(differing(2), &P::other_ranks, 8), {"slower", "different work"}},
        {"other ranks, faster", with(differing(0.5), &P::other_ranks, 8), {"faster", "different work"}},
        {"other ranks, the same time", with(differing(1), &P::other_ranks, 8), {"alike"}},
        {"two numbers of ranks", with(differing(2), &P::ranks, {1, 2}), {"several"}},
        {"three numbers of ranks", with(differing(0.5), &P::ranks, {1, 2, 4}), {"several"}},
        {"one phase slower, one faster",
         phases(1, {{"solve", {0.4, 0.5}}, {"halo", {0.6, 0.5}}}),
         {"alike", "opposite phases"}},
        {"opposite phases, and slower",
         phases(1.1, {{"solve", {0.4, 0.6}}, {"halo", {0.6, 0.5}}}),
         {"slower", "opposite phases"}},
        {"both phases slower", phases(1.2, {{"solve", {0.4, 0.5}}, {"halo", {0.6, 0.7}}}), {"slower"}},
        {"the faster phase is short", phases(1.1, {{"solve", {0.9, 1}}, {"halo", {0.02, 0.01}}}), {"slower"}},
        {"the faster phase differs little",
         phases(1.1, {{"solve", {0.4, 0.5}}, {"halo", {0.6, 0.58}}}),
         {"slower"}},
        {"models differ in a number", facts(2, {latency}), {"slower", "models"}},
        {"models differ in two numbers", facts(0.5, {latency, width}), {"faster", "models"}},
        {"models differ in four numbers",
         facts(2, {latency, width, number_of_model("c"), number_of_model("d")}),
         {"slower"}},
        {"models and something else differ", facts(2, {latency, "compiler"}), {"slower"}},
        {"models differ, times do not", facts(1, {latency}), {"alike"}},
    };
}

std::vector<PlantedDifference> differences_planted() {
    std::vector<PlantedDifference> all = times_planted();
    for (const PlantedDifference& one : works_planted())
        all.push_back(one);
    return all;
}

std::set<std::string> turned_around(std::set<std::string> said) {
    const bool slower = said.erase("slower") != 0, faster = said.erase("faster") != 0;
    if (slower) said.insert("faster");
    if (faster) said.insert("slower");
    return said;
}

} // namespace

TEST_CASE("a planted difference is said, and nothing else", "[compare]") {
    for (const PlantedDifference& cause : differences_planted()) {
        INFO(cause.name);
        CHECK(said_of(cause.pair) == cause.says);
    }
}

TEST_CASE("neither short nor long programs change what a comparison says", "[compare]") {
    for (const PlantedDifference& cause : differences_planted())
        for (const double unit : {1e-5, 1e4}) {
            INFO(cause.name << ", " << unit << " s");
            CHECK(said_of(with(cause.pair, &PlantedPair::unit, unit)) == cause.says);
        }
}

TEST_CASE("with the other side as base, slower is faster, and all else remains", "[compare]") {
    for (const PlantedDifference& cause : differences_planted()) {
        INFO(cause.name);
        CHECK(said_of(cause.pair, "b") == turned_around(cause.says));
    }
}

TEST_CASE("a difference that is said stays if it grows", "[compare]") {
    for (const double scatter : {0.0001, 0.002, 0.01}) {
        bool was_said = false;
        for (int percent = 0; percent <= 40; ++percent) {
            const bool is_said = said_of(with(differing(1 + 0.01 * percent), &PlantedPair::scatter, scatter))
                                     .count("slower") != 0;
            INFO(percent << " %, scatter " << scatter);
            CHECK((is_said || !was_said));
            was_said = is_said;
        }
        CHECK(was_said);
    }
}

TEST_CASE("each sentence of a comparison has two causes that show it, and two that do not", "[compare]") {
    const std::vector<PlantedDifference> all = differences_planted();
    for (const auto& [sentence, words] : comparing_sentences) {
        INFO(sentence);
        const auto shown =
            std::count_if(all.begin(), all.end(), [&name = sentence](const PlantedDifference& one) {
                return one.says.count(name) != 0;
            });
        CHECK(shown >= 2);
        CHECK(static_cast<long>(all.size()) - shown >= 2);
    }
}
