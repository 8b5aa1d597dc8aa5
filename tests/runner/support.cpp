#include "support.h"

#include "base/text/hash.h"

loop::runner::MachineProfile profile_of_hosts(const std::string& lines) {
    return loop::runner::parse_profile(R"(
name = "several"
[build]
compiler = ["mpicxx"]
[launch]
command = ["mpiexec", "-f", "{hostfile}", "-n", "{ranks}", "{program}"]
)" + lines,
                                       "x.toml", "/m");
}

Json good_record(int rank, int ranks) {
    return {
        {"schema", "loop-rank-record/1"},
        {"launch", "abc"},
        {"rank", rank},
        {"ranks", ranks},
        {"node_ranks", ranks},
        {"node_cores", 64},
        {"parameters", {{"size", "100"}}},
        {"elapsed_seconds", 1.0 + rank},
        {"phases", Json::array({{{"name", "work"},
                                 {"line", 3},
                                 {"calls", 2},
                                 {"total_seconds", 0.5 * (rank + 1)},
                                 {"flops", 1e6},
                                 {"memory_bytes", 8e6}}})},
        {"sites", Json::array({{{"construct", "EXCHANGE"},
                                {"line", 12},
                                {"calls", 1},
                                {"messages_sent", 2},
                                {"bytes_sent", 20},
                                {"messages_received", 2},
                                {"bytes_received", 20},
                                {"dropped_partners", 0}}})},
        {"results", Json::array({{{"name", "answer"}, {"unit", "1"}, {"line", 5}, {"value", 42}}})},
        {"verifications", Json::array({{{"text", "x > 0"}, {"line", 6}, {"checks", 1}, {"failures", 0}}})},
        {"payload",
         {{"verified", true},
          {"messages", 2},
          {"wrong_messages", 0},
          {"wrong_bytes", 0},
          {"faults", Json::array()}}},
        {"notes", Json::array()}};
}

loop::formats::RankRecord record_in(const Json& json) {
    loop::formats::RankRecord record;
    if (const std::string problem = read_rank_record(record_file(json), record); !problem.empty())
        throw std::runtime_error(problem);
    return record;
}

std::string record_file(const Json& record) {
    const std::string line = record.dump();
    return line + "\nchecksum fnv1a64 " + loop::content_hash(line) + "\n";
}

loop::runner::LaunchResult good_launch(int ranks) {
    loop::runner::LaunchResult launch;
    launch.id = "abc";
    for (int rank = 0; rank < ranks; ++rank)
        launch.ranks.push_back({rank, record_in(good_record(rank, ranks)), {}, std::nullopt});
    return launch;
}

loop::RankPlace seen(loop::RankState state, bool inside, int line, int detail, loop::Construct construct) {
    return {state, detail, inside, line, construct, 1};
}
