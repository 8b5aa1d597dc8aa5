#include "runner/outcome/hang/host_watchdogs.h"
#include "runner/outcome/hang/watch.h"
#include "runner/system/files.h"
#include "support.h"

#include <catch2/catch.hpp>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstring>
#include <limits>

using namespace loop;
using namespace loop::runner;

namespace {

namespace fs = std::filesystem;

RankStatus waiting_rank(int rank) {
    RankStatus status{};
    std::memcpy(status.magic, rank_status_magic, sizeof status.magic);
    status.rank = rank;
    status.lifecycle = static_cast<int>(RankState::HostCode);
    status.waiting = pack_waiting(one_wait, WaitKind::Construct, waits_for_partners);
    return status;
}

/// A host, as its watchdog reports it.
struct Host {
    fs::path records;
    std::vector<int> ranks;
    std::int64_t heartbeat = 0;
    HostState state = HostState::Stalled;
    std::vector<RankStatus> statuses{};

    std::string bytes(double seconds) const {
        HostReport head{};
        std::memcpy(head.magic, host_report_magic, sizeof head.magic);
        head.heartbeat = heartbeat;
        head.state = static_cast<int>(state);
        head.ranks = static_cast<int>(ranks.size());
        head.seconds = seconds;
        std::string all(reinterpret_cast<const char*>(&head), sizeof head);
        for (std::size_t i = 0; i < ranks.size(); ++i) {
            const StalledRank one{seconds, i < statuses.size() ? statuses[i] : waiting_rank(ranks[i])};
            all.append(reinterpret_cast<const char*>(&one), sizeof one);
        }
        return with_checksum(all);
    }
    static std::string with_checksum(std::string all) {
        const std::uint64_t sum = report_checksum(all.data(), all.size());
        std::memcpy(all.data() + offsetof(HostReport, checksum), &sum, sizeof sum);
        return all;
    }
    void put(const std::string& text) const { write_file(host_report_file(records, ranks.front()), text); }
    void report(double seconds) {
        ++heartbeat;
        put(bytes(seconds));
    }
};

HangClock::time_point moment(double seconds) {
    return HangClock::time_point(
        std::chrono::duration_cast<HangClock::duration>(std::chrono::duration<double>(seconds)));
}

} // namespace

TEST_CASE("ranks of several hosts hang if every host has reported a stall as long as the limit", "[hang]") {
    const TemporaryDirectory folder;
    Host one{folder.path(), {0, 2}};
    Host other{folder.path(), {1, 3}};
    HangWatch watch(look_at_hosts(folder.path(), 4), {5.0, 1});
    int now = 100, begun = 100; // both are stalled since `begun`
    const auto hangs_before = [&](int end, bool both = true) {
        for (; now < end; ++now) {
            one.report(now - begun);
            if (both) other.report(now - begun);
            if (watch.look(moment(now + 0.5))) return true;
        }
        return false;
    };
    SECTION("but not before the reports show it") {
        CHECK_FALSE(hangs_before(106));
        CHECK(hangs_before(109));
        REQUIRE(watch.stall_seconds().size() == 4);
        CHECK(watch.stall_seconds()[3] == now - begun);
    }
    SECTION("not while one host is silent") {
        CHECK_FALSE(hangs_before(103));
        CHECK_FALSE(hangs_before(200, false));
        CHECK_FALSE(hangs_before(201));
        CHECK(hangs_before(203)); // its reports arrive again, and it was stalled all the time
    }
    SECTION("not while ranks of one host move") {
        CHECK_FALSE(hangs_before(103));
        other.state = HostState::Progresses;
        other.report(0);
        CHECK_FALSE(hangs_before(200, false));
        other.state = HostState::Stalled;
        begun = now;
        CHECK_FALSE(hangs_before(206));
        CHECK(hangs_before(210));
    }
    SECTION("not if one host has never reported") {
        CHECK_FALSE(hangs_before(200, false));
    }
    SECTION("not if the hosts stalled one after the other") {
        CHECK_FALSE(hangs_before(104));
        // The other host stalls only after the first host's last report.
        for (const int last = now; now < 120; ++now) {
            other.report(now - last);
            CHECK_FALSE(watch.look(moment(now + 0.5)));
        }
    }
    SECTION("not if all ranks have finished") {
        for (Host* host : {&one, &other})
            for (const int rank : host->ranks) {
                host->statuses.push_back(waiting_rank(rank));
                host->statuses.back().lifecycle = static_cast<int>(RankState::Closed);
            }
        CHECK_FALSE(hangs_before(200));
    }
}

TEST_CASE("a late report says nothing about the time after it was written", "[hang]") {
    const TemporaryDirectory folder;
    Host one{folder.path(), {0}};
    Host other{folder.path(), {1}};
    HangWatch watch(look_at_hosts(folder.path(), 2), {5.0, 1});
    one.report(0);
    for (int now = 100; now < 140; ++now) {
        if (now == 120) one.report(6); // written at 106: the host may have progressed since
        other.report(now - 100);
        CHECK_FALSE(watch.look(moment(now)));
    }
}

TEST_CASE("an incomplete report is ignored", "[hang]") {
    const TemporaryDirectory folder;
    Host host{folder.path(), {1, 2}};
    host.report(3);
    const std::string good = host.bytes(3);
    REQUIRE(read_host_report(folder.path(), 1, 4));
    CHECK(read_host_report(folder.path(), 1, 4)->ranks[1].status.rank == 2);
    CHECK_FALSE(read_host_report(folder.path(), 0, 4));
    CHECK_FALSE(read_host_report(folder.path(), 1, 2)); // the launch has fewer ranks
    for (std::size_t i = 0; i < good.size(); i += 7) {
        std::string damaged = good;
        damaged[i] = static_cast<char>(damaged[i] ^ 1);
        host.put(damaged);
        CHECK_FALSE(read_host_report(folder.path(), 1, 4));
        host.put(good.substr(0, i));
        CHECK_FALSE(read_host_report(folder.path(), 1, 4));
    }
    SECTION("also if it has values that no watchdog writes") {
        host.put(host.bytes(std::numeric_limits<double>::quiet_NaN()));
        CHECK_FALSE(read_host_report(folder.path(), 1, 4));
        for (const std::vector<int>& ranks : {std::vector<int>{1, 1}, {1, 4}, {1, -1}, {1, 0}}) {
            Host odd{folder.path(), ranks};
            odd.report(3);
            CHECK_FALSE(read_host_report(folder.path(), 1, 4));
        }
        host.state = static_cast<HostState>(9);
        host.report(3);
        CHECK_FALSE(read_host_report(folder.path(), 1, 4));
    }
    SECTION("and does not count as progress of its ranks") {
        Host all{folder.path(), {0, 1}};
        HangWatch watch(look_at_hosts(folder.path(), 2), {std::nullopt, 1});
        for (int now = 100; now < 105; ++now) {
            all.report(now - 100);
            CHECK_FALSE(watch.look(moment(now)));
        }
        all.put(good.substr(0, 100));
        CHECK_FALSE(watch.look(moment(105)));
        CHECK(watch.limit_seconds() == 10);
    }
}

TEST_CASE("watchdogs are asked for traces, and the runner waits for those that have reported", "[hang]") {
    const TemporaryDirectory folder;
    {
        HostWatchdogs watchdogs(folder.path(), 4);
        CHECK(read_file(folder.path() / "order") == order_to_look);
        watchdogs.request_traces(moment(100));
        CHECK(watchdogs.have_flushed(moment(100))); // there is no watchdog
        Host one{folder.path(), {0, 2}};
        Host other{folder.path(), {1, 3}};
        one.report(0);
        other.report(0);
        watchdogs.request_traces(moment(101));
        CHECK(read_file(folder.path() / "order") == order_to_stop);
        CHECK_FALSE(watchdogs.have_flushed(moment(101)));
        one.state = HostState::Flushed;
        one.report(0);
        CHECK_FALSE(watchdogs.have_flushed(moment(102)));
        SECTION("until all have flushed or left") {
            other.state = HostState::Left;
            other.report(0);
            CHECK(watchdogs.have_flushed(moment(103)));
        }
        SECTION("longer if they still report after the order") {
            other.report(0);
            CHECK_FALSE(watchdogs.have_flushed(moment(109)));
        }
        SECTION("but not for silent ones") {
            CHECK_FALSE(watchdogs.have_flushed(moment(104)));
            CHECK(watchdogs.have_flushed(moment(106)));
        }
    }
    CHECK(fs::is_empty(folder.path()));
}

TEST_CASE("a status from a watchdog is used if it is newer", "[hang]") {
    const TemporaryDirectory folder;
    const HostWatchdogs watchdogs(folder.path(), 2);
    std::vector<RankStatus> own{waiting_rank(0), waiting_rank(1)};
    own[1].sequence = 5;
    for (const RankStatus& status : own)
        write_file(folder.path() / ("rank-" + std::to_string(status.rank) + ".status"),
                   {reinterpret_cast<const char*>(&status), sizeof status});
    Host host{folder.path(), {0, 1}};
    host.statuses = own;
    host.statuses[0].sequence = 3;
    host.statuses[1].sequence = 4;
    host.report(1);
    std::vector<RankOutcome> outcomes = read_outcomes(folder.path(), 2, "x");
    watchdogs.add_newer(outcomes);
    CHECK(outcomes[0].last_seen->sequence == 3);
    CHECK(outcomes[1].last_seen->sequence == 5);

    RankStatus before = waiting_rank(0), after = before;
    CHECK_FALSE(is_newer(after, before));
    after.waiting = 2 * one_wait;
    CHECK(is_newer(after, before));
    before.lifecycle = static_cast<int>(RankState::Closed);
    CHECK_FALSE(is_newer(after, before));
}

TEST_CASE("a process that is stopped or debugged does not count as stalled", "[hang]") {
    const pid_t child = ::fork();
    if (child == 0) {
        ::pause();
        ::_exit(0);
    }
    REQUIRE(child > 0);
    const TemporaryDirectory folder;
    RankStatus status = waiting_rank(0);
    status.pid = child;
    write_file(folder.path() / "rank-0.status", {reinterpret_cast<const char*>(&status), sizeof status});
    HangWatch watch(look_at_local_ranks(folder.path(), 1), {5.0, 1});
    int state = 0;
    ::kill(child, SIGSTOP);
    ::waitpid(child, &state, WUNTRACED);
    for (int now = 100; now < 120; ++now)
        CHECK_FALSE(watch.look(moment(now)));
    ::kill(child, SIGCONT);
    ::waitpid(child, &state, WCONTINUED);
    for (int now = 120; now < 124; ++now)
        CHECK_FALSE(watch.look(moment(now)));
    CHECK(watch.look(moment(126)));
    ::kill(child, SIGKILL);
    ::waitpid(child, &state, 0);
}
