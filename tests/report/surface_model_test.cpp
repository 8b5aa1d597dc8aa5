#include "base/text/json.h"
#include "planted_surfaces.h"
#include "report/surface/locality.h"
#include "report/surface/model.h"
#include "report/surface/sections.h"

#include <catch2/catch.hpp>

#include <array>
#include <cmath>
#include <random>

using namespace loop::report;
using surfaces_test::has;
using surfaces_test::made;
using surfaces_test::MadeMachine;
using surfaces_test::random_machine;

namespace {

const std::array<const char*, 3> cache_names{"L1d", "L2", "L3"};

void add_caches(const MadeMachine& machine, Surface& surface) {
    for (std::size_t k = 0; k < cache_names.size(); ++k)
        surface.caches.push_back({cache_names[k], 8 * machine.levels[k].words});
}

/// The surface of a made machine, with its caches.
Surface with_caches(const MadeMachine& machine, double noise, std::mt19937_64& random) {
    Surface surface = surfaces_test::surface_of(machine, noise, random);
    add_caches(machine, surface);
    return surface;
}

/// How many of the costs are within two standard errors of the true ones, and how many are known.
struct Recovered {
    int all = 0, within = 0, known = 0, known_wrong = 0;

    void add(const ModelCost& cost, double truth) {
        ++all;
        const double errors = std::abs(cost.ns - truth) / cost.error;
        within += errors <= 2 ? 1 : 0;
        known += cost.is_known() ? 1 : 0;
        known_wrong += cost.is_known() && errors > 4 ? 1 : 0;
    }
};

void compare(const SurfaceModel& model, const MadeMachine& machine, Recovered& recovered) {
    REQUIRE(model.levels.size() == machine.levels.size());
    for (std::size_t k = 0; k < model.levels.size(); ++k) {
        recovered.add(model.levels[k].startup, machine.levels[k].start_ns);
        recovered.add(model.levels[k].word, machine.levels[k].word_ns);
    }
    for (std::size_t p = 0; p < model.protocols.size(); ++p) {
        const double factor = p == 0 ? 1 : machine.step_factor;
        recovered.add(model.protocols[p].startup, machine.message_ns * factor);
        recovered.add(model.protocols[p].word, machine.message_word_ns * factor);
    }
}

} // namespace

TEST_CASE("a model recovers the machine of a surface without noise", "[surface]") {
    std::mt19937_64 random(5);
    for (const int ranks : {1, 2, 256}) {
        const MadeMachine machine = random_machine(ranks, random);
        const auto model = fitted_model(with_caches(machine, 0, random));
        REQUIRE(model);
        CHECK(model->is_supported());
        CHECK(model->explained == Approx(1));
        CHECK(model->scatter < 1e-6);
        CHECK(model->protocols.size() == (ranks > 1 ? 1 : 0));
        CHECK(model->levels.back().name == "memory");
        for (std::size_t k = 0; k < machine.levels.size(); ++k) {
            CHECK(model->levels[k].startup.ns == Approx(machine.levels[k].start_ns).epsilon(1e-3));
            CHECK(model->levels[k].word.ns == Approx(machine.levels[k].word_ns).epsilon(1e-3));
        }
        if (ranks == 1) continue;
        CHECK(model->protocols[0].startup.ns == Approx(machine.message_ns));
        CHECK(model->protocols[0].word.ns == Approx(machine.message_word_ns));
    }
}

TEST_CASE("a model recovers the times of noisy surfaces within their scatter", "[surface]") {
    std::mt19937_64 random(6);
    for (const double noise : {0.01, 0.1, 0.2})
        for (const int ranks : {1, 2, 256}) {
            Recovered recovered;
            for (int number = 0; number < 40; ++number) {
                const MadeMachine machine = random_machine(ranks, random);
                const auto model = fitted_model(with_caches(machine, noise, random));
                REQUIRE(model);
                CHECK(model->scatter == Approx(noise).epsilon(0.5));
                compare(*model, machine, recovered);
            }
            INFO("noise " << noise << ", " << ranks << " ranks: " << recovered.within << " of "
                          << recovered.all << ", " << recovered.known << " known, " << recovered.known_wrong
                          << " wrong");
            CHECK(recovered.within >= 0.9 * recovered.all);
            CHECK(recovered.known >= (noise < 0.05 ? 0.35 : 0.08) * recovered.all);
            CHECK(recovered.known_wrong <= 0.01 * recovered.known);
        }
}

TEST_CASE("the alphas of the usual grid determine a model with all levels of memory", "[surface]") {
    std::mt19937_64 random(13);
    for (const int ranks : {1, 2, 256}) {
        Recovered recovered;
        for (int number = 0; number < 40; ++number) {
            const MadeMachine machine = random_machine(ranks, random);
            Surface surface = surfaces_test::usual_surface_of(machine, 0.1, random);
            add_caches(machine, surface);
            const auto model = fitted_model(surface);
            REQUIRE(model);
            compare(*model, machine, recovered);
        }
        INFO(ranks << " ranks: " << recovered.within << " of " << recovered.all << ", " << recovered.known
                   << " known, " << recovered.known_wrong << " wrong");
        CHECK(recovered.within >= 0.9 * recovered.all);
        CHECK(recovered.known >= 0.12 * recovered.all);
        CHECK(recovered.known_wrong <= 0.01 * recovered.known);
    }
}

namespace {

/// What the sentences say of 60 made machines, whose launches are disturbed.
struct Said {
    int machines = 0, supported = 0, startups = 0, bandwidths = 0;
    int known = 0, within = 0, half_off = 0; ///< times that are named

    void add(const ModelCost& cost, double truth) {
        if (!cost.is_known()) return;
        ++known;
        within += cost.low() <= truth && truth <= cost.high() ? 1 : 0;
        half_off += std::abs(truth / cost.ns - 1) > 0.5 ? 1 : 0;
    }
};

Said said_of(int ranks, double noise, const surfaces_test::Delay& delay = {},
             const surfaces_test::Delay& message_delay = {}) {
    std::mt19937_64 random(77);
    Said said;
    for (; said.machines < 60; ++said.machines) {
        const MadeMachine machine = random_machine(ranks, random);
        Surface surface = surfaces_test::usual_surface_of(machine, noise, random, delay, message_delay);
        add_caches(machine, surface);
        const auto model = fitted_model(surface);
        REQUIRE(model);
        if (!model->is_supported()) continue;
        ++said.supported;
        for (const std::string& sentence : model_findings(*model)) {
            said.startups += sentence.find("the start-up of a block takes") != std::string::npos ? 1 : 0;
            said.bandwidths += sentence.find("the bandwidth per process is") != std::string::npos ? 1 : 0;
        }
        for (std::size_t k = 0; k < machine.levels.size(); ++k) {
            said.add(model->levels[k].startup, machine.levels[k].start_ns);
            said.add(model->levels[k].word, machine.levels[k].word_ns);
        }
        if (model->protocols.size() != 1) continue; // a false step
        said.add(model->protocols[0].startup, machine.message_ns);
        said.add(model->protocols[0].word, machine.message_word_ns);
    }
    UNSCOPED_INFO(ranks << " ranks, noise " << noise << ": " << said.supported << " supported, "
                        << said.startups << " start-ups, " << said.bandwidths << " bandwidths; " << said.known
                        << " known, " << said.within << " within, " << said.half_off << " half off");
    return said;
}

/// One time in 20 is delayed, by any factor.
double rarely(std::mt19937_64& random) {
    std::uniform_real_distribution<double> uniform(0, 1);
    const bool delayed = uniform(random) < 0.05;
    return delayed ? 1 / uniform(random) : 1;
}

/// One time in five is delayed, by up to four times.
double often(std::mt19937_64& random) {
    std::uniform_real_distribution<double> uniform(0, 1);
    const bool delayed = uniform(random) < 0.2;
    return delayed ? 1 + 3 * uniform(random) : 1;
}

/// Messages of a machine that has two states.
double two_states(std::mt19937_64& random) {
    return std::uniform_real_distribution<double>(0, 1)(random) < 0.3 ? 2.3 : 1;
}

} // namespace

TEST_CASE("on launches that scatter, also with rare delays, the sentences appear and hold", "[surface]") {
    int known = 0, within = 0;
    for (const auto& delay : {surfaces_test::Delay(), surfaces_test::Delay(rarely)})
        for (const double noise : {0.05, 0.1, 0.2})
            for (const int ranks : {1, 2, 16}) {
                const Said said = said_of(ranks, noise, delay);
                CHECK(said.supported >= 0.9 * said.machines);
                CHECK(said.bandwidths >= 0.95 * said.supported);
                // On two ranks, at most half of the accesses are remote, so memory hides behind messages.
                if (ranks != 2 || noise < 0.1) CHECK(said.startups >= 0.85 * said.supported);
                CHECK(said.within >= 0.85 * said.known);
                CHECK(said.half_off == 0);
                known += said.known;
                within += said.within;
            }
    CHECK(within >= 0.92 * known); // intervals of about 95 %
}

TEST_CASE("if one time in five is delayed, many sentences are withheld, and hardly one is far off",
          "[surface]") {
    for (const double noise : {0.05, 0.1, 0.2})
        for (const int ranks : {1, 2, 16}) {
            const Said said = said_of(ranks, noise, often);
            CHECK(said.supported <= 0.75 * said.machines);
            CHECK(said.known > 0);
            CHECK(said.half_off <= 0.05 * said.known);
        }
}

TEST_CASE("if messages have two states, the times of memory hold, and few of messages are far off",
          "[surface]") {
    for (const double noise : {0.05, 0.1, 0.2})
        for (const int ranks : {2, 16}) {
            const Said said = said_of(ranks, noise, {}, two_states);
            CHECK(said.bandwidths >= 0.9 * said.machines);
            CHECK(said.within >= 0.8 * said.known);
            CHECK(said.half_off <= 0.05 * said.known);
        }
}

TEST_CASE("a model has the start-up times of both protocols", "[surface]") {
    std::mt19937_64 random(7);
    Recovered recovered;
    int both = 0, said = 0;
    for (int number = 0; number < 40; ++number) {
        MadeMachine machine = random_machine(16, random);
        machine.step_after = 64;
        machine.step_factor = 2;
        const auto model = fitted_model(with_caches(machine, 0.05, random));
        REQUIRE(model);
        if (model->limits != std::vector<double>{64}) continue;
        ++both;
        compare(*model, machine, recovered);
        CHECK(model->protocols[0].name == "other ranks, L up to 64");
        CHECK(model->protocols[1].name == "other ranks, L above 64");
        for (const std::string& sentence : model_findings(*model))
            said += sentence.find("x as long if L is above 64") != std::string::npos ? 1 : 0;
    }
    INFO(both << " of 40 with both protocols, " << said << " say so");
    CHECK(both >= 36);
    CHECK(said >= both / 2);
    CHECK(recovered.within >= 0.9 * recovered.all);
}

TEST_CASE("a model says in at most four sentences what it knows", "[surface]") {
    std::mt19937_64 random(8);
    MadeMachine machine = random_machine(256, random);
    machine.message_ns = 1500;
    machine.message_word_ns = 4;
    const auto model = fitted_model(with_caches(machine, 0.02, random));
    REQUIRE(model);
    const auto sentences = model_findings(*model);
    CHECK(sentences.size() == 4);
    CHECK(has(sentences, "for each level of memory and for other ranks, explain 99.9 % of the variance"));
    CHECK(has(sentences, "us (other ranks)"));
    CHECK(has(sentences, "the start-up of a block of other ranks takes as long as 3"));
    const DataTable table = model_table(*model);
    REQUIRE(table.rows.size() == 5);
    CHECK(table.rows[0][0].text == "L1d");
    CHECK(table.rows[4][0].text == "other ranks");
    CHECK(table.rows[4][1].number == Approx(1.5e-6).epsilon(0.1));
    CHECK(table.rows[4][3].number == Approx(2000).epsilon(0.1));
}

TEST_CASE("the page and the results of a surface have its model", "[surface]") {
    std::mt19937_64 random(10);
    std::normal_distribution<double> normal;
    SurfaceStudy study;
    study.surfaces = {with_caches(random_machine(16, random), 0.02, random),
                      made([&](double, double) { return 100 * std::exp(normal(random)); })};
    const loop::Json results = surface_results(study);
    const loop::Json& model = results["surfaces"][0]["model"];
    CHECK(model["supported"] == true);
    CHECK(model["levels"].size() == 4);
    CHECK(model["protocols"][0]["name"] == "other ranks");
    CHECK(model["findings"].size() == 4);
    CHECK(results["surfaces"][1]["model"]["supported"] == false);
    CHECK(results["surfaces"][1]["model"]["findings"].size() == 0);
    const Document document = surface_document(study);
    CHECK(has(document.sections[0].items, "Model: the start-up of a block takes"));
    CHECK(document.sections[0].tables.back().id == "model");
    CHECK_FALSE(has(document.sections[1].items, "Model"));
    CHECK(document.sections[1].tables.back().id == "values");
}

TEST_CASE("what is not known is not said", "[surface]") {
    SurfaceModel model;
    model.explained = 0.99;
    model.levels = {{"L1d", {2, 0.1}, {0.2, 0.2}}, {"memory", {80, 30}, {-1, 2}}};
    CHECK(has(model_findings(model), "the start-up of a block takes 2.00 ns (L1d)."));
    CHECK(model_findings(model).size() == 2);
    const DataTable table = model_table(model);
    CHECK(table.rows[1][1].text == "-");
    CHECK(table.rows[1][2].text == "20.0 ns to 140 ns");
    CHECK(table.rows[0][4].text == "at least 13333");
    CHECK(table.rows[1][3].text == "-");
    model.levels[1].word = {-1, 0.1}; // no machine is like that
    CHECK(model_findings(model).empty());
}

TEST_CASE("noise alone, flat surfaces, and too few points give no model to speak of", "[surface]") {
    std::mt19937_64 random(9);
    std::normal_distribution<double> normal;
    for (const double noise : {0.001, 0.01, 0.1, 0.3, 1.0})
        for (const int ranks : {1, 2, 256})
            for (int number = 0; number < 16; ++number) {
                Surface surface = made([&](double, double) { return 100 * std::exp(noise * normal(random)); },
                                       "noise", ranks);
                surface.caches = {{"L1d", 32768}, {"L2", 1 << 20}, {"L3", 1 << 23}};
                const auto model = fitted_model(surface);
                CHECK((!model || model_findings(*model).empty()));
            }

    const MadeMachine machine = random_machine(1, random);
    Surface surface = with_caches(machine, 0.01, random);
    for (std::size_t k = 0; k + 19 < surface.points.size(); ++k)
        surface.points[k].mbs = NAN;
    CHECK_FALSE(fitted_model(surface));
    surface = with_caches(machine, 0.01, random);
    surface.same_words = false;
    CHECK_FALSE(fitted_model(surface));
    surface = with_caches(random_machine(16, random), 0.01, random);
    CHECK(fitted_model(surface));
    surface.own_words_first = false;
    CHECK_FALSE(fitted_model(surface));
    CHECK(halves(surface).empty());
    CHECK(has(findings(surface), "All ranks read rank 0's words most often"));
    surface.version = "sequential"; // which does not know of SHIFT
    CHECK(fitted_model(surface));
    CHECK_FALSE(halves(surface).empty());
}
