// Times LOOP's operations with more ranks than cores. `--set operation=NAME` selects the operation.

#include "crowd.h"

#include <loop/loop.h>

namespace {

const loop::Program loop_program("crowd", "crowd.loop", "0", loop::CommandLine::runtime, {},
                                 {{"operation", "std::string", "sync0", "what to time"}});

const bench::Operation operations[] = {
    {"sync0", [] { sync0(); }},
    {"COMMUNICATE", [] { loop::communicate(8, 1, 1); }},
    {"MULTIBCAST0", [] { loop::multibcast0(1000); }},
    {"gsum0",
     [] {
         double value = 1;
         gsum0(&value, 1, 5, 0, 0);
     }},
};

} // namespace

int main() {
    int me = 0;
    loop::open0(nullptr, &me, nullptr, nullptr, 0);
    const auto name = loop::param<std::string>("operation", "sync0", "what to time");
    for (const auto& operation : operations) {
        if (name != operation.name) continue;
        bench::measure_crowd(
            operation, me, [](int& count) { bcast0(&count, sizeof count, 0, 0); }, [] { sync0(); });
    }
    loop::close0();
    return 0;
}
