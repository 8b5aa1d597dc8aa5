#include "base/schedule/unmet.h"

#include <catch2/catch.hpp>

#include <algorithm>

using namespace loop::schedule;

namespace {

// A rank with these lines.
std::string rank(int number, const std::string& lines) {
    return "execution " + std::to_string(number) + "\n" + lines;
}

std::string text_of(const Unmet& each) {
    const Endpoint& endpoint = each.endpoint;
    return std::to_string(each.rank) + (endpoint.is_send ? " to " : " from ") +
           std::to_string(endpoint.partner) + " tag " + std::to_string(endpoint.tag) + " times " +
           std::to_string(endpoint.times);
}

std::vector<std::string> unmet(const std::string& executions) {
    std::vector<std::string> all;
    for (const Unmet& each : unmet_messages(read_schedule("loop-schedule 3\nranks 4\n" + executions)))
        all.push_back(text_of(each));
    std::sort(all.begin(), all.end());
    return all;
}

using Texts = std::vector<std::string>;

std::string sends(int to, int tag, int times, const std::string& communicator = "C") {
    return "sends MPI_Send 5 " + communicator + " " + std::to_string(to) + " " + std::to_string(tag) + " " +
           std::to_string(times) + " a.loop\n";
}
std::string receives(int from, int tag, int times, const std::string& communicator = "C") {
    return "receives MPI_Recv 7 " + communicator + " " + std::to_string(from) + " " + std::to_string(tag) +
           " " + std::to_string(times) + " a.loop\n";
}

} // namespace

TEST_CASE("sends and receives meet by sender, receiver, tag, and communicator") {
    REQUIRE(unmet(rank(0, sends(1, 3, 5)) + rank(1, receives(0, 3, 5))).empty());
    REQUIRE(unmet(rank(0, sends(1, 3, 5)) + rank(1, receives(0, 3, 2) + receives(0, 3, 2))) ==
            Texts{"0 to 1 tag 3 times 1"});
    REQUIRE(unmet(rank(0, sends(1, 3, 1)) + rank(1, receives(0, 3, 2))) == Texts{"1 from 0 tag 3 times 1"});
    REQUIRE(unmet(rank(0, sends(1, 3, 1)) + rank(1, receives(0, 4, 1))) ==
            Texts{"0 to 1 tag 3 times 1", "1 from 0 tag 4 times 1"});
    REQUIRE(unmet(rank(0, sends(1, 3, 1)) + rank(1, receives(2, 3, 1))) ==
            Texts{"0 to 1 tag 3 times 1", "1 from 2 tag 3 times 1"});
    REQUIRE(unmet(rank(0, sends(1, 3, 1)) + rank(1, receives(0, 3, 1, "D"))) ==
            Texts{"0 to 1 tag 3 times 1", "1 from 0 tag 3 times 1"});
    REQUIRE(unmet(rank(0, sends(0, 3, 1) + receives(0, 3, 1))).empty());
}

TEST_CASE("receives that leave less open take their messages first") {
    const std::string senders = rank(0, sends(3, 1, 2) + sends(3, 2, 1)) + rank(1, sends(3, 1, 1));
    REQUIRE(unmet(senders +
                  rank(3, receives(-1, -1, 1) + receives(-1, 1, 1) + receives(0, -1, 1) + receives(0, 1, 1)))
                .empty());
    REQUIRE(unmet(senders + rank(3, receives(-1, -1, 4))).empty());
    REQUIRE(unmet(senders + rank(3, receives(-1, 1, 3) + receives(0, -1, 1))).empty());
    REQUIRE(unmet(senders + rank(3, receives(-1, 1, 4) + receives(0, -1, 1))) ==
            Texts{"3 from -1 tag 1 times 1"});
    REQUIRE(unmet(senders + rank(3, receives(-1, -1, 6))) == Texts{"3 from -1 tag -1 times 2"});
}

TEST_CASE("calls that not all ranks of a group make equally often are told") {
    const std::string begin = "loop-schedule 3\nranks 4\ngroups 2 0 1 2 3\npattern 0\n";
    const std::string calls = "operation EXCHANGE 5 1 -1 -1 0 8 together a.loop\n"
                              "operation EXCHANGE 6 1 -1 -1 0 8 together a.loop\n"
                              "operation BARRIER 8 1 -1 0 0 8 together a.loop\n";
    const auto uneven = [&](const std::string& first, const std::string& others) {
        return uneven_calls(read_schedule(begin + "execution 0 2\n" + calls + "program " + first +
                                          "\nexecution 1 3\n" + calls + "program " + others + "\n"));
    };
    REQUIRE(uneven("0*3 2", "1*2 2 0").empty());
    const auto missing = uneven("0*3 1 2", "2");
    REQUIRE(missing.size() == 1);
    REQUIRE(missing[0].call == "EXCHANGE");
    REQUIRE(missing[0].lines.size() == 2);
    REQUIRE(missing[0].by_ranks.size() == 2);
    REQUIRE(missing[0].by_ranks[0].second == 0);
    REQUIRE(missing[0].by_ranks[0].first.size() == 2);
    REQUIRE(missing[0].by_ranks[1].second == 4);
    REQUIRE(uneven("2", "2*2").size() == 1);
}

TEST_CASE("neighboring ranks of a group are reported as one range") {
    const std::string begin = "loop-schedule 3\nranks 4\ngroups 3 0 1 3\npattern 0\n";
    const std::string calls = "operation BARRIER 8 1 -1 0 0 8 together a.loop\n";
    const auto uneven = uneven_calls(read_schedule(begin + "execution 0 1\n" + calls +
                                                   "program 0*2\nexecution 2 3\n" + calls + "program 0\n"));
    REQUIRE(uneven.size() == 1);
    REQUIRE(uneven[0].by_ranks.size() == 2);
    for (const auto& [ranks, times] : uneven[0].by_ranks) {
        REQUIRE(ranks.size() == 1);
        REQUIRE(ranks[0].first == (times == 2 ? 0 : 3));
        REQUIRE(ranks[0].last == (times == 2 ? 1 : 3));
    }
}

TEST_CASE("ranks that stand for others lack no calls") {
    REQUIRE(uneven_calls(read_schedule("loop-schedule 3\nranks 4\ngroups 2 0 1\npattern 0\nexecution 0\n"
                                       "operation EXCHANGE 5 1 -1 0 0 8 together a.loop\nprogram 0\n"))
                .empty());
}
