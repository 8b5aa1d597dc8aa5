// Reports of the host watchdogs during a launch. The first byte is the number of ranks; the rest is one
// report per host.
#include "runner/outcome/hang/host_watchdogs.h"
#include "runner/outcome/hang/watch.h"
#include "runner/outcome/verdict.h"
#include "runner/run/launch_series.h"
#include "target.h"

#include <cstring>

using namespace loop;
using namespace loop::runner;

namespace {

/// The rank in the name of the report's file, if the launch has this rank; else `otherwise`.
int first_rank(const std::string& report, int ranks, int otherwise) {
    constexpr std::size_t at =
        sizeof(HostReport) + offsetof(StalledRank, status) + offsetof(RankStatus, rank);
    std::int32_t rank = -1;
    if (report.size() >= at + sizeof rank) std::memcpy(&rank, report.data() + at, sizeof rank);
    return rank >= 0 && rank < ranks ? rank : otherwise;
}

/// Sets the right checksum; otherwise, a changed report would be ignored.
void put_checksum(std::string& report) {
    if (report.size() < sizeof(HostReport)) return;
    const std::uint64_t sum = report_checksum(report.data(), report.size());
    std::memcpy(report.data() + offsetof(HostReport, checksum), &sum, sizeof sum);
}

/// The result of a launch that was ended because all of its ranks were stalled.
LaunchResult hung_launch(const std::filesystem::path& records, int ranks) {
    const HostWatchdogs watchdogs(records, ranks);
    HangWatch watch(look_at_hosts(records, ranks), {0.0, 1});
    LaunchResult launch;
    launch.end.hung = true;
    if (watch.look(HangClock::now()) || watch.look(HangClock::now()))
        launch.end.stall_seconds = watch.stall_seconds();
    launch.ranks = read_outcomes(records, ranks, "");
    watchdogs.add_newer(launch.ranks);
    return launch;
}

void stop(const std::filesystem::path& records, int ranks) {
    HostWatchdogs watchdogs(records, ranks);
    const auto now = HangClock::now();
    watchdogs.request_traces(now);
    if (!watchdogs.have_flushed(now) && !watchdogs.have_flushed(now + std::chrono::minutes(1)))
        loop_fuzz::broken("a host watchdog that is silent is not waited for");
}

} // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    const int ranks = 1 + data[0] % 16;
    std::vector<std::string> reports = loop_fuzz::pieces(data + 1, size - 1, 1);
    const loop_fuzz::Folder folder;
    const auto put_all = [&] {
        for (std::size_t i = 0; i < reports.size() && i < 16; ++i) {
            put_checksum(reports[i]);
            const int first = first_rank(reports[i], ranks, static_cast<int>(i));
            folder.put(host_report_file({}, first).string(), reports[i]);
        }
    };
    put_all();
    for (const std::string& sentence : end_sentences(hung_launch(folder.path(), ranks), "a.loop"))
        loop_fuzz::expect_clean(sentence);
    put_all(); // the end of the launch removed them
    stop(folder.path(), ranks);
    return 0;
}
