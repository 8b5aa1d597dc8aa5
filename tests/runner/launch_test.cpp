#include "runner/launch/job.h"
#include "runner/launch/launch.h"
#include "runner/launch/orphans.h"
#include "support.h"

#include <catch2/catch.hpp>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <thread>

using namespace loop::runner;
namespace fs = std::filesystem;

namespace {

struct Fixture {
    TemporaryDirectory folder;
    Interrupts interrupts;

    Launch launch(std::vector<std::string> arguments) const {
        Launch result;
        result.arguments = std::move(arguments);
        result.environment["LOOP_PARAMETERS"] = folder.path() / "parameters";
        result.mark = "LOOP_PARAMETERS=" + (folder.path() / "parameters").string();
        result.folder = folder.path();
        return result;
    }
};

} // namespace

TEST_CASE_METHOD(Fixture, "the first signal is held back if requested, the second one is not", "[launch]") {
    int heard = 0;
    interrupts.hold_first([&](int signal) { heard = signal; });
    std::raise(SIGINT);
    CHECK(interrupts.take() == 0);
    CHECK(heard == SIGINT);
    std::raise(SIGINT); // `timeout` sends the process its signal twice
    CHECK(interrupts.take() == 0);
    std::raise(SIGTERM);
    CHECK(interrupts.take() == SIGTERM);
    CHECK(interrupts.held() == SIGINT);
    std::raise(SIGINT);
    CHECK(interrupts.take() == SIGINT);
    CHECK(interrupts.held() == 0);
}

TEST_CASE_METHOD(Fixture, "output goes to files, and stdin is empty", "[launch]") {
    const LaunchEnd end = run_launch(launch({"sh", "-c", "cat; echo out; echo err >&2; exit 3"}), interrupts);
    CHECK(end.status.code == 3);
    CHECK(read_file(folder.path() / "stdout") == "out\n");
    CHECK(read_file(folder.path() / "stderr") == "err\n");
}

TEST_CASE_METHOD(Fixture, "a launch is stopped if its ranks are done but do not end", "[launch]") {
    Launch lingering = launch({"sleep", "300"});
    lingering.timeout_seconds = 60;
    lingering.is_done = [] { return true; };
    const LaunchEnd end = run_launch(lingering, interrupts);
    CHECK(end.lingered);
    CHECK(!end.timed_out);
    CHECK(processes_of_launch(0, lingering.mark).empty());
    Launch brief = launch({"sleep", "2"});
    brief.is_done = [] { return true; };
    CHECK(!run_launch(brief, interrupts).lingered);
}

TEST_CASE_METHOD(Fixture, "what a command of the user leaves running goes on, unless it is stopped",
                 "[launch]") {
    Launch direct = launch({"sh", "-c", "sleep 300 </dev/null >/dev/null 2>&1 & exit 3"});
    direct.direct = true;
    CHECK(run_launch(direct, interrupts).status.code == 3);
    const std::vector<pid_t> left = processes_of_launch(0, direct.mark);
    REQUIRE(left.size() == 1);
    CHECK(is_of_launch(left[0], direct.mark));
    CHECK_FALSE(is_of_launch(::getpid(), direct.mark));
    CHECK(kill_launch(0, direct.mark) == 1);
    CHECK_FALSE(fs::exists(folder.path() / "stdout"));
    direct.arguments = {"sh", "-c", "sleep 300 & sleep 300"};
    direct.timeout_seconds = 0.5;
    CHECK(run_launch(direct, interrupts).timed_out);
    CHECK(processes_of_launch(0, direct.mark).empty());
}

TEST_CASE_METHOD(Fixture, "a timeout kills all processes, also those in other sessions", "[launch]") {
    Launch stopped = launch({"sh", "-c", "setsid sleep 300 & trap '' TERM; sleep 300"});
    stopped.timeout_seconds = 1;
    bool asked = false;
    stopped.before_stop = [&] {
        asked = !processes_of_launch(0, stopped.mark).empty();
        return std::vector<pid_t>{};
    };
    const LaunchEnd end = run_launch(stopped, interrupts);
    CHECK(end.timed_out);
    CHECK(asked);
    CHECK(processes_of_launch(0, stopped.mark).empty());
}

TEST_CASE_METHOD(Fixture, "ranks write their traces before their launcher is stopped", "[launch]") {
    // Like MPICH's launcher: kills its ranks on SIGTERM, and when one of them has ended.
    write_file(folder.path() / "rank", "trap 'sleep 0.4; echo said >said-$1; exit 1' TERM\n"
                                       "[ $1 = 1 ] && trap 'echo said >said-$1; exit 1' TERM\n"
                                       "echo $$ >>ranks\nsleep 300 & wait\n");
    write_file(folder.path() / "launcher",
               "sh rank 0 & first=$!\nsh rank 1 & second=$!\n"
               "trap 'kill -9 $first $second' TERM\nwait $second\nkill -9 $first\n");
    Launch stopped = launch({"env", "-C", folder.path(), "sh", "launcher"});
    stopped.timeout_seconds = 2;
    stopped.before_stop = [&] {
        std::vector<pid_t> ranks;
        std::ifstream file(folder.path() / "ranks");
        for (pid_t id = 0; file >> id;)
            ranks.push_back(id);
        return ranks;
    };
    const LaunchEnd end = run_launch(stopped, interrupts);
    CHECK(end.timed_out);
    for (const char* word : {"said-0", "said-1"})
        CHECK(fs::exists(folder.path() / word));
    CHECK(processes_of_launch(0, stopped.mark).empty());
}

TEST_CASE_METHOD(Fixture, "processes that outlive the launcher are killed and counted", "[launch]") {
    const Launch good = launch({"sh", "-c", "setsid sleep 300 >/dev/null 2>&1 &"});
    const LaunchEnd end = run_launch(good, interrupts);
    CHECK(end.status.good());
    CHECK(end.swept >= 1);
    CHECK(processes_of_launch(0, good.mark).empty());
}

TEST_CASE_METHOD(Fixture, "a process is found also during exec", "[looks]") {
    const fs::path script = folder.path() / "again";
    write_file(script, "#!/bin/sh\nexec \"$0\"\n");
    fs::permissions(script, fs::perms::owner_all);
    const std::string mark = "LOOP_PARAMETERS=" + (folder.path() / "again-and-again").string();
    const pid_t id = ::fork();
    if (id == 0) {
        ::putenv(const_cast<char*>(mark.c_str()));
        ::execl(script.c_str(), script.c_str(), nullptr);
        ::_exit(1);
    }
    for (int tries = 0; tries < 6000 && processes_of_launch(0, mark).empty(); ++tries)
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    int seen = 0;
    for (int look = 0; look < 200; ++look)
        seen += processes_of_launch(0, mark).size() == 1 ? 1 : 0;
    ::kill(id, SIGKILL);
    ::waitpid(id, nullptr, 0);
    CHECK(seen == 200);
}

TEST_CASE_METHOD(Fixture, "a signal stops the launch", "[launch]") {
    const Launch long_one = launch({"sleep", "300"});
    std::thread sender([] {
        std::this_thread::sleep_for(std::chrono::milliseconds(200));
        ::kill(::getpid(), SIGTERM);
    });
    const LaunchEnd end = run_launch(long_one, interrupts);
    sender.join();
    CHECK(end.interrupted_by == SIGTERM);
    CHECK(end.status.signal == SIGTERM);
}

TEST_CASE_METHOD(Fixture, "the error for a missing launcher names its package", "[launch]") {
    Launch absent = launch({"mpiexec.none"});
    absent.package = "mpich";
    CHECK(failure_of([&] { run_launch(absent, interrupts); }) ==
          "cannot start `mpiexec.none`: No such file or directory | "
          "install the Debian package `mpich`: apt-get install mpich");
}

TEST_CASE("signals have names", "[launch]") {
    CHECK(signal_text(SIGSEGV) == "signal 11 (segmentation fault)");
}

TEST_CASE("processes that end during the search are skipped", "[looks]") {
    std::vector<pid_t> restless(3);
    for (pid_t& id : restless) {
        id = ::fork();
        if (id != 0) continue;
        for (;;) {
            const pid_t child = ::fork();
            if (child == 0) ::_exit(0);
            ::waitpid(child, nullptr, 0);
        }
    }
    for (int look = 0; look < 200; ++look)
        CHECK(processes_of_launch(0, "LOOP_PARAMETERS=nobody's").empty());
    for (const pid_t id : restless) {
        ::kill(id, SIGKILL);
        ::waitpid(id, nullptr, 0);
    }
}

TEST_CASE("a quiet job is polled less often, but never a tenth too late", "[launch]") {
    using std::chrono::milliseconds;
    CHECK(poll_interval_after(milliseconds(0)) == milliseconds(50));
    CHECK(poll_interval_after(milliseconds(1000)) == milliseconds(50));
    for (const int quiet : {2000, 10000, 30000})
        CHECK(poll_interval_after(milliseconds(quiet)) <= milliseconds(quiet / 10));
    CHECK(poll_interval_after(milliseconds(3600000)) == milliseconds(2000));
}

TEST_CASE("a job's time comes from its files, however late they are seen", "[launch]") {
    TemporaryDirectory folder;
    CHECK(job_seconds(folder.path()) == 0);
    write_file(folder.path() / "job.started", "");
    CHECK(job_seconds(folder.path()) == 0);
    write_file(folder.path() / "job.ended", "0\n");
    const auto begin = fs::last_write_time(folder.path() / "job.started");
    fs::last_write_time(folder.path() / "job.ended", begin + std::chrono::milliseconds(12500));
    CHECK(job_seconds(folder.path()) == 12.5);
    fs::last_write_time(folder.path() / "job.ended", begin - std::chrono::seconds(1));
    CHECK(job_seconds(folder.path()) == 0);
}
