#include "report/derive/program.h"
#include "report/derive/tree.h"

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
    for (const long long bytes : {4096, 1024, 256, 64})
        add_ring(all, bytes);
    const std::string program = program_for(all);
    INFO(program);
    REQUIRE(has(program, "for (const long long bytes : std::vector<long long>{"));
    REQUIRE(program.find("\\COMMUNICATE") == program.rfind("\\COMMUNICATE"));
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

} // namespace loop::report::derive
