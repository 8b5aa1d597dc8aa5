#include "base/schedule/steered.h"

#include <catch2/catch.hpp>

using namespace loop::schedule;

namespace {

const std::string begin = "loop-schedule 3\nranks 4\npattern 0\npattern 1\nmessages 2 1 0 1 1 1 1 0\n";
const std::string operations = "received MPI_Recv 5 a.loop\n"
                               "operation EXCHANGE 10 1 -1 -1 0 8 together a.loop\n"
                               "operation MPI_Send 12 1 -1 -2 1 4 together a.loop\n"
                               "computation WORK 14 1 -1 -1 0.5 0 0 0 a.loop\n";

// What is said of rank 2, which executes the first program, and the second one if zeros arrive.
std::string problem_of(const std::string& first, const std::string& second) {
    const std::string text = begin + "execution 2\n" + operations + "program " + first +
                             "\nexecution 2\ncontents zeros\n" + second;
    return steered_by_data(read_schedule(text)).value_or("nothing");
}

std::string difference(const std::string& first, const std::string& second) {
    return problem_of(first, operations + "program " + second + "\n");
}

const std::string end = "\na.loop:5: received data: MPI_Recv";

} // namespace

TEST_CASE("the first difference of two executions is found within loops") {
    REQUIRE(
        difference("(0*2 1)*1000 2", "0*2 1 (0*2 1)*998 0 0 1 1") ==
        "a.loop:12: error: rank 2: data that it received decide what it does: if they are zeros, it calls "
        "MPI_Send in line 12 (4 bytes to rank 0); else it calls \\WORK in line 14" +
            end);
    REQUIRE(
        difference("((0 1)*2 2)*3", "(0 1)*2 2 (0 1)*2 2 (0 1)*2") ==
        "a.loop:14: error: rank 2: data that it received decide what it does: if they are zeros, it ends; "
        "else it calls \\WORK in line 14" +
            end);
    REQUIRE(
        difference("1", "1 0*3") ==
        "a.loop:10: error: rank 2: data that it received decide what it does: if they are zeros, it calls "
        "\\EXCHANGE in line 10 (8 bytes); else it ends" +
            end);
}

TEST_CASE("an execution that did not reach its end is named") {
    REQUIRE(
        problem_of("0", "ended is ended by signal 11\n") ==
        "a.loop:5: error: rank 2: data that it received decide what it does: if they are zeros, it is ended "
        "by signal 11" +
            end);
}

TEST_CASE("ranks that do different things are not steered by data") {
    REQUIRE(!steered_by_data(read_schedule(begin + "execution 0-2\n" + operations +
                                           "program 0\nexecution 3\n" + operations + "program 1\n")));
}
