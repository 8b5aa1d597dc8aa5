#include "runner/launch/launcher_banner.h"

#include <catch2/catch.hpp>

using loop::runner::last_error_line;
using loop::runner::LauncherBanner;

namespace {

const std::string mpich =
    "\n" + std::string(83, '=') +
    "\n=   BAD TERMINATION OF ONE OF YOUR APPLICATION PROCESSES\n=   PID 9880 RUNNING AT vm\n"
    "=   EXIT CODE: 11\n=   CLEANING UP REMAINING PROCESSES\n"
    "=   YOU CAN IGNORE THE BELOW CLEANUP MESSAGES\n" +
    std::string(83, '=') +
    "\nYOUR APPLICATION TERMINATED WITH THE EXIT STRING: Segmentation fault (signal 11)\n"
    "This typically refers to a problem with your application.\n"
    "Please see the FAQ page for debugging suggestions\n";
const std::string dashes = std::string(74, '-') + "\n";
const std::string openmpi =
    dashes +
    "Primary job  terminated normally, but 1 process returned\n"
    "a non-zero exit code. Per user-direction, the job has been aborted.\n" +
    dashes + dashes +
    "mpiexec.openmpi noticed that process rank 1 with PID 0 on node vm exited on signal 11.\n" + dashes;

/// What is shown if the text comes in pieces of this size.
std::string shown(const std::string& text, std::size_t piece) {
    LauncherBanner banner;
    std::string result;
    for (std::size_t at = 0; at < text.size(); at += piece)
        result += banner.shown_of(text.substr(at, piece));
    return result + banner.rest();
}

} // namespace

TEST_CASE("the words of launchers about a failed rank are left out", "[launch]") {
    for (const std::size_t piece : {1UL, 7UL, 100UL, 10000UL}) {
        CHECK(shown("before\n" + mpich + "after\n", piece) == "before\n\nafter\n");
        CHECK(shown("before\n" + openmpi + "after", piece) == "before\nafter");
        CHECK(shown(mpich, piece) == "\n");
        CHECK(shown(openmpi + mpich, piece) == "\n");
    }
}

TEST_CASE("lines of other ranks within a banner are shown", "[launch]") {
    std::string mixed = mpich;
    mixed.insert(mixed.find("=   EXIT CODE"), "rank 2: still here\n");
    CHECK(shown(mixed, 10000) == "\nrank 2: still here\n");
    std::string endless = dashes + "Primary job  terminated normally, but 1 process returned\n";
    for (int i = 0; i < 20; ++i)
        endless += "line\n";
    CHECK(shown(endless, 10000).size() == 5 * 8);
}

TEST_CASE("all other output is shown", "[launch]") {
    const std::string rule(83, '=');
    for (const std::string& text :
         {std::string(), std::string("one line"), std::string("a\nb\n"), rule + "\n", rule,
          rule + "\ntable\n" + rule + "\n", dashes + "x | y\n" + dashes, dashes + dashes,
          std::string("==\n--\n=   BAD TERMINATION OF ONE\n"), std::string(74, '-')})
        for (const std::size_t piece : {1UL, 10UL, 1000UL})
            CHECK(shown(text, piece) == text);
}

TEST_CASE("a line that cannot begin a banner is shown before it ends", "[launch]") {
    LauncherBanner banner;
    CHECK(banner.shown_of("progress 10 %") == "progress 10 %");
    CHECK(banner.shown_of("\rprogress 20 %\n---") == "\rprogress 20 %\n");
    CHECK(banner.shown_of("x") == "---x");
    const std::string rule(70, '=');
    CHECK(banner.shown_of("\n" + rule + "\n") == "\n");
    CHECK(banner.shown_of("progress") == rule + "\nprogress");
}

TEST_CASE("the last words of a launch are the program's or the MPI library's", "[launch]") {
    CHECK(last_error_line("").empty());
    CHECK(last_error_line("first\nsecond") == "second");
    CHECK(last_error_line("error stack:\ninit_worker(71): No such device\n\n" + mpich + openmpi + " \n") ==
          "init_worker(71): No such device");
    CHECK(last_error_line(mpich).empty());
    CHECK(last_error_line("\033[2J\x01"
                          "red")
              .find('\033') == std::string::npos);
    CHECK(last_error_line(std::string(10000, 'x')).size() < 310);
}
