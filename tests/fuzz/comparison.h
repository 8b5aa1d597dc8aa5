#pragma once

#include "report/compare/document.h"
#include "report/document/output_formats.h"
#include "target.h"

namespace loop_fuzz {

/// Compares, and checks the result in every output format. Throws report::FormatError as compare() does.
inline void expect_good_comparison(std::vector<loop::report::Candidate> candidates) {
    using namespace loop::report;
    name_candidates(candidates);
    const Comparison comparison = compare(std::move(candidates));
    expect_clean(render_text(comparison_document(comparison)));
    expect_clean(comparison_csv(comparison));
    expect_clean(render_html(comparison_document(comparison)));
    expect_json(comparison_json(comparison).dump());
}

} // namespace loop_fuzz
