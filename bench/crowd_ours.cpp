// More ranks than cores: operations of LOOP. Arguments: the names of the operations to time.

#include "crowd.h"

#include <loop/loop.h>

namespace {

const loop::Program loop_program("crowd", "crowd.loop", "0", loop::CommandLine::program, {});

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

int main(int argc, char** argv) {
    int me = 0;
    loop::open0(nullptr, &me, nullptr, nullptr, 0);
    for (int i = 1; i < argc; ++i) {
        for (const auto& operation : operations) {
            if (std::string(argv[i]) != operation.name) continue;
            bench::measure_crowd(
                operation, me, [](int& count) { bcast0(&count, sizeof count, 0, 0); }, [] { sync0(); });
        }
    }
    loop::close0();
    return 0;
}
