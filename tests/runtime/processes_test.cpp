#include "stall/processes.h"

#include <catch2/catch.hpp>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

TEST_CASE("a process is gone when it has ended, and not because this one may open no more files") {
    const pid_t child = fork();
    if (child == 0) _exit(0);
    waitpid(child, nullptr, 0);
    CHECK(loop::is_gone(child));
    CHECK(!loop::is_gone(getpid()));

    rlimit usual{};
    getrlimit(RLIMIT_NOFILE, &usual);
    const rlimit none{0, usual.rlim_max};
    setrlimit(RLIMIT_NOFILE, &none);
    const bool is_gone = loop::is_gone(getpid()), is_held = loop::is_held(getpid());
    setrlimit(RLIMIT_NOFILE, &usual);
    CHECK(!is_gone);
    CHECK(!is_held);
}
