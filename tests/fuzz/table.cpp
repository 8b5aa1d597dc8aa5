// A table of published times, compared with itself.
#include "target.h"

#include "report/compare/forms.h"
#include "report/compare/published.h"

using namespace loop::report;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    try {
        std::vector<Contender> contenders =
            published_contenders(std::string(loop_fuzz::text_of(data, size)), "a.csv");
        name_contenders(contenders);
        const Comparison comparison = compare(std::move(contenders));
        loop_fuzz::expect_clean(comparison_text(comparison));
        loop_fuzz::expect_clean(comparison_csv(comparison));
        loop_fuzz::expect_clean(comparison_html(comparison));
        loop_fuzz::expect_json(comparison_json(comparison).dump());
    } catch (const FormatError&) {
    }
    return 0;
}
