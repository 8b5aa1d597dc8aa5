// schedule_clocks FILE SECONDS: the time at which the last rank ends, if a message takes so long; or what
// stalls.
#include "tests/schedule/clocks.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>

int main(int count, char** words) {
    if (count != 3) return 2;
    std::ifstream file(words[1]);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    try {
        const loop::tests::Clocks clocks =
            loop::tests::run_clocks(loop::schedule::read_schedule(text), std::atof(words[2]));
        if (!clocks.stalled.empty())
            fmt::print("stalled:\n{}", clocks.stalled);
        else
            fmt::print("{:.6f}\n", *std::max_element(clocks.ends.begin(), clocks.ends.end()));
    } catch (const loop::schedule::FormatError& error) {
        fmt::print("{}\n", error.what());
        return 1;
    }
}
