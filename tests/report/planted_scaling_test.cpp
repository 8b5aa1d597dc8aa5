// Sweeps with one planted property, whose times follow a formula: the sentences must say it, and nothing
// else, also if the times scatter as on a real machine.
#include "constructed_sweep.h"
#include "report/sweep/conclusions.h"
#include "report/sweep/curves.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <set>

using namespace loop_tests;

namespace {

/// What sentences of a sweep say, and the words that say it.
const std::map<std::string, std::string> scaling_sentences{
    {"plateau", "change the time by at most "},
    {"jumps", "the time jumps to "},
    {"drops", "the time drops to "},
    {"outlier", " as long as the other numbers of ranks suggest"},
    {"a law", "law fits to within "},
    {"a cost of ranks", "the times are those of work that the ranks share"},
};

struct PlantedCurve {
    std::string name;
    std::function<double(double x)> seconds;
    std::vector<int> at; ///< numbers of ranks, or sizes
    bool is_ranks = true;
    std::set<std::string> says{};
    std::string where{}; ///< words of the sentence
};

struct Launches {
    int number = 10;
    double noise = 0.001; ///< standard deviation of the logarithm, or mean of what makes some times longer
    unsigned seed = 0;    ///< even: all times scatter; odd: some are longer
    bool simulated = false;
    double unit = 1; ///< seconds
};

double disturbed(double seconds, const Launches& launches, std::mt19937_64& random) {
    if (launches.simulated) return seconds;
    if (launches.seed % 2 == 0)
        return seconds * std::exp(launches.noise * std::normal_distribution<double>()(random));
    return seconds * (1 + launches.noise * std::exponential_distribution<double>()(random));
}

Sweep planted_sweep(const PlantedCurve& curve, const Launches& launches) {
    std::vector<std::string> sizes;
    for (const int size : curve.at)
        sizes.push_back(std::to_string(size));
    Sweep sweep = curve.is_ranks ? following(curve.seconds, curve.at) : over("size", sizes);
    std::mt19937_64 random(launches.seed);
    for (std::size_t i = 0; i < sweep.points.size(); ++i) {
        SweepPoint& point = sweep.points[i];
        point.launches.clear();
        for (int launch = 1; launch <= launches.number; ++launch) {
            const double seconds = launches.unit * disturbed(curve.seconds(curve.at[i]), launches, random);
            point.launches.push_back({launch, launch, false, Outcome::Good, "", seconds, {}});
        }
        if (launches.simulated)
            point.run.emplace().simulated.emplace().host_compute =
                loop::formats::RunSimulation::HostCompute::Free;
    }
    return sweep;
}

/// Sentences by what they say.
std::map<std::string, std::string> said_of(const PlantedCurve& curve, const Launches& launches) {
    const Sweep sweep = planted_sweep(curve, launches);
    std::map<std::string, std::string> said;
    for (const Conclusion& one : sweep_conclusions(sweep, curves(sweep)))
        for (const auto& [sentence, words] : scaling_sentences)
            if (one.text.find(words) != std::string::npos) {
                CHECK((one.id == "cliff") == (sentence == "jumps" || sentence == "drops"));
                said[sentence] = one.text;
            }
    return said;
}

std::set<std::string> names_of(const std::map<std::string, std::string>& said) {
    std::set<std::string> names;
    for (const auto& [name, text] : said)
        names.insert(name);
    return names;
}

const std::vector<int> to_8{1, 2, 4, 8}, to_16{1, 2, 4, 8, 16}, to_32{1, 2, 4, 8, 16, 32},
    to_64{1, 2, 4, 8, 16, 32, 64};

/// No more than so many ranks share the work.
std::function<double(double)> up_to(double most, double serial = 0) {
    return [=](double p) { return serial + (1 - serial) / std::min(p, most); };
}

std::vector<PlantedCurve> plateaus_planted() {
    return {
        {"up to 2 ranks",
         up_to(2),
         to_16,
         true,
         {"plateau"},
         "it scales up to 2 ranks, where it is 2.0 times"},
        {"up to 4 ranks",
         up_to(4),
         to_16,
         true,
         {"plateau"},
         "it scales up to 4 ranks, where it is 4.0 times"},
        {"up to 4 ranks of 32", up_to(4), to_32, true, {"plateau"}, "it scales up to 4 ranks,"},
        {"up to 8 ranks of 64", up_to(8), to_64, true, {"plateau"}, "it scales up to 8 ranks,"},
        {"a serial part, up to 8 ranks", up_to(8, 0.2), to_64, true, {"plateau"}, "it scales up to 8 ranks,"},
    };
}

/// Times that look like a plateau, or like an outlier.
std::vector<PlantedCurve> slow_growths_planted() {
    const auto after_4 = [](double by) {
        return [by](double p) { return p <= 4 ? 1 / p : 0.25 * (1 + by * std::log2(p / 4)); };
    };
    return {
        {"a - b log p", [](double p) { return 1 - 0.12 * std::log2(p); }, to_16, true, {}},
        {"speed-up of a + b log p", [](double p) { return 1 / (1 + std::log2(p)); }, to_16, true, {}},
        {"speed-up of a + b log p, slow",
         [](double p) { return 1 / (1 + 0.3 * std::log2(p)); },
         to_64,
         true,
         {}},
        {"slow growth after 4 ranks", after_4(-0.06), to_32, true, {}},
        {"a slow loss after 4 ranks", after_4(0.06), to_32, true, {}},
        {"half is serial", up_to(1000, 0.5), to_64, true, {"a law"}},
        {"three quarters are serial", up_to(1000, 0.75), to_64, true, {"a law"}},
        {"a tenth is serial", up_to(1000, 0.1), to_64, true, {"a law"}},
        {"each rank adds time",
         [](double p) { return 1 / p + 0.01 * (p - 1); },
         to_64,
         true,
         {"a cost of ranks"}},
        {"a serial part, and the square of the ranks adds time",
         [](double p) { return 0.1 + 1 / p + 1.58e-4 * (p * p - 1); },
         to_32,
         true,
         {"a cost of ranks"}},
        {"slower again after 16 ranks",
         [](double p) {
             return p < 8 ? 8 / p : p < 16 ? 1.0 : p < 32 ? 0.96 : 1.04;
         },
         to_32,
         true,
         {}},
        {"a small power", [](double p) { return std::pow(p, -0.1); }, to_64, true, {"a law"}},
        {"the same time on any number", [](double) { return 1.0; }, to_16, true, {"a law"}},
        {"two points after it", up_to(4), to_8, true, {"a cost of ranks"}},
    };
}

std::vector<PlantedCurve> outliers_planted() {
    const auto one = [](double rank, double factor) {
        return [=](double p) { return (0.1 + 0.9 / p) * (p == rank ? factor : 1); };
    };
    return {
        {"one slow number of ranks", one(8, 2.5), to_32, true, {"outlier"}, "on 8 ranks it takes 2.5 times"},
        {"one fast number of ranks",
         one(16, 0.5),
         to_64,
         true,
         {"outlier"},
         "on 16 ranks it takes only 0.5 times"},
        {"one slow number of few", one(8, 2.5), to_16, true, {}},
        {"one fast number of few", one(4, 0.4), to_16, true, {}},
        {"two slow numbers",
         [](double p) { return (0.1 + 0.9 / p) * (p == 4 || p == 16 ? 2.5 : 1); },
         to_32,
         true,
         {}},
    };
}

/// `power` of the size, or of the ranks; `factor` longer from `above` on.
std::function<double(double)> cliff_at(double above, double factor, double power = 1) {
    return [=](double x) { return std::pow(x, power) * (x >= above ? factor : 1); };
}

std::vector<PlantedCurve> cliffs_planted() {
    return {
        {"twice as long",
         cliff_at(4, 2),
         to_16,
         false,
         {"jumps"},
         "between size 2 and size 4, the time jumps to 2.0 times"},
        {"three times as long, 4 points",
         cliff_at(4, 3),
         to_8,
         false,
         {"jumps"},
         "between size 2 and size 4,"},
        {"squares",
         cliff_at(8, 3, 2),
         to_16,
         false,
         {"jumps"},
         "between size 4 and size 8, the time jumps to 3.0 times"},
        {"half of it",
         cliff_at(8, 0.5, 0),
         to_16,
         false,
         {"drops"},
         "between size 4 and size 8, the time drops to 50 % of"},
        {"ranks",
         cliff_at(4, 2, -1),
         to_16,
         true,
         {"jumps"},
         "between 2 ranks and 4 ranks, the time jumps to 2.0 times"},
        {"ranks that fit a cache",
         cliff_at(8, 0.4, -1),
         to_16,
         true,
         {"drops"},
         "between 4 ranks and 8 ranks,"},
        {"ranks, 6 points",
         cliff_at(8, 2, -1),
         to_32,
         true,
         {"jumps"},
         "between 4 ranks and 8 ranks, the time jumps to 2.0 times"},
        {"ranks that fit a cache, 7 points",
         cliff_at(16, 0.5, -0.9),
         to_64,
         true,
         {"drops"},
         "between 8 ranks and 16 ranks, the time drops to 50 %"},
    };
}

/// Times that look like a cliff.
std::vector<PlantedCurve> no_cliffs_planted() {
    const auto outlier = [](double at, double factor) {
        return [=](double x) { return x * (x == at ? factor : 1); };
    };
    return {
        {"a steep power", [](double x) { return x * x * x; }, to_16, false},
        {"a constant and a steep power", [](double x) { return 1 + 0.001 * x * x * x; }, to_16, false},
        {"the same on 4 points", [](double x) { return 1 + 0.1 * x * x * x; }, to_8, false},
        {"a steep power that ends", [](double x) { return x < 4 ? x * x : 16; }, to_16, false},
        {"an exponential function", [](double x) { return std::exp(x / 4); }, to_16, false},
        {"a bend", [](double x) { return x < 4 ? 1 : x / 4; }, to_16, false},
        {"one slow point", outlier(4, 2), to_16, false},
        {"one slow point of 4", outlier(4, 2), to_8, false},
        {"the first point is slow", outlier(1, 2), to_16, false},
        {"the second point of 4 is slow", outlier(2, 2), to_8, false},
        {"the last point is slow", outlier(16, 2), to_16, false},
        {"two jumps", [](double x) { return x * (x >= 2 ? 1.7 : 1) * (x >= 8 ? 1.7 : 1); }, to_16, false},
        {"a small jump", cliff_at(4, 1.2), to_16, false},
        {"linear", [](double x) { return x; }, to_8, false},
        {"two jumps of 7 ranks", [](double p) { return (p >= 4 ? 1.7 : 1) * (p >= 16 ? 1.7 : 1) / p; }, to_64,
         true},
        {"a small jump of 6 ranks", cliff_at(8, 1.2, -1), to_32, true},
    };
}

std::vector<PlantedCurve> curves_planted() {
    std::vector<PlantedCurve> all;
    for (const auto& some : {plateaus_planted(), slow_growths_planted(), outliers_planted(), cliffs_planted(),
                             no_cliffs_planted()})
        all.insert(all.end(), some.begin(), some.end());
    return all;
}

/// Laws are named or not depending on the noise; their sentences say how far they are from the times.
std::set<std::string> without_laws(std::set<std::string> said) {
    said.erase("a law");
    said.erase("a cost of ranks");
    return said;
}

bool is_subset(const std::set<std::string>& part, const std::set<std::string>& whole) {
    return std::includes(whole.begin(), whole.end(), part.begin(), part.end());
}

} // namespace

TEST_CASE("a planted property of a sweep is said, and nothing else", "[scaling-conclusions]") {
    for (const PlantedCurve& curve : curves_planted())
        for (const double unit : {1.0, 1e-5, 1e4})
            for (const bool simulated : {false, true}) {
                Launches launches;
                launches.unit = unit;
                launches.simulated = simulated;
                if (simulated) launches.number = 1;
                const auto said = said_of(curve, launches);
                INFO(curve.name << ", simulated: " << simulated);
                CHECK(without_laws(names_of(said)) == without_laws(curve.says));
                if (simulated) continue;
                CHECK(names_of(said) == curve.says);
                if (!curve.where.empty()) CHECK(said.begin()->second.find(curve.where) != std::string::npos);
            }
}

TEST_CASE("few launches that scatter show neither a plateau nor a jump nor an outlier",
          "[scaling-conclusions]") {
    for (const PlantedCurve& curve : curves_planted())
        for (const int number : {1, 2, 3})
            for (unsigned seed = 0; seed < 10; ++seed) {
                INFO(curve.name << ", " << number << " launches, seed " << seed);
                CHECK(without_laws(names_of(said_of(curve, {number, 0.1, seed}))).empty());
            }
}

TEST_CASE("noise makes a planted property doubtful, and shows no other one", "[scaling-conclusions]") {
    int wrong = 0, sheets = 0;
    for (const PlantedCurve& curve : curves_planted()) {
        for (const double noise : {0.05, 0.1, 0.2}) {
            int said_rightly = 0;
            for (unsigned seed = 0; seed < 20; ++seed) {
                const auto said = without_laws(names_of(said_of(curve, {10, noise, seed})));
                ++sheets;
                const bool is_right = is_subset(said, curve.says);
                wrong += is_right ? 0 : 1;
                said_rightly += !said.empty() && is_right ? 1 : 0;
            }
            INFO(curve.name << ", noise " << noise << ": said in " << said_rightly << " of 20");
            if (noise < 0.1 && !without_laws(curve.says).empty()) CHECK(said_rightly >= 16);
        }
    }
    CHECK(100 * wrong <= sheets);
}

TEST_CASE("the bound of a plateau contains what more ranks change in truth", "[scaling-conclusions]") {
    // From 4 to 32 ranks, the time falls by 3 %.
    const PlantedCurve falling{"falls slowly",
                               [](double p) { return p <= 4 ? 1 / p : 0.25 * (1 - 0.01 * std::log2(p / 4)); },
                               to_32};
    int said = 0, wrong = 0;
    for (const double noise : {0.005, 0.02, 0.05})
        for (unsigned seed = 0; seed < 20; ++seed) {
            const auto found = said_of(falling, {10, noise, seed});
            const auto plateau = found.find("plateau");
            if (plateau == found.end()) continue;
            const std::string words = scaling_sentences.at("plateau");
            const double percent =
                std::stod(plateau->second.substr(plateau->second.find(words) + words.size()));
            CHECK(plateau->second.find("it scales up to 4 ranks") != std::string::npos);
            ++said;
            wrong += percent < 2.9 ? 1 : 0;
        }
    CHECK(said >= 40);
    CHECK(20 * wrong <= said);
}

TEST_CASE("times that stay the same after little gain are no plateau", "[scaling-conclusions]") {
    const auto is_said = [](const std::function<double(double)>& seconds) {
        return said_of(PlantedCurve{"", seconds, to_32}, {}).count("plateau") != 0;
    };
    // On 8 ranks it is 2 % faster than on 4, and from there on about the same.
    CHECK_FALSE(is_said([](double p) { return p <= 4 ? 1 / p : 0.25 * (1 - 0.02 * std::log2(p / 4)); }));
    CHECK_FALSE(is_said([](double p) { return p < 2 ? 1 : 0.88; }));
    CHECK(is_said([](double p) { return p < 2 ? 1 : 0.8; }));
}

TEST_CASE("a jump that is said stays if it grows", "[scaling-conclusions]") {
    for (const double noise : {0.001, 0.05})
        for (unsigned seed = 0; seed < 4; ++seed) {
            bool was_said = false;
            for (const int percent : {0, 2, 10, 40, 100, 200, 400}) {
                const PlantedCurve curve{"", cliff_at(4, 1 + 0.01 * percent), to_8, false};
                const bool is_said = said_of(curve, {10, noise, seed}).count("jumps") != 0;
                INFO(percent << " %, noise " << noise << ", seed " << seed);
                if (percent <= 10) CHECK_FALSE(is_said);
                CHECK((is_said || !was_said));
                was_said = is_said;
            }
            CHECK(was_said);
        }
}

TEST_CASE("a plateau that is not said stays so if it is less even", "[scaling-conclusions]") {
    for (const double sign : {-1.0, 1.0}) {
        bool is_said = true;
        for (const int percent : {0, 2, 10, 40}) {
            const double by = sign * 0.01 * percent;
            const PlantedCurve curve{
                "", [=](double p) { return p <= 4 ? 1 / p : 0.25 * (1 + by * std::log2(p / 4) / 2); }, to_16};
            const bool is_said_now = said_of(curve, {}).count("plateau") != 0;
            INFO(percent << " %");
            CHECK(is_said_now == (percent <= 2));
            CHECK((is_said || !is_said_now));
            is_said = is_said_now;
        }
    }
}

TEST_CASE("each of these sentences has two causes that show it, and two that do not",
          "[scaling-conclusions]") {
    const std::vector<PlantedCurve> all = curves_planted();
    for (const auto& [sentence, words] : scaling_sentences) {
        if (without_laws({sentence}).empty()) continue;
        const auto shown = std::count_if(all.begin(), all.end(), [&name = sentence](const PlantedCurve& one) {
            return one.says.count(name) != 0;
        });
        INFO(sentence);
        CHECK(shown >= 2);
        CHECK(static_cast<long>(all.size()) - shown >= 2);
    }
}
