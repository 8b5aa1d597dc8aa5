#include "measure/phases.h"
#include "measure/results.h"
#include "ranks.h"
#include "session/settings.h"

#include <loop/loop.h>

#include <catch2/catch.hpp>

#include <chrono>
#include <cmath>
#include <cstdint>
#include <thread>
#include <type_traits>
#include <utility>

TEST_CASE("a site is the line of the call, also through nested defaults and #line") {
#line 77 "somewhere.loop"
    loop::visible_sync();                       // line 77
    const loop::Site site = loop::Site::here(); // line 78
    CHECK(site.line == 78);
    CHECK(std::string(site.file) == "somewhere.loop");
    loop::verify(true, "site"); // line 81
    CHECK(loop::runtime::all_verifications().back().site.line == 81);
}

TEST_CASE("arrays are row-major, aligned, zeroed, movable, and not copyable") {
    loop::Matrix<double> a(3, 5);
    CHECK(reinterpret_cast<std::uintptr_t>(a.data()) % 64 == 0);
    CHECK(&a[1][0] == a.data() + 5);
    CHECK(a[2][4] == 0);
    a[2][4] = 1;
    a.allocate(4, 6);
    CHECK(a[2][4] == 0);
    const loop::Matrix<double> b = std::move(a);
    CHECK(b.rows() == 4);
    CHECK(b.cols() == 6);
    CHECK(a.data() == nullptr); // NOLINT: a matrix that was moved is empty
    loop::Vector<char> v(0);
    CHECK(v.size() == 0);
    CHECK(v.data() != nullptr);
    CHECK_FALSE(std::is_copy_constructible<loop::Matrix<double>>::value);
    CHECK_FALSE(std::is_copy_constructible<loop::Vector<double>>::value);
    CHECK(std::is_nothrow_move_constructible<loop::Vector<double>>::value);
}

TEST_CASE("INIT_ARRAY: random by rank and call, or constant") {
    loop::Vector<double> v(1000);
    loop::Vector<double> w(1000);
    loop::init_array(v);
    loop::init_array(w);
    CHECK(v[0] != w[0]);
    double sum = 0;
    for (int i = 0; i < 1000; ++i) {
        CHECK(v[i] >= 0);
        CHECK(v[i] < 1);
        sum += v[i];
    }
    CHECK(sum > 400);
    CHECK(sum < 600);
    double first = v[0];
    gmax0(&first, 1, 5, 0, 0);
    if (me == 0 && ranks > 1) CHECK((first != v[0] || ranks > 1));
    loop::Matrix<int> a(10, 10);
    loop::init_array(a);
    for (int i = 0; i < 100; ++i)
        CHECK((a.data()[i] >= 0 && a.data()[i] < 10));
    loop::init_array(a, 4);
    CHECK(a[9][9] == 4);
    loop::Vector<float> f(3);
    loop::init_array(f, 2.5);
    CHECK(f[2] == 2.5F);
}

TEST_CASE("loop counts: any arithmetic type; negative ones give no iterations") {
    CHECK(loop::times(7) == 7);
    CHECK(loop::times(-7) == 0);
    CHECK(loop::times(7L) == 7);
    CHECK(loop::times(7.9) == 7);
    CHECK(loop::times(-0.5) == 0);
    CHECK(loop::times(std::size_t{2147483647}) == 2147483647);
}

TEST_CASE("phases nest and recur, and FLOPS regions count once") {
    for (int i = 0; i < 3; ++i) {
        const loop::Phase outer("outer", loop::Site{"phase.loop", 1});
        const loop::Flops work(100.0);
        const loop::Phase inner("inner", loop::Site{"phase.loop", 2});
        const loop::Flops nested(1000.0);
        loop::Vector<double> v(10);
        double sum = 1;
        loop::scalprod(sum, v, v);
        CHECK(sum == 0);
    }
    const loop::runtime::PhaseEntry* outer = nullptr;
    for (const auto& phase : loop::runtime::all_phases()) {
        if (phase.name == "outer") outer = &phase;
    }
    REQUIRE(outer != nullptr);
    CHECK(outer->calls == 3);
    CHECK(outer->work.flops == 300);
    CHECK(outer->min_ns <= outer->max_ns);
    CHECK(outer->total_ns >= outer->max_ns);
}

TEST_CASE("operations and time within \\UNTIMED do not count, but its constructs work") {
    {
        const loop::Phase phase("around untimed", loop::Site{"untimed.loop", 1});
        const loop::Untimed untimed;
        const loop::Flops work(100.0);
        loop::multibcast_alter(100000); // excludes its time for filling and verifying
    }
    const loop::runtime::PhaseEntry& phase = loop::runtime::all_phases().back();
    CHECK(phase.work.flops == 0);
    CHECK(phase.total_ns >= 0);
}

TEST_CASE("declared bytes are counted with the operations, once") {
    {
        const loop::Phase phase("bytes");
        const loop::Flops work(100, 800.0);
        const loop::Flops nested(1, 8);
    }
    CHECK(loop::runtime::all_phases().back().work.flops == 100);
    CHECK(loop::runtime::all_phases().back().work.memory_bytes == 800);
    CHECK(loop::runtime::all_phases().back().work.flops_without_bytes == 0);
}

TEST_CASE("work declares its operations and bytes") {
    {
        const loop::Phase phase("work");
        {
            const loop::Flops declared(0);
            loop::work_flops(5);
            loop::work_bytes(5);
        }
        loop::work_flops(20.9);
        loop::work_bytes(1001, 64, true);
        loop::work(1e-6);
        loop::work_idle(0);
        const loop::Untimed untimed;
        loop::work_flops(7);
        loop::work_bytes(7);
        const loop::Flops work(7, 7);
    }
    CHECK(loop::runtime::all_phases().back().work.flops == 20);
    CHECK(loop::runtime::all_phases().back().work.memory_bytes == 1001);
    CHECK(loop::runtime::all_phases().back().work.flops_without_bytes == 20);
}

TEST_CASE("a phase that is not measured does not count") {
    const auto phases_now = [] { return loop::runtime::all_phases().size(); };
    const auto enter = [] { const loop::Phase phase("measured or not", loop::Site{"unmeasured.loop", 1}); };
    const auto before = phases_now();
    {
        const loop::Untimed untimed;
        enter();
    }
    CHECK(phases_now() == before);
    int passes = 0;
    for (const int i : loop::passes(2, 3)) {
        CHECK(i == (passes < 3 ? passes % 2 : passes - 3));
        ++passes;
        enter();
    }
    CHECK(passes == 5);
    REQUIRE(phases_now() == before + 1);
    CHECK(loop::runtime::all_phases().back().calls == 2);
}

TEST_CASE("operations of a warm-up do not count, also if the loop is left in it") {
    {
        const loop::Phase phase("warm-ups");
        for ([[maybe_unused]] const int i : loop::passes(2.9, 5L))
            const loop::Flops work(10);
        for (const int i : loop::passes(10, 5)) {
            const loop::Flops work(1000);
            if (i == 2) break;
        }
    }
    CHECK(loop::runtime::all_phases().back().work.flops == 20);
}

TEST_CASE("ranks make the same number of passes for a time") {
    long passes = 0;
    for ([[maybe_unused]] const int i : loop::passes_for(0.002, 2))
        ++passes;
    CHECK(passes > 2);
    long most = passes, least = passes;
    gmax0(&most, 1, 3, 0, 0);
    gmin0(&least, 1, 3, 0, 0);
    if (me == 0) CHECK(most == least);
    for ([[maybe_unused]] const int i : loop::passes_for(0, 2))
        FAIL("a pass without time");
}

// The first rank is half a second late. This time is excluded once, although exclusions nest; the measured
// rest takes microseconds.
TEST_CASE("waiting until ranks agree on the arguments of \\APEXMAP is not measured") {
    {
        const loop::Phase phase("around apexmap", loop::Site{"apexmap.loop", 1});
        if (me == 0) std::this_thread::sleep_for(std::chrono::milliseconds(500));
        loop::apexmap({64 * ranks, 1, 1, 1, 1, 1, 1, 1, "sequential"});
    }
    const std::int64_t measured_ns = loop::runtime::all_phases().back().total_ns;
    CHECK(measured_ns >= 0);
    if (me != 0) CHECK(measured_ns < 500000000);
}

TEST_CASE("products declare their operations") {
    loop::Matrix<double> a(4, 5);
    loop::Matrix<double> b(5, 6);
    loop::Matrix<double> c(4, 6);
    loop::Vector<double> x(5);
    loop::Vector<double> y(4);
    {
        const loop::Phase phase("products");
        loop::matprod(c, a, b);
        loop::matvecprod(y, a, x);
        loop::scalprod(y, x, x);
        loop::matprod(c, a, b, 2, loop::declared, 3);
    }
    CHECK(loop::runtime::all_phases().back().work.flops == 2 * 4 * 5 * 6 + 2 * 4 * 5 + 2 * 5 + 2 * 2 * 6 * 3);
}

TEST_CASE("results: the last one with a name counts, and may be NaN or infinite") {
    loop::result("speed", "Mflop/s", 1);
    loop::result("speed", "Mflop/s", 2.5F);
    loop::result("odd", "1", std::nan(""));
    const auto& results = loop::runtime::all_results();
    CHECK(results[results.size() - 2].value == 2.5);
    CHECK(std::isnan(results.back().value));
}

TEST_CASE("verifications are counted by text and line") {
    for (int i = 0; i < 3; ++i)
        loop::verify(i != 1, "one of them fails", loop::Site{"verify.loop", 9});
    const auto& entry = loop::runtime::all_verifications().back();
    CHECK(entry.checks == 3);
    CHECK(entry.failures == 1);
}
