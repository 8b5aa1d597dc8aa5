#include "measure/samples.h"
#include "output/notes.h"
#include "ranks.h"

#include <loop/loop.h>

#include <catch2/catch.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <string>
#include <thread>

namespace {

using loop::detail::Samples;

std::vector<const Samples*> named(const std::string& name) {
    std::vector<const Samples*> found;
    for (const Samples* samples : loop::runtime::all_samples())
        if (samples->of->name == name) found.push_back(samples);
    return found;
}

std::uint64_t count_of(const Samples& samples) {
    std::uint64_t count = static_cast<std::uint64_t>(samples.values.zeros());
    for (const auto& bin : samples.values.bins())
        count += bin.count;
    return count;
}

} // namespace

TEST_CASE("each execution of \\TIMED is a sample") {
    for (int i = 0; i < 100; ++i)
        const loop::Timed timed("executions");
    REQUIRE(named("executions").size() == 1);
    CHECK(count_of(*named("executions")[0]) == 100);
    CHECK(named("executions")[0]->of->unit == "s");
    CHECK(named("executions")[0]->kind == Samples::Kind::WithoutKey);
}

TEST_CASE("the time of a sample is divided by PER, and without excluded time") {
    {
        const loop::Timed whole("whole"), half("half", 2);
        {
            const loop::Untimed untimed;
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    const double whole = named("whole")[0]->values.sum(), half = named("half")[0]->values.sum();
    CHECK(whole >= 0.002);
    CHECK(half >= 0.001);
    CHECK(half < 0.6 * whole);
    CHECK(named("whole")[0]->values.max() == whole);
}

TEST_CASE("a sample that is not measured does not count") {
    const auto measure = [] {
        const loop::Timed timed("measured or not");
        loop::sample("value, measured or not", "", 1);
    };
    measure();
    {
        const loop::Untimed untimed;
        measure();
    }
    for ([[maybe_unused]] const int pass : loop::passes(2, 3))
        measure();
    CHECK(count_of(*named("measured or not")[0]) == 3);
    CHECK(count_of(*named("value, measured or not")[0]) == 3);
}

TEST_CASE("only the rank that RANK names records samples") {
    const int last = ranks - 1;
    { const loop::Timed timed("of the last rank", 1, loop::no_key, last); }
    CHECK(named("of the last rank").size() == (me == last ? 1U : 0U));
}

TEST_CASE("samples with different keys are kept apart, on any line") {
    for (const double key : {8.0, 0.5, -0.0}) {
        loop::sample("keyed", "B", 1, key);
        loop::sample("keyed", "B", 2, key);
    }
    loop::sample("keyed", "B", 3, 8);
    loop::sample("keyed", "B", 3, 0);
    loop::sample("keyed", "B", 3);
    const auto all = named("keyed");
    REQUIRE(all.size() == 4);
    CHECK(all[0]->kind == Samples::Kind::WithoutKey);
    CHECK(count_of(*all[0]) == 1);
    CHECK(all[1]->key == 0);
    CHECK(count_of(*all[1]) == 3);
    CHECK(all[2]->key == 0.5);
    CHECK(count_of(*all[2]) == 2);
    CHECK(all[3]->key == 8);
    CHECK(count_of(*all[3]) == 3);
}

TEST_CASE("after 1000 keys, samples are counted together, with a note") {
    for (int round = 0; round < 2; ++round)
        for (int key = 0; key < 1100; ++key)
            loop::sample("many keys", "", key, key);
    const auto all = named("many keys");
    REQUIRE(all.size() == 1001);
    CHECK(all[999]->key == 999);
    CHECK(count_of(*all[999]) == 2);
    CHECK(all[1000]->kind == Samples::Kind::OtherKeys);
    CHECK(count_of(*all[1000]) == 200);
    const auto& notes = loop::runtime::all_notes();
    const bool are_full = notes.size() == 100; // another test fills them, and may run before this one
    const auto said =
        std::count(notes.begin(), notes.end(),
                   "\\SAMPLE: \"many keys\" has more than 1000 keys; the samples with other keys are counted "
                   "together");
    CHECK((are_full || said == 1));
}
