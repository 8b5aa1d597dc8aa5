// A table of published times, compared with itself.
#include "comparison.h"
#include "report/compare/published.h"
#include "target.h"

using namespace loop::report;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    try {
        loop_fuzz::expect_good_comparison(
            published_candidates(std::string(loop_fuzz::text_of(data, size)), "a.csv"));
    } catch (const FormatError&) {
    }
    return 0;
}
