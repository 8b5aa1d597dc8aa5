#include "base/schedule/steps.h"
#include "tests/schedule/clocks.h"

#include <catch2/catch.hpp>

#include <algorithm>

using namespace loop::schedule;
using loop::tests::Clocks;
using loop::tests::run_clocks;

namespace {

constexpr double latency = 1;

/// An operation on 3 ranks, of which each sends to both others, in the order of the distances 1 and 2.
Operation all_to_all(MessageOrder order) {
    Operation operation;
    operation.order = order;
    return operation;
}

const LocalOperation two_each{
    OperationKind::Communication, -1, {}, {{1, 8, 1, 0}, {2, 8, 1, 1}}, {{2, 8, 1, 0}, {1, 8, 1, 1}}};

/// "S0 r1 s0": starts send 0, waits for receive 1, waits for send 0.
std::string text_of(const std::vector<Step>& steps) {
    std::string text;
    for (const Step& step : steps) {
        constexpr char letters[] = {'S', 'R', 's', 'r', 'A', 'a'};
        text += text.empty() ? "" : " ";
        text += letters[static_cast<int>(step.kind)] + std::to_string(step.message);
    }
    return text;
}

std::string text_of(const Operation& operation) {
    const CallSteps steps = steps_of(operation, two_each);
    return text_of(steps.begin) + " | " + text_of(steps.held) + " | " + text_of(steps.complete);
}

std::string head(int ranks) {
    return "loop-schedule 3\nranks " + std::to_string(ranks) + "\n";
}
std::string execution(int ranks) {
    return "execution 0-" + std::to_string(ranks - 1) + "\n";
}

/// When the last rank ends.
double end_of(const std::string& text) {
    const Schedule schedule = read_schedule(text);
    const Clocks clocks = run_clocks(schedule, latency);
    REQUIRE(clocks.stalled.empty());
    return *std::max_element(clocks.ends.begin(), clocks.ends.end());
}

std::string chain(int ranks) {
    const std::string pairs = std::to_string(ranks - 1);
    return "pattern 1\nmessages 0 1 1 1 " + pairs + " 1 1 0\n";
}

} // namespace

TEST_CASE("the steps of a call are in the order of its construct") {
    REQUIRE(text_of(all_to_all(MessageOrder::Together)) == "R0 R1 S0 S1 |  | r0 r1 s0 s1");
    REQUIRE(text_of(all_to_all(MessageOrder::SendsFirst)) == "S0 S1 |  | R0 r0 R1 r1 s0 s1");
    REQUIRE(text_of(all_to_all(MessageOrder::InTurn)) == "S0 R0 r0 S1 R1 r1 |  | s0 s1");
    REQUIRE(text_of(all_to_all(MessageOrder::ReceivesFirst)) == "R0 R1 r0 r1 |  | S0 S1 s0 s1");
    REQUIRE(text_of(all_to_all(MessageOrder::Synchronized)) == "A0 |  | a0 R0 R1 S0 S1 r0 r1 s0 s1 A0 a0");
}

TEST_CASE("a started call waits for nothing before its end") {
    const auto started = [](MessageOrder order, Hold hold) {
        Operation operation = all_to_all(order);
        operation.extent = Extent::Started;
        operation.hold = hold;
        return text_of(operation);
    };
    REQUIRE(started(MessageOrder::Together, Hold::Nothing) == "R0 R1 S0 S1 |  | r0 r1 s0 s1");
    REQUIRE(started(MessageOrder::Together, Hold::Sends) == "R0 R1 | S0 S1 | r0 r1 s0 s1");
    REQUIRE(started(MessageOrder::Together, Hold::Receives) == "S0 S1 | R0 R1 | r0 r1 s0 s1");
    REQUIRE(started(MessageOrder::SendsFirst, Hold::Nothing) == "S0 S1 R0 R1 |  | r0 r1 s0 s1");
    REQUIRE(started(MessageOrder::InTurn, Hold::Nothing) == "S0 R0 S1 R1 |  | r0 r1 s0 s1");
    REQUIRE(started(MessageOrder::ReceivesFirst, Hold::Nothing) == "R0 R1 |  | r0 r1 S0 S1 s0 s1");
    REQUIRE(started(MessageOrder::ReceivesFirst, Hold::Sends) == "R0 R1 |  | r0 r1 S0 S1 s0 s1");
    REQUIRE(started(MessageOrder::Synchronized, Hold::Nothing) == "A0 |  | a0 R0 R1 S0 S1 r0 r1 s0 s1 A0 a0");
}

TEST_CASE("a message that is sent several times comes as often, after all others") {
    LocalOperation here;
    here.sends = {{1, 8, 2, 0}, {2, 4, 2, 1}};
    const CallSteps steps = steps_of(all_to_all(MessageOrder::Together), here);
    REQUIRE(steps.sends ==
            std::vector<LocalMessages>{{1, 8, 1, 0}, {2, 4, 1, 1}, {1, 8, 1, 0}, {2, 4, 1, 1}});
}

TEST_CASE("a call with more messages than fit in memory has no steps") {
    LocalOperation here;
    here.receives = {{1, 8, 1000000000000, 0}};
    REQUIRE_THROWS_WITH(steps_of(all_to_all(MessageOrder::Together), here),
                        "a rank has more than 16777216 messages in one call");
    here.receives = {{1, 8, 10000000, 0}, {2, 8, 10000000, 0}};
    REQUIRE_THROWS_AS(steps_of(all_to_all(MessageOrder::Together), here), FormatError);
}

TEST_CASE("the messages of a rank are in the order of its partners in the group") {
    const Schedule schedule =
        read_schedule("loop-schedule 3\nranks 4\ngroups 4 2 0 3 1\npattern 1\nmessages 0 0 1 1 3 1 1 0\n"
                      "execution 0-3\noperation TREE_BCAST 1 1 -1 0 0 8 receives-first a.loop\n"
                      "partners descending ascending\nprogram 0\n");
    const auto sends = local_operation(schedule, schedule.executions[0].operations[0], 2).sends;
    REQUIRE(sends == std::vector<LocalMessages>{{1, 8, 1, 0}, {3, 8, 1, 0}, {0, 8, 1, 0}});
}

TEST_CASE("clocks: a ring, a chain, a pipeline, and a tree take as long as their formulas say") {
    for (const int ranks : {2, 3, 5, 16}) {
        const std::string last = std::to_string(ranks - 1);
        // Each pass of a ring is a message.
        REQUIRE(end_of(head(ranks) + "pattern 2\nmessages 0 1 1 1 " + last + " 1 1 0\nmessages " + last +
                       " 1 0 1 1 1 1 0\n" + execution(ranks) +
                       "operation COMMUNICATE 1 1 -1 -1 0 8 together a.loop\nprogram 0*7\n") == 7 * latency);
        // Computation inside of a call hides what is shorter.
        REQUIRE(end_of(head(ranks) + "pattern 2\nmessages 0 1 1 1 " + last + " 1 1 0\nmessages " + last +
                       " 1 0 1 1 1 1 0\n" + execution(ranks) +
                       "operation COMMUNICATE 1 1 -1 -1 0 8 together a.loop\naround\n"
                       "computation WORK 2 1 -1 -1 3 0 0 0 a.loop\ncomplete 0\nprogram (0 1 2)*7\n") ==
                7 * 3);
        // A \RELAY computes between its receives and its sends; each pass follows the one before it.
        const std::string relay = head(ranks) + chain(ranks) + execution(ranks) +
                                  "operation RELAY 1 1 -1 -1 0 8 receives-first a.loop\naround\n"
                                  "computation WORK 2 1 -1 -1 2 0 0 0 a.loop\ncomplete 0\n";
        REQUIRE(end_of(relay + "program 0 1 2\n") == ranks * 2 + (ranks - 1) * latency);
        REQUIRE(end_of(relay + "program (0 1 2)*10\n") == (ranks + 9) * 2 + (ranks - 1) * latency);
    }
    // A binary tree of 7 ranks, down and up.
    const std::string tree = head(7) +
                             "pattern 2\nmessages 0 1 1 2 3 1 1 0\nmessages 0 1 2 2 3 1 1 0\n"
                             "pattern 2\nmessages 1 2 0 1 3 1 1 0\nmessages 2 2 0 1 3 1 1 0\n" +
                             execution(7) +
                             "operation TREE_BCAST 1 1 -1 -1 0 8 receives-first a.loop\n"
                             "operation TREE_COLLECT_VEC 2 1 -1 -1 1 8 receives-first a.loop\n";
    REQUIRE(end_of(tree + "program 0\n") == 2 * latency);
    REQUIRE(end_of(tree + "program 0 1\n") == 4 * latency);
}

TEST_CASE("clocks: what is held starts with the end") {
    const auto ends_at = [](const std::string& hold) {
        return end_of(head(2) + chain(2) + execution(2) +
                      "operation SEND 1 1 -1 -1 0 8 together a.loop\nstarted " + hold +
                      " h\ncomputation WORK 2 1 -1 -1 5 0 0 0 a.loop\n"
                      "operation FINISH 3 1 -1 -1 0 0 together a.loop\ncompletes 0\nprogram 0 1 2\n");
    };
    REQUIRE(ends_at("nothing") == 5);
    REQUIRE(ends_at("receives") == 5);
    REQUIRE(ends_at("sends") == 5 + latency);
}

TEST_CASE("clocks: ranks meet in synchronizations") {
    const std::string text = head(3) +
                             "pattern 0\npattern 2\nmessages 0 1 1 1 2 1 1 0\nmessages 2 1 0 1 1 1 1 0\n" +
                             "execution 0-1\noperation BARRIER 1 1 -1 -1 0 0 together a.loop\n"
                             "operation VISIBLE_SYNC 2 1 -1 -1 1 1 synchronized a.loop\nprogram 0 1\n"
                             "execution 2\ncomputation WORK 3 1 -1 -1 4 0 0 0 a.loop\n"
                             "operation BARRIER 1 1 -1 -1 0 0 together a.loop\n"
                             "operation VISIBLE_SYNC 2 1 -1 -1 1 1 synchronized a.loop\nprogram 0 1 2\n";
    const Clocks clocks = run_clocks(read_schedule(text), latency);
    REQUIRE(clocks.stalled.empty());
    REQUIRE(clocks.ends == std::vector<double>(3, 4 + latency));
}

TEST_CASE("clocks: a schedule that cannot end is noticed") {
    const std::string ring =
        head(2) + "pattern 2\nmessages 0 1 1 1 1 1 1 0\nmessages 1 1 0 1 1 1 1 0\n" + execution(2);
    const auto stalled = [](const std::string& text) {
        return run_clocks(read_schedule(text), latency).stalled;
    };
    REQUIRE(stalled(ring + "operation RELAY 1 1 -1 -1 0 8 receives-first a.loop\nprogram 0\n") ==
            "rank 0 waits in RELAY in line 1\nrank 1 waits in RELAY in line 1\n");
    REQUIRE(stalled(ring + "operation SEND 1 1 -1 -1 0 8 together a.loop\nprogram 0\n").empty());
    // A synchronous send waits for its receive, which starts in a call that the other rank never reaches.
    const std::string uneven =
        head(2) + chain(2) + "execution 0\noperation SEND 1 1 -1 -1 0 8 together a.loop\n";
    REQUIRE(stalled(uneven + "with synchronous\nprogram 0\nexecution 1\nprogram \n") ==
            "rank 0 waits in SEND in line 1\n");
    REQUIRE(stalled(uneven + "program 0\nexecution 1\nprogram \n").empty());
}
