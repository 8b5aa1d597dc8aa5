// Probes of a surface's machine, the shares of them that it reaches, and published points beside it.
#include "made_surfaces.h"
#include "report/document/output_formats.h"
#include "report/surface/sections.h"

#include <catch2/catch.hpp>

#include <cmath>
#include <functional>

using namespace loop::report;
using surfaces_test::has;

namespace {

/// A surface of four ranks with the alphas 0.01, 0.1, and 1.
Surface surface_of(const std::function<double(double, double)>& mbs, const std::string& machine = "cluster") {
    Surface surface;
    surface.machine = surface.label = machine;
    surface.ranks = 4;
    surface.version = "async";
    surface.words_of_rank = 1 << 20;
    surface.alphas = {0.01, 0.1, 1};
    surface.lengths = {1, 4, 16, 64, 256, 1024};
    for (const double alpha : surface.alphas)
        for (const double length : surface.lengths) {
            SurfacePoint point;
            point.mbs = mbs(alpha, length);
            point.samples = {point.mbs};
            point.remote_percent = 100 * (1 - std::pow(0.25, alpha));
            surface.points.push_back(point);
        }
    return surface;
}

ResultValue result_of(const std::string& name, const std::string& unit, double value) {
    ResultValue result;
    result.name = name;
    result.unit = unit;
    result.value = Spread{value, value, value};
    result.tag = loop::formats::tag_of_name(name, unit);
    return result;
}

SweepPoint point_of(const std::string& workload, std::vector<ResultValue> results, int node_ranks = 2) {
    SweepPoint point;
    point.workload = workload;
    point.ranks = 4;
    point.run = RunRecord{};
    point.run->machine.name = "cluster";
    point.run->machine.hardware.network = "a fat tree";
    point.run->summary.results = std::move(results);
    point.node_ranks = node_ranks;
    return point;
}

const auto triad = [](int node_ranks = 2) {
    return point_of("triad", {result_of("triad", "MB/s", 2000)}, node_ranks);
};
const auto ping_pong = [](int node_ranks = 2) {
    return point_of("pingpong",
                    {result_of("bandwidth, 8 bytes", "MB/s", 4), result_of("latency", "us", 2),
                     result_of("bandwidth", "MB/s", 600), result_of("n-half", "bytes", 4096)},
                    node_ranks);
};

Sweep sweep_of(std::vector<SweepPoint> points) {
    Sweep sweep;
    sweep.points = std::move(points);
    return sweep;
}

SurfaceStudy study_with(std::vector<Surface> surfaces, const Sweep& sweep) {
    SurfaceStudy study;
    study.probes = probes(sweep, surfaces);
    study.surfaces = std::move(surfaces);
    return study;
}

double linear(double alpha, double length) {
    return length / (1 + alpha);
}

const char* const head =
    "what,machine,over,ranks,words_of_rank,alpha,alpha_to,L,mbs,value,value_to,unit,source\n";

} // namespace

TEST_CASE("probes are the results of triad and pingpong on the machine and ranks of the surface",
          "[surface]") {
    const Surface surface = surface_of(linear);
    const auto found = probes(sweep_of({triad(), ping_pong()}), {surface, surface});
    REQUIRE(found.size() == 1);
    CHECK(found[0].label() == "cluster, 4 ranks");
    CHECK(found[0].memory_mbs == 2000);
    CHECK(found[0].ranks_of_node == 2);
    CHECK_FALSE(found[0].one_node);
    CHECK(found[0].message_mbs == 600); // of all sizes, not of one
    CHECK(found[0].latency_us == 2);
    CHECK(found[0].half_bytes == 4096);
    CHECK(found[0].network == "a fat tree");

    Sweep others = sweep_of({triad(), ping_pong()});
    others.points[0].ranks = 2;
    others.points[1].run->machine.name = "elsewhere";
    const auto none = probes(others, {surface});
    REQUIRE(none.size() == 1);
    CHECK_FALSE(none[0].memory_mbs);
    CHECK_FALSE(none[0].message_mbs);
    CHECK(probes_of(surface_of(linear, "third"), none) == nullptr);
}

TEST_CASE("a probe that failed is named with the reason, and is not in the verdict of the surfaces",
          "[surface]") {
    SweepPoint failed = triad();
    failed.run->summary.results.clear();
    failed.launches.resize(2);
    for (SweepLaunch& launch : failed.launches) {
        launch.outcome = Outcome::Failed;
        launch.failures = {"rank 1 exited with code 3"};
    }
    const Surface surface = surface_of(linear);
    const SurfaceStudy study = study_with({surface}, sweep_of({failed, ping_pong()}));
    CHECK(study.probes.at(0).memory_failure == "rank 1 exited with code 3");
    CHECK(study.probes[0].message_failure.empty());
    CHECK(
        has(shares(surface, study.probes),
            "The triad failed, so no share of the bandwidth of memory is known: rank 1 exited with code 3."));
    const Section section = machine_section(study);
    CHECK(section.tables.at(0).rows.at(0).at(1).text == "failed");
    CHECK_FALSE(has(section.items, "--no-probes"));
    SweepPoint messages = ping_pong();
    messages.run->summary.results.clear();
    messages.launches = failed.launches;
    const auto both = probes(sweep_of({failed, messages}), {surface});
    CHECK(both.at(0).message_failure == "rank 1 exited with code 3");
    CHECK(has(shares(surface, both),
              "The ping-pong failed, so no share of the bandwidth of messages is known"));
}

TEST_CASE("sentences say which share of memory and network a surface reaches, and where", "[surface]") {
    // 1024 words: 1014 MB/s at alpha 0.01, 512 MB/s at alpha 1, of which 75 % come from other ranks.
    const Surface surface = surface_of(linear);
    const auto sentences = shares(surface, probes(sweep_of({triad(), ping_pong()}), {surface}));
    REQUIRE(sentences.size() == 2);
    CHECK(has(sentences,
              "the triad moves 2000 MB/s per process. The fastest point, alpha 0.01, L 1024, reads 51 % of"));
    CHECK(has(
        sentences,
        "Half of it, 1000 MB/s, takes blocks of 1010 words at alpha 0.01, and is not reached at alpha 1"));
    CHECK(
        has(sentences,
            "at alpha 1, L 1024, 75 % of the words come from other ranks, 384 MB/s per process, which is 64 "
            "% of the ping-pong's 600 MB/s. Half of it takes blocks of 800 words; the ping-pong's n-half is "
            "512 words."));
    CHECK_FALSE(has(sentences, "one node"));

    const Surface cached = surface_of([](double alpha, double length) { return 10 * linear(alpha, length); });
    const auto faster = shares(cached, probes(sweep_of({triad(4), ping_pong(4)}), {cached}));
    CHECK(has(faster, "reads 5.1 times that: its words come from caches"));
    CHECK(has(faster, "takes blocks of 101 words at alpha 0.01 and of 200 words at alpha 1."));
    CHECK(has(faster, "6.4 times the ping-pong's 600 MB/s (all ranks are on one node)"));

    const Surface slow = surface_of([](double, double) { return 1; });
    const auto slower = shares(slow, probes(sweep_of({triad(), ping_pong()}), {slow}));
    CHECK(has(slower, "is reached nowhere on this surface"));
    CHECK(has(slower, "Half of it is not reached"));
}

TEST_CASE("sequential and one-rank surfaces have no network; without probes, a sentence says so",
          "[surface]") {
    Surface surface = surface_of(linear);
    surface.version = "sequential";
    CHECK(shares(surface, probes(sweep_of({triad(), ping_pong()}), {surface})).size() == 1);

    surface.version = "async";
    const SurfaceStudy study = study_with({surface}, Sweep());
    const auto sentences = shares(surface, study.probes);
    CHECK(has(sentences, "The bandwidth of memory was not probed with this surface"));
    CHECK(has(sentences, "The bandwidth of messages was not probed with this surface"));
    const Section section = machine_section(study);
    CHECK(has(section.items, "no probe of memory"));
    CHECK(section.tables[0].rows[0][1].text == "not probed");
}

TEST_CASE("a triad in a cache is not the bandwidth of memory", "[surface]") {
    SweepPoint small = point_of("triad", {result_of("triad, L2 cache", "MB/s", 90000)}, 2);
    const Surface surface = surface_of(linear);
    const SurfaceStudy study = study_with({surface}, sweep_of({small, ping_pong()}));
    REQUIRE(study.probes.size() == 1);
    CHECK_FALSE(study.probes[0].memory_mbs);
    CHECK(has(shares(surface, study.probes), "The triad's vectors stayed in the L2 cache, so no share"));
    const Section section = machine_section(study);
    CHECK(section.tables[0].rows[0][1].text == "not probed");
    CHECK(has(section.items, "the vectors of the triad stayed in the L2 cache, so it did not measure"));
    CHECK_FALSE(has(section.items, "no probe of memory"));
}

TEST_CASE("a simulated machine has the messages of its model, and no memory", "[surface]") {
    Sweep sweep = sweep_of({triad(), ping_pong()});
    for (SweepPoint& point : sweep.points)
        point.run->simulated = loop::formats::RunSimulation{};
    Surface surface = surface_of(linear, "cluster (SIMULATED)");
    const SurfaceStudy study = study_with({surface}, sweep);
    REQUIRE(study.probes.size() == 1);
    CHECK_FALSE(study.probes[0].memory_mbs);
    CHECK(study.probes[0].message_mbs == 600);
    CHECK(
        has(shares(surface, study.probes), "is a model that charges operations and knows nothing of memory"));
    const Section section = machine_section(study);
    CHECK(section.tables[0].rows[0][1].text == "not modeled");
    CHECK(section.tables[0].rows[0][9].text == "simulated");
    CHECK(has(section.items, "those of the model"));
    CHECK_FALSE(has(section.items, "no probe of memory"));
}

TEST_CASE("the page has table 2 of the paper, with the published machines below the measured ones",
          "[surface]") {
    Sweep sweep = sweep_of({triad(), ping_pong()});
    sweep.points[0].run->parameters = {{"elements", "1024"}};
    Surface surface = surface_of(linear);
    surface.caches = {{"L2", 1 << 20}, {"L3", 8 << 20}};
    SurfaceStudy study = study_with({surface}, sweep);
    study.published.machines = published_surface_machines(
        "machine,processor,memory_node_mbs,memory_process_mbs,network,network_node_mbs,source\n"
        "Seaborg,\"IBM Power3, 375 MHz\",16000,1000,IBM Colony-II,1000,the paper\n"
        "Phoenix,Cray X1,,25600,,25000,the paper\n",
        "table 2");
    const Section section = machine_section(study);
    const auto& rows = section.tables[0].rows;
    REQUIRE(rows.size() == 3);
    CHECK(rows[0][2].number == 4000.0); // two ranks per node
    CHECK(rows[0][1].number == 2000.0);
    CHECK(rows[0][4].number == 600.0);
    CHECK(rows[1][0].text == "Seaborg (published)");
    CHECK(rows[1][1].number == 1000.0);
    CHECK(rows[2][2].text.empty());
    CHECK(has(section.items,
              "a vector of the triad has 16.0 KiB on a node, less than 4 times the L3 (8.00 MiB)"));
    CHECK(render_text(surface_document(study)).find("table 2 of the paper") != std::string::npos);
    CHECK(surface_results(study)["probes"][0]["memory_mbs"].get<double>() == 2000);
    CHECK(surface_results(study)["surfaces"][0]["shares"].size() == 2);
}

TEST_CASE("published points stand beside those of the surfaces", "[surface]") {
    Surface surface =
        surface_of([](double alpha, double length) { return length / (4 * std::pow(alpha / 0.01, 0.5)); });
    SurfaceStudy study = study_with({surface}, Sweep());
    study.beside_ping_pong = {{surface.label, {{256, 0.5}, {1024, 0.8}}}};
    study.published.points =
        published_surface_points(std::string(head) + "remote fraction,,,256,,1,,,,99.6,,%,s\n"
                                                     "over ping-pong,Seaborg,,2,,1,,1024,,1.6,,ratio,s\n"
                                                     "fastest,Seaborg,,256,,0.001,,4096,,,,,s\n"
                                                     "needed L,Seaborg,,256,,0.1,,,10,85,,words,s\n"
                                                     "needed L,Seaborg,,256,,0.005,,,10,1,,words,s\n"
                                                     "growth of L,Cheetah,,256,,0.01,1,,10,128,,factor,s\n"
                                                     "drop after L,Phoenix,,256,,,,32,,,,words,s\n"
                                                     "largest ratio,Phoenix,Cheetah,256,,,,,,12,,ratio,s\n",
                                 "points");
    const DataTable table = published_section(study).tables[0];
    REQUIRE(table.rows.size() == 7); // there are no ratios
    const auto here = [&](std::size_t row) { return table.rows[row][3].text; };
    CHECK(table.rows[0][2].text == "99.6 %");
    CHECK(here(0) == "75 %");
    CHECK(here(1) == "0.8");
    CHECK(here(2) == "alpha 0.01, L 1024");
    CHECK(here(3) == "126"); // 4 * 10 * sqrt(10)
    CHECK(here(4) == "-");   // no such alpha
    CHECK(here(5) == "10");
    CHECK(here(6) == "no drop");

    study.ratios = {*ratio_of(study.surfaces[0], study.surfaces[0])};
    CHECK(published_section(study).tables[0].rows.size() == 8);
    CHECK(published_section(study).tables[0].rows[7][3].text == "1");
    study.published = {};
    CHECK(published_section(study).is_empty());
}

TEST_CASE("a published table that lacks something is refused with its line", "[surface]") {
    const auto read = [&](const std::string& line) {
        return published_surface_points(head + line, "points.csv");
    };
    CHECK_THROWS_WITH(read("nonsense,,,256,,1,,,,1,,%,s\n"),
                      Catch::Contains("`points.csv`: line 2: `what` is `nonsense`"));
    CHECK_THROWS_WITH(read("needed L,,,256,,1,,,,85,,words,s\n"),
                      Catch::Contains("`mbs` is not a number above 0"));
    CHECK_THROWS_WITH(read("fastest,,,two,,1,,1,,,,,s\n"), Catch::Contains("`ranks` is not a number"));
}
