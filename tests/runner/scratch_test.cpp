#include "runner/launch/scratch.h"
#include "runner/system/process.h"

#include <catch2/catch.hpp>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <optional>

using namespace loop::runner;
namespace fs = std::filesystem;

namespace {

/// A separate TMPDIR for the test.
struct Temporary {
    Temporary() {
        if (const char* value = std::getenv("TMPDIR")) before = value;
        ::setenv("TMPDIR", folder.path().c_str(), 1);
    }
    ~Temporary() {
        if (before)
            ::setenv("TMPDIR", before->c_str(), 1);
        else
            ::unsetenv("TMPDIR");
    }

    fs::path made(const std::string& name) const {
        const fs::path path = folder.path() / name;
        fs::create_directory(path);
        std::ofstream(path / "file") << "something";
        return path;
    }

    TemporaryDirectory folder;
    std::optional<std::string> before;
};

const std::string some_id = "00000000000000aa", other_id = "00000000000000bb", third_id = "00000000000000cc";

} // namespace

TEST_CASE_METHOD(Temporary, "the folders of a launch exist as long as the launch", "[scratch]") {
    std::map<std::string, std::string> environment;
    {
        const Scratch scratch(some_id);
        scratch.add_to(environment);
        CHECK(fs::is_directory(environment["TMPDIR"]));
        CHECK(environment["TMPDIR"] == folder.path() / ("loop-" + some_id));
    }
    CHECK_FALSE(fs::exists(environment["TMPDIR"]));
}

TEST_CASE_METHOD(Temporary, "the next launch removes only what a killed command left", "[scratch]") {
    const fs::path abandoned = made("loop-" + some_id), other = made("loop-notes"),
                   longer = made("loop-" + some_id + "0");
    const Scratch living(other_id);
    const Scratch next(third_id);
    CHECK_FALSE(fs::exists(abandoned));
    CHECK(fs::exists(other));
    CHECK(fs::exists(longer));
    CHECK(fs::exists(folder.path() / ("loop-" + other_id)));
    CHECK(fs::exists(folder.path() / ("loop-" + third_id)));
}

TEST_CASE_METHOD(Temporary, "folders that a process of the launch still uses stay", "[scratch]") {
    const fs::path used = made("loop-" + some_id);
    std::optional<Process> user(std::in_place, Command{{"sleep", "300"}, {{"TMPDIR", used.string()}}, true},
                                1, 2);
    const Scratch next(other_id);
    CHECK(fs::exists(used));
    user.reset();
    const Scratch after(third_id);
    CHECK_FALSE(fs::exists(used));
}

TEST_CASE("a program ends with the command that started it", "[process]") {
    std::array<int, 2> ends{};
    REQUIRE(::pipe(ends.data()) == 0);
    const pid_t command = ::fork();
    if (command == 0) {
        Process program(Command{{"sleep", "300"}, {}, true}, 1, 2);
        const pid_t id = program.id();
        [[maybe_unused]] const ssize_t told = ::write(ends[1], &id, sizeof id);
        ::kill(::getpid(), SIGKILL);
    }
    pid_t program = -1;
    REQUIRE(::read(ends[0], &program, sizeof program) == sizeof program);
    ::waitpid(command, nullptr, 0);
    const Descriptor handle = process_handle(program);
    pollfd ended{handle.get(), POLLIN, 0};
    CHECK((!handle.is_open() || ::poll(&ended, 1, 20000) == 1));
    ::close(ends[0]);
    ::close(ends[1]);
}
