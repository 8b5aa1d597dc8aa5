#include "trace/analysis/network/network_load.h"

#include <catch2/catch.hpp>

using namespace loop;
using namespace loop::report;

namespace {

network::Topology parsed(const std::string& text, int nodes) {
    return *network::parse_topology(text, nodes).topology;
}

CommunicationMatrix all_to_all(int ranks) {
    CommunicationMatrix matrix{ranks, {}};
    for (int sender = 0; sender < ranks; ++sender)
        for (int receiver = 0; receiver < ranks; ++receiver)
            if (sender != receiver) matrix.cells.push_back({sender, receiver, 1, 10 + sender});
    return matrix;
}

std::vector<int> one_per_node(int ranks) {
    std::vector<int> nodes;
    for (int rank = 0; rank < ranks; ++rank)
        nodes.push_back(rank);
    return nodes;
}

} // namespace

TEST_CASE("the load of all links is the sum of bytes times hops, in every topology") {
    for (const char* shape :
         {"ring", "mesh", "torus", "hypercube", "tree", "tree:3", "fat-tree", "fat-tree:4,16"})
        for (const int ranks : {1, 2, 3, 4, 7, 16, 33, 64}) {
            const NetworkLoad load =
                network_load({parsed(shape, ranks), one_per_node(ranks)}, all_to_all(ranks));
            std::uint64_t messages = 0;
            double bytes = 0;
            for (const auto& [link, on_it] : load.links) {
                messages += on_it.messages;
                bytes += static_cast<double>(on_it.bytes);
            }
            INFO(shape << " " << ranks);
            CHECK(messages == load.hops);
            CHECK(bytes == load.byte_hops);
            CHECK(load.messages == static_cast<std::uint64_t>(ranks) * (ranks - 1));
            CHECK(load.local_messages == 0);
            CHECK(load.hops >= load.messages * static_cast<std::uint64_t>(load.min_hops));
            CHECK(load.hops <= load.messages * static_cast<std::uint64_t>(load.max_hops));
        }
}

TEST_CASE("one message loads the links of its route, in its direction") {
    CommunicationMatrix matrix{6, {{5, 0, 2, 300}}};
    const NetworkLoad load = network_load({parsed("mesh:3x2", 6), one_per_node(6)}, matrix);
    CHECK(load.links.size() == 3);
    for (const auto& link : {std::pair(5, 4), std::pair(4, 3), std::pair(3, 0)}) {
        REQUIRE(load.links.count(link) == 1);
        CHECK(load.links.at(link).bytes == 300);
        CHECK(load.links.at(link).messages == 2);
    }
    CHECK(load.min_hops == 3);
    CHECK(load.max_hops == 3);
    CHECK(load.hops == 6);
    CHECK(load.byte_hops == 900);
}

TEST_CASE("messages within a node have no hops") {
    CommunicationMatrix matrix{4, {{0, 1, 5, 50}, {0, 2, 1, 7}, {3, 3, 1, 1}}};
    const NetworkLoad load = network_load({parsed("ring:2", 2), {0, 0, 1, 1}}, matrix);
    CHECK(load.local_messages == 6);
    CHECK(load.messages == 1);
    CHECK(load.hops == 1);
    CHECK(load.links.size() == 1);
}

TEST_CASE("ranks that do not exist are left out") {
    CommunicationMatrix matrix{2, {{0, 9, 5, 50}, {-1, 1, 1, 7}}};
    CHECK(network_load({parsed("ring:2", 2), {0, 1}}, matrix).messages == 0);
}

TEST_CASE("messages go between the places of the nodes") {
    CommunicationMatrix matrix{4, {{1, 2, 1, 10}}};
    const NetworkLoad load = network_load({parsed("mesh:2x2@0,1,3,2", 4), one_per_node(4)}, matrix);
    CHECK(load.max_hops == 1); // without the list: 2
    CHECK(load.links.count({1, 3}) == 1);
    CHECK(vertices_of_ranks(load) == std::vector<int>{0, 1, 3, 2});
}
