#include "base/text/strings.h"
#include "report/document/values.h"
#include "report/sheet/sections.h"

#include <algorithm>

namespace loop::report {

std::vector<formats::RunFinding> call_findings(const RunRecord& run) {
    std::vector<formats::RunFinding> result;
    for (const formats::RunLaunch& launch : run.launches)
        for (const formats::RunFinding& finding : launch.findings)
            if (std::none_of(result.begin(), result.end(),
                             [&](const formats::RunFinding& known) { return known.text == finding.text; }))
                result.push_back(finding);
    return result;
}

Section calls_section(const SheetInput& input) {
    Section section{"calls", "MPI calls of all ranks"};
    section.paragraphs = {
        "What the calls of host code on all ranks show together. Faults and notes are in the "
        "verdict; facts do not change it."};
    DataTable table{"findings", "Findings", {"class", "weight", "ranks", "finding"}, {}};
    table.max_width = 100;
    for (const formats::RunFinding& finding : call_findings(input.run()))
        table.add({finding.what, formats::RunFinding::weights[static_cast<std::size_t>(finding.weight)],
                   rank_list(finding.ranks), finding.text});
    section.tables = {std::move(table)};
    return section;
}

} // namespace loop::report
