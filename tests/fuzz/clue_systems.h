#pragma once

#include "report/clue/comparison.h"
#include "report/document/output_formats.h"
#include "target.h"

namespace loop_fuzz {

/// Compares systems of CLUE, and checks the result in every output format and all plots. Systems that have
/// nothing in common are no error.
inline void expect_good_systems(std::vector<loop::report::ClueSystem> a,
                                std::vector<loop::report::ClueSystem> b) {
    using namespace loop::report;
    for (ClueSystem& system : b)
        a.push_back(std::move(system));
    try {
        const ClueComparison comparison = compare_clue(std::move(a));
        expect_clean(render_text(clue_comparison_document(comparison)));
        expect_clean(render_html(clue_comparison_document(comparison)));
        expect_clean(render_xml(clue_comparison_document(comparison)));
        expect_clean(clue_comparison_csv(comparison));
        expect_json(clue_comparison_json(comparison).dump());
        for (const Chart& plot : clue_comparison_plots(comparison)) {
            expect_clean(drawn(plot).file(plot.title));
        }
    } catch (const FormatError&) {
    }
}

} // namespace loop_fuzz
