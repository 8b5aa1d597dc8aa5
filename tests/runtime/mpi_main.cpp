// Catch under MPI: every rank runs all tests in the same order within one session; failures are summed over
// ranks.
#define CATCH_CONFIG_RUNNER
#include "../catch_session.h"
#include "ranks.h"

#include <loop/loop.h>

#include <catch2/catch.hpp>
#include <sys/utsname.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <sstream>

int me = 0;
int ranks = 1;

// Without mpi.h, because these objects are linked with each MPI library.
extern "C" int MPI_Init(int*, char***);
extern "C" int MPI_Finalize();

namespace {
int pretended_nodes = 0;

int launcher_rank() {
    for (const char* name : {"PMI_RANK", "OMPI_COMM_WORLD_RANK"}) {
        if (const char* text = std::getenv(name)) return std::atoi(text);
    }
    return 0;
}

const loop::Program loop_program("runtime_test", "runtime_test.loop", "0", loop::CommandLine::program,
                                 {"size", "iterations"}, {});
} // namespace

// The runtime distinguishes nodes by host name: this process pretends to be on one of several nodes.
extern "C" int gethostname(char* name, size_t size) noexcept {
    utsname system{};
    uname(&system);
    const int node = pretended_nodes == 0 ? 0 : launcher_rank() % pretended_nodes;
    std::snprintf(name, size, pretended_nodes == 0 ? "%.50s" : "%.50s-%d", system.nodename, node);
    return 0;
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    if (const char* nodes = std::getenv("LOOP_TEST_NODES")) pretended_nodes = std::atoi(nodes);
    loop::open0(&ranks, &me, nullptr, nullptr, 0);
    Catch::Session session;
    session.configData() = strict_config();
    int failures = session.applyCommandLine(argc, argv);
    if (failures == 0) {
        std::ostringstream report; // ranks report in turn, and only failures
        std::streambuf* const terminal = std::cout.rdbuf(report.rdbuf());
        failures = session.run();
        std::cout.rdbuf(terminal);
        if (failures != 0 || me == 0) std::cout << "rank " << me << ":\n" << report.str() << std::flush;
    }
    gsum0(&failures, 1, 2, 0, 0);
    bcast0(&failures, sizeof failures, 0, 0);
    loop::close0();
    MPI_Finalize();
    return std::min(failures, 100);
}
