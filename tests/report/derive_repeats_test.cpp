#include "derive/pass_formula.h"
#include "derive/program.h"
#include "derive/tree.h"

#include <catch2/catch.hpp>

#include <algorithm>

namespace loop::report::derive {

namespace {

Sequences no_operations(int ranks) {
    Sequences all;
    all.ranks.resize(static_cast<std::size_t>(ranks));
    return all;
}

/// Each rank computes, and then all call this collective operation.
void add(Sequences& all, const std::string& name, long long bytes, double seconds = 0) {
    for (RankSequence& rank : all.ranks) {
        Operation one;
        one.name = name;
        one.bytes = bytes;
        if (seconds > 0) one.before = {{{}, seconds}};
        rank.operations.push_back(std::move(one));
    }
}

void add_ring(Sequences& all, long long bytes) {
    const int ranks = static_cast<int>(all.ranks.size());
    for (int r = 0; r < ranks; ++r) {
        Operation one;
        one.sends = {{(r + 1) % ranks, bytes}};
        one.receives = {{(r + ranks - 1) % ranks, bytes}};
        all.ranks[static_cast<std::size_t>(r)].operations.push_back(std::move(one));
    }
}

std::string program_for(const Sequences& all) {
    return program_of({tree_of(all, order_of_steps(all, Grouping::distance))}, {}, {}).text;
}

bool has(const std::string& program, const std::string& text) {
    return program.find(text) != std::string::npos;
}

} // namespace

TEST_CASE("a loop that another statement cuts in two is one loop", "[derive]") {
    Sequences all = no_operations(4);
    for (int pass = 0; pass < 9; ++pass) {
        if (pass == 6) add(all, "BCAST", 8);
        add_ring(all, 64);
        add(all, "ALLREDUCE", 8);
    }
    const std::string program = program_for(all);
    INFO(program);
    REQUIRE(has(program, "iterations = 9,"));
    REQUIRE(has(program, "\\LOOP (iterations) pass {"));
    REQUIRE(has(program, "if (pass == 6) \\BCAST(8);"));
}

TEST_CASE("statements with other sizes in each pass are a loop over a table", "[derive]") {
    Sequences all = no_operations(4);
    for (const long long bytes : {4096, 1000, 256, 64})
        add_ring(all, bytes);
    const std::string program = program_for(all);
    INFO(program);
    REQUIRE(has(program, "for (const long long bytes : std::vector<long long>{"));
    REQUIRE(has(program, "// no formula of the pass was found"));
    REQUIRE(program.find("\\COMMUNICATE") == program.rfind("\\COMMUNICATE"));
}

TEST_CASE("sizes that follow a rule are formulas of the pass", "[derive]") {
    const auto program_with = [](const std::vector<std::vector<long long>>& passes) {
        Sequences all = no_operations(4);
        for (const std::vector<long long>& sizes : passes) {
            add_ring(all, sizes.front());
            if (sizes.size() > 1) add(all, "BCAST", sizes.back());
        }
        return program_for(all);
    };
    const std::string shrinks = program_with({{4096}, {1024}, {256}, {64}});
    INFO(shrinks);
    REQUIRE(has(shrinks, "shift_bytes = 4096"));
    REQUIRE(has(shrinks, "\\LOOP (shift_passes) pass \\COMMUNICATE(shift_bytes >> 2 * pass, 1, 1);"));
    const std::string both = program_with({{100, 32}, {110, 96}, {120, 224}, {130, 480}});
    INFO(both);
    REQUIRE(has(both, "\\COMMUNICATE(shift_bytes + 10 * pass, 1, 1);"));
    REQUIRE(has(both, "\\BCAST((64 << pass) - 32);"));
    REQUIRE_FALSE(has(both, "vector"));
    const std::string one = program_with({{100, 32}, {110, 90}, {120, 20}, {130, 60}});
    INFO(one);
    REQUIRE(has(one, "shift_bytes + 10 * pass"));
    REQUIRE(has(one, "const long long bytes_2_of_pass[] = {"));
    REQUIRE(has(one, "\\BCAST(bytes_2_of_pass[pass]);"));
}

TEST_CASE("formulas of the pass give exactly their values", "[derive]") {
    const auto text_of = [](const Values& values) {
        return pass_formula(values, std::to_string(values.front()), "pass").value_or("none");
    };
    REQUIRE(text_of({10, 20, 30}) == "10 + 10 * pass");
    REQUIRE(text_of({9, 8, 7}) == "9 - pass");
    REQUIRE(text_of({3, 6, 12, 24}) == "3 << pass");
    REQUIRE(text_of({3, 48, 768}) == "3 << 4 * pass");
    REQUIRE(text_of({33, 16, 8, 4}) == "33 >> pass");
    REQUIRE(text_of({96, 320, 1152, 4352}) == "(64 << 2 * pass) + (32 << pass)");
    REQUIRE(text_of({4896, 1440, 480, 192}) == "(4096 >> 2 * pass) + (768 >> pass) + 32");
    REQUIRE(text_of({96, 320, 1152}) == "(64 << 2 * pass) + (32 << pass)");
    REQUIRE(text_of({192, 480, 1440}) == "none");
    REQUIRE(text_of({1LL << 30, 1LL << 31, 1LL << 32}) == "1LL * 1073741824 << pass");
    REQUIRE(text_of({8, 0, 0}) == "none");
    REQUIRE(text_of({5, 7, 12}) == "none");
    REQUIRE(text_of({5, 7, 12, 90}) == "none");
    REQUIRE(text_of({4, 7}) == "none");
}

TEST_CASE("statements that repeat elsewhere are a function", "[derive]") {
    Sequences all = no_operations(4);
    for (const long long bytes : {4096, 2048, 1024}) {
        add_ring(all, bytes);
        add(all, "ALLREDUCE", 8);
        add_ring(all, bytes / 2);
        add(all, "ALLGATHER", 8);
        add_ring(all, bytes / 4);
        add(all, "BARRIER", 0);
        add(all, "BCAST", bytes);
        add(all, "SCAN", bytes);
        add(all, "BARRIER", 0);
        add(all, bytes == 4096 ? "EXSCAN" : bytes == 2048 ? "REDUCE" : "GATHER", 8);
    }
    const std::string program = program_for(all);
    INFO(program);
    REQUIRE(has(program, "= [&](long long bytes"));
    REQUIRE(std::count(program.begin(), program.end(), '\n') < 40);
}

TEST_CASE("the loop that computes longest has the iterations", "[derive]") {
    Sequences all = no_operations(2);
    for (int pass = 0; pass < 50; ++pass)
        add(all, "BCAST", 64, 1e-5);
    for (int pass = 0; pass < 7; ++pass)
        add(all, "ALLREDUCE", 64, 1e-2);
    const std::string program = program_for(all);
    INFO(program);
    REQUIRE(has(program, "int iterations = 7, \"passes of the main loop: reductions"));
    REQUIRE(has(program, "int broadcast_passes = 50, \"passes of a loop: broadcasts"));
}

TEST_CASE("parameters are shared by what they mean, not by their value", "[derive]") {
    Sequences all = no_operations(2);
    add(all, "BCAST", 40);
    add(all, "ALLREDUCE", 40);
    add(all, "BCAST", 40);
    const std::string program = program_for(all);
    INFO(program);
    REQUIRE(has(program, "broadcast_bytes = 40"));
    REQUIRE(has(program, "reduction_bytes = 40"));
    REQUIRE_FALSE(has(program, "_bytes_2"));
}

TEST_CASE("times that differ between ranks by chance are their mean", "[derive]") {
    const auto program_with = [](auto seconds) {
        Sequences all = no_operations(4);
        for (int pass = 0; pass < 10; ++pass) {
            add(all, "BARRIER", 0);
            for (int r = 0; r < 4; ++r)
                all.ranks[static_cast<std::size_t>(r)].operations.back().before = {{{}, seconds(r, pass)}};
        }
        return program_for(all);
    };
    // One rank waited for its core in one pass.
    const std::string late = program_with([](int r, int pass) { return r == 2 && pass == 3 ? 5e-3 : 1e-3; });
    INFO(late);
    REQUIRE(has(late, "\\WORK(work * 0.0011);"));
    const std::string own = program_with([](int r, int) { return 1e-3 * (1 + r % 3); });
    INFO(own);
    REQUIRE(has(own, "{0.001, 0.002, 0.003, 0.001}"));
    REQUIRE_FALSE(has(own, "REQUIRE"));
}

TEST_CASE("with noise, times are sometimes longer, and as long on average", "[derive]") {
    Sequences all = no_operations(2);
    for (int pass = 0; pass < 30; ++pass) {
        add(all, "BARRIER", 0, pass % 10 == 7 ? 3e-3 : 1e-3);
        add(all, "ALLREDUCE", 8, 2e-3);
    }
    const auto program_with = [&](Statistics statistics) {
        return program_of({tree_of(all, order_of_steps(all, Grouping::distance), Merging::any, statistics)},
                          {}, {})
            .text;
    };
    const std::string noisy = program_with(Statistics::spreads);
    INFO(noisy);
    REQUIRE(has(noisy, "0.0012 * varied({0.82, 0.82, 0.82, 0.82, 0.82, 0.82, 0.82, 0.82, 0.82, 2.6}));"));
    REQUIRE(has(noisy, "\\WORK(work * 0.002);"));
    REQUIRE(has(noisy, "const auto varied = "));
    REQUIRE_FALSE(has(program_with(Statistics::means), "varied"));
}

TEST_CASE("times of functions and tables vary as those of all their statements together", "[derive]") {
    Sequences all = no_operations(2);
    for (const long long bytes : {4096, 1024, 256, 64})
        for (int pass = 0; pass < 10; ++pass) {
            add(all, "BARRIER", 0, 1e-5 * static_cast<double>(bytes) * (pass == 7 ? 3 : 1));
            add(all, "ALLREDUCE", bytes);
        }
    const std::string program =
        program_of({tree_of(all, order_of_steps(all, Grouping::distance), Merging::any, Statistics::spreads)},
                   {}, {})
            .text;
    INFO(program);
    REQUIRE(has(program, "seconds_of_pass[pass] * varied({"));
    REQUIRE(program.find("varied({") == program.rfind("varied({"));
}

} // namespace loop::report::derive
