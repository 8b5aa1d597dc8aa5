// Catch under MPI: every rank runs all tests in the same order inside one session; the failures of all are
// summed.
#define CATCH_CONFIG_RUNNER
#include "ranks.h"

#include <loop/loop.h>

#include <catch2/catch.hpp>

#include <algorithm>
#include <iostream>
#include <sstream>

int me = 0;
int ranks = 1;

namespace {
const loop::Program loop_program("runtime_test", "runtime_test.loop", "0", loop::CommandLine::program, {});
}

int main(int argc, char** argv) {
    loop::open0(&ranks, &me, nullptr, nullptr, 0);
    Catch::Session session;
    int failures = session.applyCommandLine(argc, argv);
    if (failures == 0) {
        std::ostringstream report; // one report at a time, and only where there is something to say
        std::streambuf* const terminal = std::cout.rdbuf(report.rdbuf());
        failures = session.run();
        std::cout.rdbuf(terminal);
        if (failures != 0 || me == 0) std::cout << "rank " << me << ":\n" << report.str() << std::flush;
    }
    gsum0(&failures, 1, 2, 0, 0);
    bcast0(&failures, sizeof failures, 0, 0);
    loop::close0();
    return std::min(failures, 100);
}
