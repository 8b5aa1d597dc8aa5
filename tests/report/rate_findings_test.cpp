#include "findings_support.h"
#include "report/document/output_formats.h"
#include "report/findings/impossible_rates.h"

#include <catch2/catch.hpp>

using namespace loop::report;
using namespace loop_tests;
namespace formats = loop::formats;

namespace {

/// One rank on a host with 2 cores, and a phase of a second with these operations and bytes.
RunDirectory declaring(double flops, double bytes) {
    RunDirectory directory;
    directory.run.source.file = "t.loop";
    directory.run.ranks = 1;
    directory.run.environment["cores_online"] = 2;
    formats::RunRank rank;
    rank.record.emplace();
    rank.record->host = "here";
    directory.run.launches.resize(1);
    directory.run.launches[0].ranks.push_back(rank);
    PhaseTiming phase;
    phase.name = "sum";
    phase.line = 6;
    phase.timing.seconds = formats::Spread{1, 1, 1};
    phase.timing.flops = flops;
    phase.timing.memory_bytes = bytes;
    directory.run.summary.phases.push_back(phase);
    return directory;
}

std::string rate_said_of(const RunDirectory& directory) {
    const auto found = impossible_rate(directory);
    return found ? found->text : "nothing";
}

} // namespace

TEST_CASE("more operations or bytes than all cores can do are impossible", "[findings]") {
    CHECK(rate_said_of(declaring(3.8e12, 0)) ==
          "Phase \"sum\" (line 6) declares 3.8e+03 Gflop/s, more than the 2 cores of its ranks can compute "
          "(at most 768 Gflop/s): the "
          "compiler may have removed statements whose results nobody reads (`loop::keep(value)` prevents "
          "that), another "
          "device may do the work, or the declared count is too large.");
    CHECK(
        rate_said_of(declaring(1e9, 3e13))
            .find(
                "declares 3e+04 GB/s, more than the 2 cores of its ranks can move (at most 2.3e+03 GB/s)") !=
        std::string::npos);
    CHECK(impossible_rate(declaring(3.8e12, 0))->line == 6);
}

TEST_CASE("rates that cores may reach are possible, as are those of a model and of unknown hosts",
          "[findings]") {
    CHECK(rate_said_of(declaring(7e11, 2e12)) == "nothing");
    RunDirectory model = declaring(3.8e12, 3e13);
    model.run.simulated.emplace();
    CHECK(rate_said_of(model) == "nothing");
    RunDirectory elsewhere = declaring(3.8e12, 3e13);
    elsewhere.run.environment["cores_online"] = "unknown";
    CHECK(rate_said_of(elsewhere) == "nothing");
    RunDirectory two_hosts = declaring(1e12, 0);
    CHECK(rate_said_of(two_hosts) != "nothing");
    formats::RunRank other = two_hosts.run.launches[0].ranks[0];
    other.record->host = "there";
    two_hosts.run.launches[0].ranks.push_back(other);
    CHECK(rate_said_of(two_hosts) == "nothing");
    RunDirectory accelerated = declaring(3.8e13, 0);
    accelerated.run.machine.hardware.accelerators = "4 NVIDIA A100";
    CHECK(rate_said_of(accelerated) == "nothing");
}

TEST_CASE("the cores on which ranks may run, their vectors, and their clock rate limit the rate",
          "[findings]") {
    const auto on = [](const char* cpus, double flops) {
        RunDirectory directory = declaring(flops, 0);
        directory.run.environment["cores_online"] = 64;
        directory.run.launches[0].ranks[0].record->cpus = cpus;
        return directory;
    };
    CHECK(rate_said_of(on("5", 3.8e12)).find("than the core of its rank can compute (at most 384 Gflop/s)") !=
          std::string::npos);
    CHECK(rate_said_of(on("0-63", 3.8e12)) == "nothing"); // it may have threads
    CHECK(rate_said_of(on("0-15", 3.8e12)) == "nothing");
    CHECK(rate_said_of(on("0-7", 3.8e12)).find("the 8 cores of its ranks") != std::string::npos);
    CHECK(rate_said_of(on("", 3.8e12)) == "nothing"); // an older run
    RunDirectory threads_elsewhere = on("5", 3.8e12);
    threads_elsewhere.run.launches[0].ranks[0].record->thread_cpus = 64;
    CHECK(rate_said_of(threads_elsewhere) == "nothing");
    RunDirectory two_ranks = on("5", 7e11); // on one core: no more than one rank
    two_ranks.run.launches[0].ranks.push_back(two_ranks.run.launches[0].ranks[0]);
    CHECK(rate_said_of(two_ranks) != "nothing");
    two_ranks.run.launches[0].ranks[1].record->cpus = "6";
    CHECK(rate_said_of(two_ranks) == "nothing");

    const auto with = [&](const char* vectors, double mhz, double flops) {
        RunDirectory directory = on("0", flops);
        directory.run.environment["vectors"] = vectors;
        directory.run.environment["max_mhz"] = mhz;
        return rate_said_of(directory);
    };
    // A product of matrices of single precision at 90 % of the peak: 2.5 GHz x 64 operations.
    CHECK(with("avx512", 2500, 0.9 * 160e9) == "nothing");
    CHECK(with("avx512", 2500, 250e9).find("(at most 240 Gflop/s)") != std::string::npos);
    CHECK(with("avx2", 3000, 0.9 * 96e9) == "nothing");
    CHECK(with("avx2", 3000, 150e9).find("(at most 144 Gflop/s)") != std::string::npos);
    CHECK(with("neon", 3000, 0.9 * 96e9) == "nothing");
    CHECK(with("amx", 2500, 1e12) == "nothing");
    CHECK(with("unheard-of", 4000, 380e9) == "nothing");
}

TEST_CASE("the processor time of the ranks limits how many cores they used", "[findings]") {
    RunDirectory directory = declaring(3.8e12, 0);
    directory.run.environment["cores_online"] = 64;
    auto& usage = directory.run.launches[0].ranks[0].record->usage;
    usage.user_seconds = 0.9;
    usage.system_seconds = 0.1;
    CHECK(rate_said_of(directory).find(
              "more than the 1.1 cores that the ranks kept busy can compute (at most 430 Gflop/s)") !=
          std::string::npos);
    usage.user_seconds = 20; // threads
    CHECK(rate_said_of(directory) == "nothing");
}

TEST_CASE("results with rates that the cores cannot reach are impossible", "[findings]") {
    const auto result = [](double value, const char* unit) {
        RunDirectory directory = declaring(0, 0);
        formats::ResultValue each;
        each.name = "speed";
        each.unit = unit;
        each.line = 7;
        each.value = formats::Spread{value, value, value};
        directory.run.summary.results.push_back(each);
        return directory;
    };
    CHECK(
        rate_said_of(result(3.8e6, "Mflop/s")) ==
        "Result `speed` (line 7) is 3.8e+03 Gflop/s, more than the 2 cores of its ranks can compute (at most "
        "768 Gflop/s): the compiler may have removed statements whose results nobody reads "
        "(`loop::keep(value)` prevents that), another device may do the work, or the count from which it was "
        "calculated is too large.");
    CHECK(impossible_rate(result(3.8e6, "Mflop/s"))->line == 7);
    for (const char* unit : {"flop/s", "kflop/s", "Gflop/s", "TFLOPS", "B/s", "GB/s", "GiB/s", "MB/s"})
        CHECK(rate_said_of(result(1e16, unit)) != "nothing");
    for (const char* unit : {"s", "", "us", "B", "flop", "messages/s", "xB/s", "flop/B", "1/s"})
        CHECK(rate_said_of(result(1e16, unit)) == "nothing");
    CHECK(rate_said_of(result(700, "Gflop/s")) == "nothing");
    CHECK(rate_said_of(result(40, "GB/s")) == "nothing");
    RunDirectory none = result(1, "GB/s");
    none.run.summary.results[0].value.reset();
    CHECK(rate_said_of(none) == "nothing");
}
