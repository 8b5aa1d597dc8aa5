#include "base/schedule/schedule.h"

#include <catch2/catch.hpp>

using namespace loop::schedule;

namespace {

const std::string head = "loop-schedule 3\nranks 4\n";
const std::string execution = "execution 0-1 3\n";
const std::string begin = head + execution;

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
    const Schedule all = read_schedule(
        head + "groups 2 3 1 0 2\npattern 0\npattern 1\nmessages 0 1 1 1 3 8 2 0\n" + execution +
        "note a sentence\nphase relax all\n"
        "operation SEND 12 0 0 -1 1 16 together a file.loop\n"
        "operation BARRIER 13 1 -1 0 0 0 together b.loop\n"
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
    REQUIRE(all.groups[0].size == 2);
    REQUIRE(all.groups[0].members == std::vector<int>{3, 1, 0, 2});
    REQUIRE(all.patterns[1][0].all() == 6);
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
        head + "groups 2 3 1 0 2\npattern 0\n" + execution +
        "operation BCAST 12 1 -1 -1 0 16 together a.loop\ncollective 3 - -\n"
        "operation ALLGATHER 13 1 -1 0 0 0 together a.loop\ncollective -1 - - 8 24\n"
        "operation ALLTOALL 14 1 -1 0 0 0 together a.loop\ncollective -1 - - 1 2 3 4\nprogram 0 1 2\n");
    const auto& operations = all.executions[0].operations;
    REQUIRE(operations[0].collective.is_known);
    REQUIRE(operations[0].collective.root == 3);
    REQUIRE(operations[0].collective.slots.empty());
    REQUIRE(operations[1].collective.slots == std::vector<long long>{8, 24});
    REQUIRE(operations[2].collective.slots.size() == 4);
    const std::string bcast =
        head + "pattern 0\n" + execution + "operation BCAST 12 1 -1 -1 0 16 together a.loop\n";
    REQUIRE(problem_of(bcast + "collective 4 - -\n") == "line 6: `4` is not a number that is possible here");
    REQUIRE(problem_of(bcast + "collective 0 - - 1 2\n") == "line 6: there is not a slot for each rank");
    REQUIRE(problem_of(bcast + "collective 0 - - 1 2 3 -4\n") ==
            "line 6: `-4` is not a number that is possible here");
    REQUIRE(problem_of(begin + "collective 0 - -\n") == "line 4: an operation is missing");
}

TEST_CASE("what is wrong in a schedule is told with its line") {
    REQUIRE(problem_of("") == "the file is empty");
    REQUIRE(problem_of("loop-trace 1\n") == "line 1: the file does not begin with `loop-schedule 3`");
    REQUIRE(problem_of("loop-schedule 2\nranks 4\n") ==
            "line 1: this is `loop-schedule 2`, but only `loop-schedule 3` can be read; record the program "
            "again with `loop count --schedule FILE` of this version");
    REQUIRE(problem_of(head + "ranks 5\n") == "line 3: the number of ranks is given twice");
    REQUIRE(problem_of("loop-schedule 3\nexecution 0\n") == "line 2: the number of ranks is missing");
    REQUIRE(problem_of("loop-schedule 3\nranks 2\nphase a\n") == "line 3: an execution is missing");
    REQUIRE(problem_of(head + "messages 0 1 1 1 1 8 1 0\n") == "line 3: a pattern is missing");
    REQUIRE(problem_of(begin + "pattern 0\n") ==
            "line 4: groups and patterns must come before the executions");
    REQUIRE(problem_of(head + "pattern 1\nmessages 0 1 1 1 x 8 1 0\n") ==
            "line 4: `x` is not a number that is possible here");
    REQUIRE(problem_of(head + "pattern 0\n" + execution + "operation SEND 1 1 -1 0 0 8 together a.loop\n") ==
            "line 5: `0` is not a number that is possible here"); // there is no group 0
    REQUIRE(problem_of(begin + "computation WORK 1 1 -1 -1 0 0 -2 0 a.loop\n") ==
            "line 4: `-2` is not an amount");
    const std::string work = "computation WORK 1 1 -1 -1 0 0 2 0 a.loop\n";
    REQUIRE(problem_of(head + "execution 0-1\n" + work + "by-rank 0 0 -3 0\n") ==
            "line 5: what the last rank computes is less than nothing");
    REQUIRE(problem_of(head + "execution 0-1\n" + work + "by-rank 0 0 inf 0\n") ==
            "line 5: `inf` is not an amount");
    REQUIRE(problem_of(head + "execution 0 1\n" + work + "by-rank 0 0 1 0\n") ==
            "line 5: amounts that grow by rank need ranks that follow each other");
    REQUIRE(problem_of(begin + "program 0\n") == "line 4: there is no operation 0");
    REQUIRE(problem_of(begin + "program (\n") == "line 4: a loop without an end or without a body");
    REQUIRE(problem_of(begin + "program )\n") == "line 4: a `)` too many");
    REQUIRE(problem_of(head + "groups 1 4\n") == "line 3: `4` is not a number that is possible here");
    REQUIRE(problem_of(head + "pattern 1\nmessages 2 1 0 1 3 8 1 0\n" + execution +
                       "operation SEND 1 1 -1 -1 0 8 together a.loop\n") ==
            "line 6: the pattern names ranks that do not exist");
    REQUIRE(problem_of(head + "groups 2 1 2 3\n") == "line 3: the groups are not equally large");
    REQUIRE(problem_of(begin + "what\n") == "line 4: unknown key `what`");
}

TEST_CASE("how a call runs is read") {
    const Schedule all = read_schedule(
        head + "pattern 0\n" + execution +
        "operation MULTIBCAST0 1 1 -1 -1 0 8 sends-first a.loop\npartners ascending descending\n"
        "operation SEND 2 1 -1 -1 0 8 together a.loop\nwith synchronous any-source\nstarted sends left hand\n"
        "operation RELAY 3 1 -1 -1 0 8 receives-first a.loop\naround\n"
        "computation WORK 4 1 -1 -1 0 0 0 64 a.loop\nmemory 128 random\n"
        "complete 2\n"
        "operation FINISH 6 1 -1 -1 0 0 together a.loop\ncompletes 1*3\n"
        "operation DEAL 7 1 -1 -1 0 1 together a.loop\ndeal 3 100 4 8 16\n"
        "turn 6\n"
        "operation ALLREDUCE 9 1 -1 -1 0 8 together a.loop\ncollective -1 max long-long\n"
        "program 0 1*3 (2 3 4)*5 5 6 7 8\n");
    const auto& operations = all.executions[0].operations;
    REQUIRE(operations[0].order == MessageOrder::SendsFirst);
    REQUIRE(operations[0].sends == PartnerOrder::Ascending);
    REQUIRE(operations[0].receives == PartnerOrder::Descending);
    REQUIRE(operations[1].way.synchronous);
    REQUIRE(operations[1].way.any_source);
    REQUIRE(!operations[1].way.persistent);
    REQUIRE(operations[1].extent == Extent::Started);
    REQUIRE(operations[1].hold == Hold::Sends);
    REQUIRE(operations[1].handle == "left hand");
    REQUIRE(operations[2].extent == Extent::Around);
    REQUIRE(operations[3].stride == 128);
    REQUIRE(operations[3].is_random);
    REQUIRE(operations[4].kind == OperationKind::Completion);
    REQUIRE(operations[4].of == 2);
    REQUIRE(operations[4].line == 3);
    REQUIRE(unfolded(operations[5].completes) == std::vector<std::uint32_t>{1, 1, 1});
    REQUIRE(operations[6].dealt->by == 3);
    REQUIRE(operations[6].dealt->passes == 100);
    REQUIRE(operations[6].dealt->chunk == 4);
    REQUIRE(operations[6].dealt->give == 8);
    REQUIRE(operations[6].dealt->result == 16);
    REQUIRE(operations[7].kind == OperationKind::Turn);
    REQUIRE(operations[8].collective.operation == "max");
    REQUIRE(operations[8].collective.element == "long-long");
    REQUIRE(operations[8].collective.root == -1);
}

TEST_CASE("how a call runs is checked") {
    const std::string send =
        head + "pattern 0\n" + execution + "operation SEND 1 1 -1 -1 0 8 together a.loop\n";
    const auto problem = [&](const std::string& lines) { return problem_of(send + lines); };
    REQUIRE(problem_of(head + "pattern 0\n" + execution + "operation SEND 1 1 -1 -1 0 8 first a.loop\n") ==
            "line 5: `first` is not a word that is possible here");
    REQUIRE(problem("with\n") == "line 6: `` is not a word that is possible here");
    REQUIRE(problem("with synchronous buffered\n") == "line 6: a send is synchronous or buffered, not both");
    REQUIRE(problem("around\nstarted nothing h\n") ==
            "line 7: what the operation extends over is given a second time");
    REQUIRE(problem("collective 0 most double\n") == "line 6: `most` is not a word that is possible here");
    REQUIRE(problem("deal 4 1 1 8 0\n") == "line 6: `4` is not a number that is possible here");
    REQUIRE(problem("deal 0 1 0 8 0\n") == "line 6: `0` is not a number that is possible here");
    REQUIRE(problem("complete 0\n") == "line 6: operation 0 has no statement");
    REQUIRE(problem("complete 1\n") == "line 6: `1` is not a number that is possible here");
    REQUIRE(problem("turn 0\n") == "line 6: operation 0 hands out no passes");
    REQUIRE(problem("memory 8 linear\n") == "line 6: an operation is missing");
    REQUIRE(problem("completes 0\n") == "line 6: operation 0 was not started");
    REQUIRE(problem("completes 1\n") == "line 6: there is no operation 1");
    REQUIRE(problem("completes \n") == "line 6: it completes nothing");
    REQUIRE(problem("around x\n") == "line 6: `around` has too many words");
    REQUIRE(problem("partners place place 1\n") == "line 6: `partners` has too many words");
    REQUIRE(problem("") == "line 5: the program of an execution is missing");
    REQUIRE(problem(execution) == "line 6: the program of an execution is missing");
    REQUIRE(problem("program 0\naround\n") == "line 7: `around` comes behind the program");
    REQUIRE(problem("program 0\nprogram 0\n") == "line 7: `program` comes behind the program");
    REQUIRE(problem("around\ncomplete 0\nprogram (0*2 1)*3\n") ==
            "line 8: operation 0 begins 6 times and is completed 3 times");
    REQUIRE(problem("started nothing h\noperation FINISH 2 1 -1 -1 0 0 together a.loop\ncompletes 0*2\n"
                    "program 0 1\n") == "line 9: operation 0 begins 1 times and is completed 2 times");
    REQUIRE(problem("started nothing h\nprogram (((0*4294967296)*4294967296)*4294967296)*2\n") ==
            "line 7: operation 0 begins 9223372036854775807 times and is completed 0 times");
}
