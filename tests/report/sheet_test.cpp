#include "report/document/output_formats.h"
#include "report/sheet/sections.h"
#include "support.h"
#include "trace_builder.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <limits>
#include <regex>
#include <sstream>

using namespace loop::report;

namespace {

std::string sheet_of(const Json& record, bool colour = false) {
    RunDirectory directory;
    directory.run = read_run(record);
    return render_text(sheet_document({directory}), {colour, 100});
}

/// Removes numbers, to compare only the structure.
std::string without_numbers(const std::string& text) {
    std::string result = std::regex_replace(text, std::regex("[0-9]+(\\.[0-9]+)?"), "#");
    result = std::regex_replace(result, std::regex("# (ns|us|ms|s)\\b"), "# s");
    return std::regex_replace(result, std::regex(" +"), " ");
}

} // namespace

TEST_CASE("the structure of the sheet", "[sheet]") {
    CHECK(without_numbers(sheet_of(stored_run())) ==
          R"(ring # ranks on local, size=#, iterations=#, # launches

time over ranks line calls min median max Mflop/s
whole program # s # s # s #
ring # # # s # s # s
work # # # s # s # s #

slowest rank, # launches min median # % interval max
whole program # s # s # s to # s # s
ring # s # s # s to # s # s
work # s # s # s to # s # s
# launches: use at least # to compare runs

communication, all ranks line calls messages bytes per message
\EXCHANGE # # # # KiB # B
\MULTIBCAST# # # # # B # B
\VISIBLE_SYNC # # # # B # B
total # # # KiB # B

results line value min median max unit
my rank # # # # #
answer # # parsec

verified # checks held; # payloads verified, all right
machine node#, Example CPU @ #GHz, # cores, # GiB, load # before, # after
built with Debian GNU/Linux # (bookworm), MPICH #.#, g++ (Debian) #.# -std=c++# -O#
 -march=native -g, loop #.#
again loop run ring.loop -n # --launches #

VALID WITH NOTES
 - oversubscribed: # ranks share # cores
 - ring.loop:#: \EXCHANGE: # of # partners dropped (no such rank, a duplicate, or itself)

Conclusions
 - The longest phase is "ring" (line #): on the slowest rank, it takes # s, # % of the
 program's time.
 - The launches differ: the slowest took # s, # times as long as the fastest (# s).
 Compare medians of at least # launches.
)");
}

TEST_CASE("a sheet shows memory rates and the arithmetic intensity of runs that declare bytes", "[sheet]") {
    auto record = stored_run();
    CHECK(sheet_of(record).find("memory MB/s") == std::string::npos);
    auto& program = record["summary"]["program"];
    program["flops"] = 3e9;
    program["memory_bytes"] = 12e9;
    program["seconds"]["max"] = 2.0;
    record["summary"]["phases"][0]["memory_bytes"] = 0;
    RunDirectory directory;
    directory.run = read_run(record);
    const DataTable table = time_table(directory.run);
    REQUIRE(table.columns.size() == 9);
    CHECK(table.columns[7] == "memory MB/s");
    CHECK(table.columns[8] == "flop/B");
    for (const auto& row : table.rows)
        CHECK(row.size() == 9);
    CHECK(table.rows[0][6].text == "1500");
    CHECK(table.rows[0][7].number == 6000);
    CHECK(table.rows[0][7].unit == "MB/s");
    CHECK(table.rows[0][8].text == "0.25");
    CHECK_FALSE(table.rows[1][7].number);
    CHECK_FALSE(table.rows[1][8].number);
    // Operations without bytes, in another phase perhaps, have no intensity.
    directory.run.summary.program.flops_without_bytes = 1e9;
    CHECK_FALSE(time_table(directory.run).rows[0][8].number);
    CHECK(time_table(directory.run).rows[0][7].number == 6000);
}

TEST_CASE("the table of threads names the file of a line outside the program", "[sheet]") {
    auto record = stored_run();
    for (const char* file : {"ring.loop", "halo.h"})
        record["summary"]["threads"].push_back({{"construct", "THREADS"},
                                                {"file", file},
                                                {"line", 3},
                                                {"threads", {{"min", 2}, {"median", 2}, {"max", 2}}},
                                                {"calls", {{"min", 1}, {"median", 1}, {"max", 1}}}});
    const DataTable table = threads_table(read_run(record));
    REQUIRE(table.rows.size() == 2);
    CHECK(table.rows[0][1].text == "3");
    CHECK(table.rows[1][1].text == "halo.h:3");
}

TEST_CASE("sums of counts saturate", "[sheet]") {
    auto record = stored_run();
    for (auto& site : record["summary"]["sites"])
        site["messages_sent"] = site["messages_received"] = std::numeric_limits<long long>::max();
    const std::string text = sheet_of(record);
    const std::size_t together = text.find("\ntotal");
    REQUIRE(together != std::string::npos);
    CHECK(text.substr(together, text.find('\n', together + 1) - together).find("9 223 372 036 854 775 807") !=
          std::string::npos);
}

TEST_CASE("no line is wider than the terminal", "[sheet]") {
    std::istringstream lines(sheet_of(stored_run()));
    for (std::string line; std::getline(lines, line);)
        CHECK(line.size() <= 100);
}

TEST_CASE("color carries no information of its own", "[sheet]") {
    const std::string coloured = sheet_of(stored_run(), true);
    CHECK(coloured.find("\033[1;33mVALID WITH NOTES\033[0m") != std::string::npos);
    CHECK(std::regex_replace(coloured, std::regex("\033\\[[0-9;]*m"), "") == sheet_of(stored_run()));
}

TEST_CASE("a run without complete launches has a sheet", "[sheet]") {
    auto record = stored_run();
    record["summary"] = {{"launches", 0}};
    record["verdict"] = {{"word", "INVALID"}, {"reasons", {"rank 1 died"}}};
    const std::string text = sheet_of(record);
    CHECK(text.find("time over ranks") == std::string::npos);
    CHECK(text.find("INVALID\n  - rank 1 died\n") != std::string::npos);
}

TEST_CASE("several launches without a program time have a sheet", "[sheet]") {
    for (const Json& program : {Json(), Json::object(), Json(5), Json{{"launches", Json::array()}}}) {
        auto record = stored_run();
        record["summary"]["launches"] = 3;
        record["summary"]["program"] = program;
        const std::string text = sheet_of(record);
        CHECK(text.find("whole program") == std::string::npos);
        CHECK(text.find("verified") != std::string::npos);
    }
}

TEST_CASE("an untrusted run.json cannot control the terminal", "[sheet]") {
    auto record = stored_run();
    record["source"]["name"] = "a\033]0;title\007b";
    record["verdict"]["reasons"] = {"x\033[2J"};
    record["environment"]["cpu"] = "y\033[2J";
    const std::string text = sheet_of(record);
    CHECK(std::count(text.begin(), text.end(), '\033') == 0);
}

TEST_CASE("wrong bytes and values that are not finite are reported", "[sheet]") {
    auto record = stored_run();
    record["summary"]["payload"]["wrong_messages"] = 2;
    record["summary"]["payload"]["wrong_bytes"] = 17;
    record["summary"]["results"][0]["value"] = nullptr;
    const std::string text = sheet_of(record);
    CHECK(text.find("2 messages wrong with 17 wrong bytes") != std::string::npos);
    CHECK(text.find("not finite") != std::string::npos);
}

TEST_CASE("results of work that a simulated run left out are not computed", "[sheet]") {
    auto record = stored_run();
    record["summary"]["results"][0]["value"] = nullptr;
    record["simulated"] = {{"host_compute", "free"}, {"work_left_out", true}};
    const std::string text = sheet_of(record);
    CHECK(text.find("not computed") != std::string::npos);
    CHECK(text.find("not finite") == std::string::npos);
    CHECK(text.find("The charged work was not executed") != std::string::npos);
    CHECK(text.find("nothing, as the charged work was not executed") != std::string::npos);
    record["simulated"]["work_left_out"] = false;
    CHECK(sheet_of(record).find("not computed") == std::string::npos);
}

TEST_CASE("checks that were skipped or failed are on the sheet", "[sheet]") {
    auto record = stored_run();
    const auto page = [&] {
        RunDirectory directory;
        directory.run = read_run(record);
        return render_markdown(sheet_document({directory}));
    };
    record["summary"]["verifications"] = {{{"text", "a > 0"}, {"line", 6}, {"checks", 0}, {"failures", 0}}};
    record["simulated"] = {{"host_compute", "free"}, {"work_left_out", true}};
    CHECK(sheet_of(record).find(
              "nothing, as the charged work was not executed (`--verify` does); skipped: 1") !=
          std::string::npos);
    CHECK(page().find("| skipped |") != std::string::npos);
    CHECK(page().find("not verified: this simulated run") != std::string::npos);
    record["summary"]["verifications"][0]["checks"] = 4;
    record["summary"]["verifications"][0]["failures"] = 1;
    record["simulated"]["work_left_out"] = false;
    CHECK(sheet_of(record).find("1 of 4 checks failed") != std::string::npos);
    CHECK(page().find("VERIFY checks in the program, of which 1 failed") != std::string::npos);
    record["summary"]["verifications"][0]["failures"] = 0;
    CHECK(page().find("of which") == std::string::npos);
    CHECK(page().find("skipped") == std::string::npos);
}

TEST_CASE("what the calls of all ranks show is on the sheet", "[sheet]") {
    Json record = stored_run();
    CHECK(sheet_of(record).find("\ncalls") == std::string::npos);
    const std::string freed = "never freed: communicator made by `MPI_Comm_dup` at ring.loop:9 (rank 0)";
    const Json finding = {{"class", "never freed"},
                          {"weight", "fact"},
                          {"text", freed},
                          {"ranks", Json::array({0})},
                          {"lines", Json::array({"ring.loop:9"})}};
    const Json launch = {{"findings", Json::array({finding})}};
    record["launches"] = Json::array({launch, launch});
    CHECK(sheet_of(record).find(freed) != std::string::npos);
    RunDirectory directory;
    directory.run = read_run(record);
    const Document document = sheet_document({directory});
    const auto calls = std::find_if(document.sections.begin(), document.sections.end(),
                                    [](const Section& section) { return section.id == "calls"; });
    REQUIRE(calls != document.sections.end());
    REQUIRE(calls->tables[0].rows.size() == 1); // the same in each launch
    CHECK(calls->tables[0].rows[0][3].text == freed);
}

namespace {

/// Four ranks on two hosts; each sends 100 bytes to the next one.
RunDirectory ring_on_two_hosts(const std::string& topology) {
    TraceBuilder builder(4);
    const auto site = builder.site("COMMUNICATE", 4);
    for (int rank = 0; rank < 4; ++rank)
        builder.rank(rank, 0, 1000)
            .enter(100, site)
            .send(110, (rank + 1) % 4, 100, 5)
            .receive(300, (rank + 3) % 4, 100, 5)
            .leave(310);
    for (RankTrace& rank : builder.trace.ranks)
        rank.host = rank.rank < 2 ? "a" : "b";
    RunDirectory directory;
    directory.run = read_run(stored_run());
    directory.run.machine.hardware.topology = topology;
    directory.trace = builder.trace;
    return directory;
}

} // namespace

TEST_CASE("the nodes of a machine's network are the hosts; messages within one have no hops", "[sheet]") {
    const RunDirectory directory = ring_on_two_hosts("fat-tree:2");
    const Analysis analysis = analyze(*directory.trace);
    const auto load = network_load_of({directory, &analysis});
    REQUIRE(load);
    CHECK(load->node_of_rank == std::vector<int>{0, 0, 1, 1});
    CHECK(load->local_messages == 2);
    CHECK(load->messages == 2);
    CHECK(load->hops == 4);
    const Section section = network_section({directory, &analysis});
    CHECK(section.tables.at(0).rows.size() == 4);
    CHECK(section.facts.at(1).value.text.find("4 ranks on 2 nodes") == 0);
}

TEST_CASE("an assumed network has one rank per node, whatever the machine's is", "[sheet]") {
    const RunDirectory directory = ring_on_two_hosts("fat-tree:2");
    const Analysis analysis = analyze(*directory.trace);
    const auto load = network_load_of({directory, &analysis, "ring"});
    REQUIRE(load);
    CHECK(load->messages == 4);
    CHECK(load->hops == 4);
    CHECK_THROWS_AS(network_load_of({directory, &analysis, "ring:3"}), ChoiceError);
    CHECK_THROWS_AS(network_load_of({directory, &analysis, "cube"}), ChoiceError);
}

TEST_CASE("without a usable topology, the sheet has no section on the network", "[sheet]") {
    // run.json is untrusted.
    for (const char* topology : {"", "ring:1", "no such network", "mesh:9999999x9999999"}) {
        const RunDirectory directory = ring_on_two_hosts(topology);
        const Analysis analysis = analyze(*directory.trace);
        CHECK(network_load_of({directory, &analysis}) == nullptr);
        CHECK(network_section({directory, &analysis}).is_empty());
        CHECK(network_load_of({directory}) == nullptr);
    }
}
