// Measures communication in a \PHASE; the argument is the size. The driver runs it in turn with verification
// on and off: the times that LOOP measures should be the same.

#include "rounds.h"

#include <loop/loop.h>

namespace {
const loop::Program loop_program("measured", "measured.loop", "0", loop::CommandLine::runtime, {},
                                 {{"passes", "int", "1000", "messages a phase"}});
}

int main() {
    int me = 0;
    loop::open0(nullptr, &me, nullptr, nullptr, 0);
    const int passes = loop::param<int>("passes", 1000, "messages a phase");
    const int size = loop::problem_size();
    for (int i = 0; i < 20; ++i)
        loop::communicate(size, 1, 1);
    sync0();
    for (int batch = 0; batch < 5; ++batch) {
        const loop::Phase phase("measured");
        for (int i = 0; i < passes; ++i)
            loop::communicate(size, 1, 1);
    }
    loop::close0();
    return 0;
}
