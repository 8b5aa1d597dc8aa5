// A table of published times, or of published figures of CLUE, compared with itself.
#include "clue_systems.h"
#include "comparison.h"
#include "report/compare/published.h"
#include "target.h"

using namespace loop::report;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(loop_fuzz::text_of(data, size));
    try {
        if (is_clue_table(text))
            loop_fuzz::expect_good_systems(published_systems(text, "a.csv"),
                                           published_systems(text, "a.csv"));
        else
            loop_fuzz::expect_good_comparison(published_candidates(text, "a.csv"));
    } catch (const FormatError&) {
    }
    return 0;
}
