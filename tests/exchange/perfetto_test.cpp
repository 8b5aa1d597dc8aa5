#include "made_trace.h"
#include "support.h"
#include "trace/export/export.h"

#include <catch2/catch.hpp>

#include <fstream>
#include <map>
#include <set>

using namespace loop::report;

namespace {

/// A packet as protoc prints it: values by the path of their names, such as "track_event.type".
using Packet = std::multimap<std::string, std::string>;

/// The trace as protoc reads it, with only the published field numbers.
std::vector<Packet> decoded(const Trace& trace) {
    require_tool("protoc");
    const Folder folder;
    const std::string file = folder.path() + "/trace";
    std::ofstream out(file, std::ios::binary);
    write_perfetto(trace, out);
    out.close();
    const Output text = run("cat " + quoted(file) + " | protoc --decode=Trace -I " + quoted(EXCHANGE_TESTS) +
                            " " + quoted(EXCHANGE_TESTS "/perfetto.proto"));
    CHECK(text.errors == "");
    std::vector<Packet> packets;
    std::vector<std::string> path;
    for (const std::string& line : text.lines) {
        const std::size_t begin = line.find_first_not_of(' ');
        const std::size_t colon = line.find(": ");
        if (line.back() == '{') {
            path.push_back(line.substr(begin, line.find(' ', begin) - begin));
            if (path.size() == 1) packets.emplace_back();
        } else if (line.back() == '}') {
            path.pop_back();
        } else {
            const std::string name = line.substr(begin, colon - begin);
            // protoc prints the number of a field that the description lacks.
            CHECK(name.find_first_of("0123456789") != 0);
            std::string full;
            for (std::size_t i = 1; i < path.size(); ++i)
                full += path[i] + ".";
            packets.back().emplace(full + name, line.substr(colon + 2));
        }
    }
    return packets;
}

std::string value(const Packet& packet, const std::string& name) {
    const auto found = packet.find(name);
    return found == packet.end() ? "" : found->second;
}

} // namespace

TEST_CASE("protoc decodes the packets; slices nest, and flows join messages", "[perfetto]") {
    const unsigned seed = GENERATE(2u, 9u);
    const Trace trace = made::random_program(5, 50, seed);
    const made::Totals totals = made::totals_of(trace);
    std::map<std::string, std::pair<int, unsigned long long>> tracks; // depth and latest time
    std::map<std::string, unsigned long long> begun;                  // flows
    std::map<std::string, long long> counters;
    long long sends = 0, receives = 0, begins = 0, marks = 0;
    for (const Packet& packet : decoded(trace)) {
        const std::string type = value(packet, "track_event.type");
        if (type.empty()) continue;
        const unsigned long long time = std::stoull(value(packet, "timestamp"));
        auto& [depth, latest] = tracks[value(packet, "track_event.track_uuid")];
        CHECK(time >= latest);
        latest = time;
        CHECK(value(packet, "sequence_flags") == (type.empty() ? "1" : "2"));
        if (type == "TYPE_SLICE_BEGIN") ++depth, ++begins;
        if (type == "TYPE_SLICE_END") CHECK(depth-- > 0);
        if (type == "TYPE_COUNTER") {
            const long long count = std::stoll(value(packet, "track_event.counter_value"));
            CHECK(count >= 0);
            counters[value(packet, "track_event.track_uuid")] = count;
        }
        if (const std::string flow = value(packet, "track_event.flow_ids"); !flow.empty()) {
            ++sends;
            CHECK(begun.emplace(flow, time).second);
        }
    }
    for (const Packet& packet : decoded(trace)) {
        marks += value(packet, "track_event.type") == "TYPE_INSTANT" &&
                 value(packet, "track_event.category_iids") == "4";
        const std::string flow = value(packet, "track_event.terminating_flow_ids");
        if (flow.empty()) continue;
        ++receives;
        REQUIRE(begun.count(flow) == 1);
        CHECK(std::stoull(value(packet, "timestamp")) >= begun[flow]);
        begun.erase(flow);
    }
    CHECK(sends == totals.sends);
    CHECK(receives == totals.receives);
    CHECK(marks == totals.marks);
    CHECK(begins >= totals.enters);
    CHECK(begun.empty());
    for (const auto& [track, state] : tracks)
        CHECK(state.first == 0);
    for (const auto& [track, count] : counters)
        CHECK(count == 0);
}

TEST_CASE("Perfetto tracks and their names", "[perfetto]") {
    std::multiset<std::string> names, interned, messages;
    std::string annotated;
    for (const Packet& packet : decoded(made::two_ranks())) {
        if (const std::string name = value(packet, "track_descriptor.name"); !name.empty())
            names.insert(name);
        const auto range = packet.equal_range("interned_data.event_names.name");
        for (auto it = range.first; it != range.second; ++it)
            interned.insert(it->second);
        if (!value(packet, "track_event.flow_ids").empty()) {
            const auto values = packet.equal_range("track_event.debug_annotations.int_value");
            for (auto it = values.first; it != values.second; ++it)
                annotated += it->second + " ";
            CHECK(value(packet, "timestamp") == "25");
        }
    }
    CHECK(names.count("\"rank 0 on node1\"") == 1);
    CHECK(names.count("\"queue of rank 1\"") == 1);
    CHECK(names.count("\"messages in flight\"") == 1);
    CHECK(interned.count("\"COMMUNICATE\"") == 1);
    CHECK(interned.count("\"the \\\"main\\\", part\"") == 1);
    CHECK(annotated == "1 100 1 "); // to rank 1, 100 bytes, tag 1
}
