#pragma once

#include "report/compare/forms.h"
#include "report/document/forms.h"
#include "target.h"

namespace loop_fuzz {

/// Compares, and looks at every form of what comes out. Throws report::FormatError as the comparison does.
inline void expect_good_comparison(std::vector<loop::report::Contender> contenders) {
    using namespace loop::report;
    name_contenders(contenders);
    const Comparison comparison = compare(std::move(contenders));
    expect_clean(text_form(comparison_document(comparison)));
    expect_clean(comparison_csv(comparison));
    expect_clean(html_form(comparison_document(comparison)));
    expect_json(comparison_json(comparison).dump());
}

} // namespace loop_fuzz
