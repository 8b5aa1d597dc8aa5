#include "derive/flights.h"
#include "derive/prefix.h"
#include "derive/program.h"
#include "derive/read_sequences.h"
#include "derive/tree.h"

#include <catch2/catch.hpp>

#include <functional>
#include <random>

namespace loop::report::derive {

namespace {

Operation messages(Messages sends, Messages receives) {
    Operation one;
    one.sends = std::move(sends);
    one.receives = std::move(receives);
    return one;
}

Operation collective(const std::string& name, long long bytes) {
    Operation one;
    one.name = name;
    one.bytes = bytes;
    return one;
}

/// `ranks` ranks, each of which does what `pass` adds, in each pass.
Sequences in_passes(int passes, int ranks,
                    const std::function<void(RankSequence&, int r, int number)>& pass) {
    Sequences all;
    all.ranks.resize(static_cast<std::size_t>(ranks));
    for (int number = 0; number < passes; ++number)
        for (int r = 0; r < ranks; ++r)
            pass(all.ranks[static_cast<std::size_t>(r)], r, number);
    return all;
}

/// Of sequences in which something may be in flight across operations of all ranks.
std::string program_with_flights(Sequences all) {
    all = with_flights_if_any(std::move(all));
    return program_of({tree_of(all, order_of_steps(all, Grouping::distance))}, {}, {}).text;
}

/// What one step of a random program adds.
using Adder = std::function<void(Sequences&)>;

Adder random_step(std::mt19937& random, int ranks) {
    const long long bytes = 8 * (1 + random() % 3);
    const int distance = 1 + static_cast<int>(random() % static_cast<unsigned>(ranks - 1));
    switch (random() % 4) {
    case 0:
        return [=](Sequences& all) {
            for (RankSequence& rank : all.ranks)
                rank.operations.push_back(collective("ALLREDUCE", bytes));
        };
    case 1: // a ring
        return [=](Sequences& all) {
            for (int r = 0; r < ranks; ++r)
                all.ranks[static_cast<std::size_t>(r)].operations.push_back(
                    messages({{(r + distance) % ranks, bytes}}, {{(r + ranks - distance) % ranks, bytes}}));
        };
    case 2: // a chain, one rank after the other
        return [=](Sequences& all) {
            for (int r = 0; r + 1 < ranks; ++r) {
                all.ranks[static_cast<std::size_t>(r)].operations.push_back(messages({{r + 1, bytes}}, {}));
                all.ranks[static_cast<std::size_t>(r) + 1].operations.push_back(messages({}, {{r, bytes}}));
            }
        };
    default: // one message
        return [=](Sequences& all) {
            all.ranks[0].operations.push_back(messages({{distance, bytes}}, {}));
            all.ranks[static_cast<std::size_t>(distance)].operations.push_back(messages({}, {{0, bytes}}));
        };
    }
}

/// A random program: blocks of steps, each repeated.
Sequences random_sequences(std::mt19937& random, int ranks) {
    Sequences all;
    all.ranks.resize(static_cast<std::size_t>(ranks));
    for (unsigned block = 0; block < 1 + random() % 4; ++block) {
        std::vector<Adder> steps;
        for (unsigned i = 0; i < 1 + random() % 4; ++i)
            steps.push_back(random_step(random, ranks));
        for (unsigned pass = 0; pass < 1 + random() % 6; ++pass)
            for (const Adder& add : steps)
                add(all);
    }
    return all;
}

/// Executes the tree.
void execute(const std::vector<Node>& nodes, Sequences& all) {
    for (const Node& node : nodes) {
        for (long long pass = 0; node.is_loop() && pass < node.times; ++pass)
            execute(node.body, all);
        if (node.is_loop()) continue;
        for (const auto& [rank, part] : node.step.parts) {
            auto& operations = all.ranks[static_cast<std::size_t>(rank)].operations;
            if (node.step.is_collective()) {
                operations.push_back(collective(node.step.name, part.bytes));
            } else if (node.step.receives_first) {
                operations.push_back(messages({}, part.receives));
                operations.push_back(messages(part.sends, {}));
            } else {
                operations.push_back(messages(part.sends, part.receives));
            }
        }
    }
}

} // namespace

TEST_CASE("the loops of a random program give each rank's sequence again", "[derive]") {
    std::mt19937 random(1);
    for (int i = 0; i < 500; ++i) {
        const int ranks = 2 + static_cast<int>(random() % 7);
        const Sequences original = random_sequences(random, ranks);
        Sequences again;
        again.ranks.resize(original.ranks.size());
        execute(tree_of(original, order_of_steps(original, Grouping::distance)).body, again);
        for (std::size_t rank = 0; rank < original.ranks.size(); ++rank)
            REQUIRE(canonical(again.ranks[rank]) == canonical(original.ranks[rank]));
    }
}

TEST_CASE("a chain of messages, one rank after the other, is a relay", "[derive]") {
    Sequences all;
    all.ranks.resize(5);
    for (int pass = 0; pass < 100; ++pass)
        for (int r = 0; r + 1 < 5; ++r) {
            all.ranks[static_cast<std::size_t>(r)].operations.push_back(messages({{r + 1, 80}}, {}));
            all.ranks[static_cast<std::size_t>(r) + 1].operations.push_back(messages({}, {{r, 80}}));
        }
    const std::string program =
        program_of({tree_of(all, order_of_steps(all, Grouping::distance))}, {}, {}).text;
    REQUIRE(program.find("\\RELAY(sweep_bytes, r -> r + 1);") != std::string::npos);
    REQUIRE(program.find("int iterations = 100,") != std::string::npos);
}

TEST_CASE("the passes of the main loop are no other loop's", "[derive]") {
    Sequences all;
    all.ranks.resize(2);
    for (RankSequence& rank : all.ranks) {
        for (int pass = 0; pass < 3; ++pass) {
            rank.operations.push_back(collective("ALLREDUCE", 8));
            rank.operations.back().before = {{{}, 1e-3}};
        }
        rank.operations.push_back(collective("BARRIER", 0));
        for (int pass = 0; pass < 3; ++pass)
            rank.operations.push_back(collective("ALLREDUCE", 64));
    }
    const std::string program = program_with_flights(all);
    INFO(program);
    REQUIRE(program.find("int iterations = 3,") != std::string::npos);
    REQUIRE(program.find("int reduction_passes = 3,") != std::string::npos);
}

TEST_CASE("ranks that are not in a step do not compute before it", "[derive]") {
    const std::string program = program_with_flights(in_passes(10, 8, [](RankSequence& rank, int r, int) {
        rank.operations.push_back(collective("ALLREDUCE", 8));
        if (r / 2 % 2 == 0) return;
        rank.operations.push_back(messages({{r ^ 1, 80}}, {{r ^ 1, 80}}));
        rank.operations.back().before = {{{}, 1e-3 + 1e-6 * r}};
    }));
    INFO(program);
    REQUIRE(program.find("\\WORK(work * (me / 2 % 2 == 1 ? 0.001 : 0));") != std::string::npos);
}

/// Three ranks begin a broadcast, do what `between` adds, and complete it.
std::string program_with_broadcast(const std::function<void(Operation begin, RankSequence&, int)>& between) {
    return program_with_flights(in_passes(5, 3, [&](RankSequence& rank, int r, int pass) {
        Operation begin = collective("BCAST", 64), end;
        begin.flight = Flight::starts;
        end.flight = Flight::finishes;
        begin.root = 0;
        begin.handle = end.handle = pass + 1;
        end.before = {{{}, 1e-3}};
        rank.operations.push_back(begin);
        between(begin, rank, r);
        rank.operations.push_back(end);
    }));
}

TEST_CASE("a collective operation across computation is one construct", "[derive]") {
    const std::string program = program_with_broadcast([](const Operation&, RankSequence&, int) {});
    INFO(program);
    REQUIRE(program.find("\\BCAST(broadcast_bytes) \\WORK(work * 0.001);") != std::string::npos);
    REQUIRE(program.find("\\START") == std::string::npos);
}

TEST_CASE("a collective operation across messages of some ranks begins and ends", "[derive]") {
    const std::string program = program_with_broadcast([](const Operation&, RankSequence& rank, int r) {
        if (r == 1) rank.operations.push_back(messages({{2, 8}}, {}));
        if (r == 2) rank.operations.push_back(messages({}, {{1, 8}}));
    });
    INFO(program);
    const std::size_t start = program.find("\\START(started) \\BCAST(broadcast_bytes);"),
                      send = program.find("\\SEND(8, 1 -> 2);"), finish = program.find("\\FINISH(started);");
    REQUIRE(start < send);
    REQUIRE(send < finish);
    REQUIRE(finish != std::string::npos);
}

TEST_CASE("a collective operation whose end was cut off on a rank is whole", "[derive]") {
    Sequences all;
    all.ranks.resize(2);
    for (RankSequence& rank : all.ranks) {
        Operation begin = collective("BCAST", 64), end;
        begin.flight = Flight::starts;
        end.flight = Flight::finishes;
        begin.handle = end.handle = 1;
        rank.operations = {begin, collective("BARRIER", 0), end};
        rank.operations[1].communicator = 1;
    }
    all.ranks[1].operations.pop_back();
    const std::string program = program_with_flights(all);
    INFO(program);
    REQUIRE(program.find("\\START") == std::string::npos);
    REQUIRE(program.find("\\FINISH") == std::string::npos);
    REQUIRE(program.find("\\BCAST(broadcast_bytes);") < program.find("\\BARRIER();"));
}

TEST_CASE("a message across a collective operation begins before it and ends after it", "[derive]") {
    const std::string program = program_with_flights(in_passes(3, 4, [](RankSequence& rank, int r, int) {
        rank.operations.push_back(messages({{r ^ 1, 80}}, {}));
        rank.operations.push_back(collective("ALLREDUCE", 8));
        rank.operations.push_back(messages({}, {{r ^ 1, 80}}));
    }));
    INFO(program);
    REQUIRE(program.find("\\START(started) \\EXCHANGE(exchange_bytes, 1, 1);") != std::string::npos);
    REQUIRE(program.find("iterations = 3,") != std::string::npos);
}

TEST_CASE("a message that was never received gives no program", "[derive]") {
    Sequences all;
    all.ranks.resize(2);
    all.ranks[0].operations.push_back(messages({{1, 8}}, {}));
    REQUIRE_THROWS_AS(tree_of(all, order_of_steps(all, Grouping::distance)), DeriveError);
}

TEST_CASE("what is left of ranks that were cut off is a program", "[derive]") {
    for (unsigned seed = 0; seed < 200; ++seed) {
        std::mt19937 random(seed);
        const int ranks = 2 + static_cast<int>(random() % 6);
        Sequences all;
        all.ranks.resize(static_cast<std::size_t>(ranks));
        for (int step = 0; step < 30; ++step)
            random_step(random, ranks)(all);
        Sequences whole = all;
        keep_common_prefix(whole);
        for (std::size_t r = 0; r < all.ranks.size(); ++r)
            REQUIRE(whole.ranks[r].operations.size() == all.ranks[r].operations.size());

        std::vector<Operation>& cut = all.ranks[random() % all.ranks.size()].operations;
        const std::size_t end = random() % (cut.size() + 1);
        cut.resize(end);
        keep_common_prefix(all);
        REQUIRE(cut.size() <= end);
        REQUIRE_NOTHROW(tree_of(all, order_of_steps(all, Grouping::distance)));
    }
}

TEST_CASE("a rank that nobody waits for keeps what it did before others ended", "[derive]") {
    Sequences all;
    all.ranks.resize(3);
    for (int pass = 0; pass < 4; ++pass) {
        all.ranks[0].operations.push_back(messages({{1, 8}}, {}));
        all.ranks[1].operations.push_back(messages({}, {{0, 8}}));
        for (RankSequence& rank : all.ranks)
            rank.operations.push_back(collective("ALLREDUCE", 8));
    }
    all.ranks[2].operations.resize(2);
    keep_common_prefix(all);
    REQUIRE(all.ranks[0].operations.size() == 5); // its third message arrives before the operation
    REQUIRE(all.ranks[1].operations.size() == 5);
    REQUIRE(all.ranks[2].operations.size() == 2);
}

} // namespace loop::report::derive
