// The settings of `loop clue`.
#include "runner/campaign/clue.h"
#include "runner/system/failure.h"
#include "target.h"

using namespace loop::runner;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    try {
        parse_clue(loop_fuzz::text_of(data, size), "a.toml");
    } catch (const Failure&) {
    }
    return 0;
}
