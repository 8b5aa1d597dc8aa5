#include "base/schedule/schedule.h"

#include <catch2/catch.hpp>

using namespace loop::schedule;

namespace {

const std::string begin = "loop-schedule 2\nranks 4\nexecution 0-1 3\n";

std::string problem_of(const std::string& text) {
    try {
        read_schedule(text);
    } catch (const FormatError& error) {
        return error.what();
    }
    return "";
}

} // namespace

TEST_CASE("a schedule is read") {
    const Schedule all =
        read_schedule(begin + "note a sentence\nphase relax all\ngroups 2 3 1 0 2\npattern 0\npattern 1\n"
                              "messages 0 1 1 1 3 8 2 0\n"
                              "operation SEND 12 0 0 -1 1 16 a file.loop\n"
                              "operation BARRIER 13 1 -1 0 0 0 b.loop\n"
                              "enter PHASE 14 1 0 -1 b.loop\ncomputation WORK 15 1 0 0 0.5 0 1e9 24 b.loop\n"
                              "leave PHASE 14 1 0 -1 b.loop\n"
                              "program 1 (0*2 1)*10 2 3*5 4\n");
    REQUIRE(all.ranks == 4);
    REQUIRE(all.executions.size() == 1);
    const Execution& one = all.executions[0];
    REQUIRE(one.has(1));
    REQUIRE(!one.has(2));
    REQUIRE(one.has(3));
    REQUIRE(one.notes == std::vector<std::string>{"a sentence"});
    REQUIRE(one.phases == std::vector<std::string>{"relax all"});
    REQUIRE(one.groups[0].size == 2);
    REQUIRE(one.groups[0].members == std::vector<int>{3, 1, 0, 2});
    REQUIRE(one.patterns[1][0].all() == 6);
    REQUIRE(one.operations[0].file == "a file.loop");
    REQUIRE(!one.operations[0].is_measured);
    REQUIRE(one.operations[1].kind == OperationKind::Communication);
    REQUIRE(one.operations[2].kind == OperationKind::EnterPhase);
    REQUIRE(one.operations[2].phase == 0);
    REQUIRE(one.operations[3].kind == OperationKind::Computation);
    REQUIRE(one.operations[3].work == Work{0.5, 0, 1e9, 24});
    REQUIRE(one.operations[3].file == "b.loop");
    REQUIRE(one.operations[4].kind == OperationKind::LeavePhase);
    REQUIRE(times_of_operations(one) == std::vector<long long>{20, 11, 1, 5, 1});
}

TEST_CASE("the data of collective operations are read") {
    const Schedule all = read_schedule(
        begin + "groups 2 3 1 0 2\npattern 0\noperation BCAST 12 1 -1 -1 0 16 a.loop\ncollective 3\n"
                "operation ALLGATHER 13 1 -1 0 0 0 a.loop\ncollective -1 8 24\n"
                "operation ALLTOALL 14 1 -1 0 0 0 a.loop\ncollective -1 1 2 3 4\nprogram 0 1 2\n");
    const auto& operations = all.executions[0].operations;
    REQUIRE(operations[0].collective.is_known);
    REQUIRE(operations[0].collective.root == 3);
    REQUIRE(operations[0].collective.slots.empty());
    REQUIRE(operations[1].collective.slots == std::vector<long long>{8, 24});
    REQUIRE(operations[2].collective.slots.size() == 4);
    const std::string bcast = begin + "pattern 0\noperation BCAST 12 1 -1 -1 0 16 a.loop\n";
    REQUIRE(problem_of(bcast + "collective 4\n") == "line 6: `4` is not a number that is possible here");
    REQUIRE(problem_of(bcast + "collective 0 1 2\n") == "line 6: there is not a slot for each rank");
    REQUIRE(problem_of(bcast + "collective 0 1 2 3 -4\n") ==
            "line 6: `-4` is not a number that is possible here");
    REQUIRE(problem_of(begin + "collective 0\n") == "line 4: an operation is missing");
}

TEST_CASE("what is wrong in a schedule is told with its line") {
    REQUIRE(problem_of("") == "the file is empty");
    REQUIRE(problem_of("loop-schedule 1\n") == "line 1: the file does not begin with `loop-schedule 2`");
    REQUIRE(problem_of("loop-schedule 2\nexecution 0\n") == "line 2: the number of ranks is missing");
    REQUIRE(problem_of("loop-schedule 2\nranks 2\npattern 0\n") == "line 3: an execution is missing");
    REQUIRE(problem_of(begin + "messages 0 1 1 1 1 8 1 0\n") == "line 4: a pattern is missing");
    REQUIRE(problem_of(begin + "pattern 1\nmessages 0 1 1 1 x 8 1 0\n") ==
            "line 5: `x` is not a number that is possible here");
    REQUIRE(problem_of(begin + "pattern 0\noperation SEND 1 1 -1 0 0 8 a.loop\n") ==
            "line 5: `0` is not a number that is possible here"); // there is no group 0
    REQUIRE(problem_of(begin + "computation WORK 1 1 -1 -1 0 0 -2 0 a.loop\n") ==
            "line 4: `-2` is not an amount");
    REQUIRE(problem_of(begin + "program 0\n") == "line 4: there is no operation 0");
    REQUIRE(problem_of(begin + "program (\n") == "line 4: a loop without an end or without a body");
    REQUIRE(problem_of(begin + "program )\n") == "line 4: a `)` too many");
    REQUIRE(problem_of(begin + "groups 1 4\n") == "line 4: `4` is not a number that is possible here");
    REQUIRE(
        problem_of(begin + "pattern 1\nmessages 2 1 0 1 3 8 1 0\noperation SEND 1 1 -1 -1 0 8 a.loop\n") ==
        "line 6: the pattern names ranks that do not exist");
    REQUIRE(problem_of(begin + "groups 2 1 2 3\n") == "line 4: the groups are not equally large");
    REQUIRE(problem_of(begin + "what\n") == "line 4: unknown key `what`");
}
