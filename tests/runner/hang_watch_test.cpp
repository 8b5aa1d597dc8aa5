#include "runner/outcome/hang/watch.h"
#include "runner/system/files.h"
#include "runtime/stall/processes.h"
#include "support.h"

#include <catch2/catch.hpp>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <thread>

using namespace loop;
using namespace loop::runner;

namespace {

/// A records folder in which this process is every rank.
class Records {
public:
    explicit Records(int ranks) {
        for (int rank = 0; rank < ranks; ++rank) {
            RankStatus status{};
            std::memcpy(status.magic, rank_status_magic, sizeof status.magic);
            status.lifecycle = static_cast<int>(RankState::HostCode);
            status.pid = ::getpid();
            statuses.push_back(status);
        }
        write();
    }
    void wait(int rank) {
        statuses[static_cast<std::size_t>(rank)].waiting =
            pack_waiting(waits_ += one_wait, WaitKind::Construct, waits_for_partners);
    }
    void compute(int rank) { statuses[static_cast<std::size_t>(rank)].waiting = waits_; }
    void write() const {
        for (std::size_t rank = 0; rank < statuses.size(); ++rank)
            write_file(folder.path() / ("rank-" + std::to_string(rank) + ".status"),
                       {reinterpret_cast<const char*>(&statuses[rank]), sizeof statuses[rank]});
    }

    TemporaryDirectory folder;
    std::vector<RankStatus> statuses;

private:
    std::uint64_t waits_ = 0;
};

HangWatch::Clock::time_point at(double seconds) {
    return HangWatch::Clock::time_point(
        std::chrono::duration_cast<HangWatch::Clock::duration>(std::chrono::duration<double>(seconds)));
}

} // namespace

TEST_CASE("ranks hang if all of them wait for longer than the limit", "[hang]") {
    Records launch(2);
    HangWatch watch(look_at_local_ranks(launch.folder.path(), 2), {1.0, 1});
    launch.wait(0);
    launch.wait(1);
    launch.write();
    for (const double seconds : {1.0, 1.5, 2.0}) // until both are known to be stalled
        CHECK_FALSE(watch.look(at(seconds)));
    SECTION("when nothing moves") {
        CHECK_FALSE(watch.look(at(2.9)));
        CHECK(watch.look(at(3.1)));
        CHECK(watch.stall_seconds()[1] > 1);
    }
    SECTION("not while one of them computes, however long") {
        launch.compute(1);
        launch.write();
        for (const double seconds : {3.0, 5.0, 100.0, 1000.0})
            CHECK_FALSE(watch.look(at(seconds)));
    }
    SECTION("not while one of them waits anew each time") {
        for (const double seconds : {3.0, 5.0, 100.0, 1000.0}) {
            launch.wait(0);
            launch.write();
            CHECK_FALSE(watch.look(at(seconds)));
        }
    }
    SECTION("not where nothing is known of one") {
        std::filesystem::remove(launch.folder.path() / "rank-1.status");
        CHECK_FALSE(watch.look(at(10)));
        CHECK_FALSE(watch.look(at(20)));
        CHECK_FALSE(watch.look(at(40)));
    }
    SECTION("nor when all are done") {
        for (RankStatus& status : launch.statuses)
            status.lifecycle = static_cast<int>(RankState::Closed);
        launch.write();
        CHECK_FALSE(watch.look(at(10)));
        CHECK_FALSE(watch.look(at(20)));
        CHECK_FALSE(watch.look(at(40)));
    }
}

TEST_CASE("the limit adapts to the run", "[hang]") {
    Records launch(2);
    CHECK(HangWatch(look_at_local_ranks(launch.folder.path(), 2), {std::nullopt, 1}).limit_seconds() == 10);
    CHECK(HangWatch(look_at_local_ranks(launch.folder.path(), 2), {std::nullopt, 9}).limit_seconds() == 12);
    CHECK(HangWatch(look_at_local_ranks(launch.folder.path(), 2), {3.0, 9}).limit_seconds() == 3);
    HangWatch watch(look_at_local_ranks(launch.folder.path(), 2), {std::nullopt, 1});
    launch.wait(0);
    launch.wait(1);
    launch.write();
    for (const double seconds : {1.0, 1.5, 2.0, 5.0})
        watch.look(at(seconds));
    launch.wait(0);
    launch.write();
    watch.look(at(6)); // stalled from 2 to 6
    CHECK(watch.limit_seconds() == Approx(80));
    launch.statuses[0].place = pack_place(Construct::Exchange, 3, true);
    launch.statuses[0].arguments[0] = 100000000;
    launch.write();
    for (const double seconds : {7.0, 8.0})
        watch.look(at(seconds));
    CHECK(watch.limit_seconds() == Approx(80 + 10));
    // Impossible values that do not fit in the types of their fields.
    launch.statuses[0].arguments[0] = std::int64_t(1) << 62;
    launch.write();
    for (const double seconds : {9.0, 10.0})
        watch.look(at(seconds));
    CHECK(watch.limit_seconds() > 1e9);
}

TEST_CASE("if other threads may call MPI, CPU time is not considered", "[hang]") {
    Records launch(1);
    HangWatch watch(look_at_local_ranks(launch.folder.path(), 1), {1.0, 1});
    launch.wait(0);
    // This process has one more thread than its first one, about which nothing is known.
    std::atomic<bool> goes_on{true};
    std::thread sleeper([&] {
        while (goes_on)
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
    });
    launch.statuses[0].own_threads = count_threads(::getpid()) - 1;
    const auto hangs = [&] {
        launch.write();
        bool hangs = false;
        for (const double seconds : {1.0, 1.5, 2.0, 4.0, 6.0})
            hangs = watch.look(at(seconds));
        return hangs;
    };
    SECTION("one that sleeps may send yet") {
        CHECK_FALSE(hangs());
    }
    SECTION("one that waits in MPI does not") {
        launch.statuses[0].waiting_threads = 1;
        CHECK(hangs());
    }
    SECTION("one that cannot call MPI does not") {
        launch.statuses[0].own_threads = 0;
        CHECK(hangs());
    }
    goes_on = false;
    sleeper.join();
}

TEST_CASE("a rank that may wait for spawned or connected processes is not stalled", "[hang]") {
    Records launch(1);
    HangWatch watch(look_at_local_ranks(launch.folder.path(), 1), {1.0, 1});
    launch.wait(0);
    const bool has_outsiders = GENERATE(false, true);
    launch.statuses[0].own_threads = has_outsiders ? helped_by_outsiders : 0;
    launch.write();
    bool hangs = false;
    for (const double seconds : {1.0, 1.5, 2.0, 4.0, 6.0})
        hangs = watch.look(at(seconds));
    CHECK(hangs != has_outsiders);
}

TEST_CASE("ranks that have closed or refused are finalizing while rank 0 is", "[hang]") {
    Records launch(2);
    const auto finalising = [&](RankState of_0, int detail, RankState of_1) {
        launch.statuses[0].lifecycle = static_cast<int>(of_0);
        launch.statuses[0].detail = detail;
        launch.statuses[1].lifecycle = static_cast<int>(of_1);
        launch.write();
        return are_finalising(launch.folder.path(), 2);
    };
    CHECK(finalising(RankState::Closed, in_finalisation, RankState::Closed));
    CHECK_FALSE(finalising(RankState::Closed, 0, RankState::Closed));
    CHECK_FALSE(finalising(RankState::Closed, in_finalisation, RankState::HostCode));
    CHECK(finalising(RankState::Refused, 2, RankState::Refused));
    CHECK_FALSE(finalising(RankState::Refused, 2, RankState::HostCode));
    CHECK_FALSE(finalising(RankState::HostCode, 0, RankState::Refused));
}
