#include "runner/system/guardian.h"

#include <catch2/catch.hpp>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <fstream>
#include <functional>
#include <thread>

using namespace loop::runner;
namespace fs = std::filesystem;

namespace {

bool becomes(const std::function<bool()>& is_true) {
    for (int tries = 0; tries < 2400 && !is_true(); ++tries)
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
    return is_true();
}

/// Calls `action` in a child, which is then killed.
void in_killed_command(const std::function<void()>& action) {
    const pid_t child = ::fork();
    if (child == 0) {
        action();
        ::kill(::getpid(), SIGKILL);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    REQUIRE(WIFSIGNALED(status));
}

} // namespace

TEST_CASE("a guardian acts if its command is killed", "[process]") {
    const TemporaryDirectory folder;
    const fs::path told = folder.path() / "told";
    in_killed_command([&] {
        auto* const guardian = new Guardian({"touch", told.string()});
        (void)guardian;
    });
    CHECK(becomes([&] { return fs::exists(told); }));
}

TEST_CASE("a dismissed guardian does nothing, also if its command is killed later", "[process]") {
    const TemporaryDirectory folder;
    const fs::path told = folder.path() / "told", last = folder.path() / "last";
    in_killed_command([&] {
        { const Guardian dismissed({"touch", told.string()}); }
        auto* const guardian = new Guardian({"touch", last.string()});
        (void)guardian;
    });
    REQUIRE(becomes([&] { return fs::exists(last); }));
    CHECK_FALSE(fs::exists(told));
}

TEST_CASE("a guarded folder is removed if its command is killed, unless it is kept", "[process]") {
    const TemporaryDirectory parent;
    in_killed_command([&] {
        auto* const removed = new TemporaryDirectory(parent.path(), "removed");
        auto* const kept = new TemporaryDirectory(parent.path(), "kept");
        for (TemporaryDirectory* folder : {removed, kept}) {
            folder->guard();
            std::ofstream(folder->path() / "it's a $file") << "x";
        }
        kept->keep();
    });
    const auto names = [&] {
        std::string all;
        for (const auto& item : fs::directory_iterator(parent.path()))
            all += item.path().filename().string().substr(0, 4) + " ";
        return all;
    };
    CHECK(becomes([&] { return names() == "kept "; }));
}
