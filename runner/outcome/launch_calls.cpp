#include "runner/outcome/launch_calls.h"

#include "runner/outcome/calls/launch_findings.h"
#include "runner/outcome/ranks/call_places.h"
#include "runner/outcome/ranks/site_places.h"

namespace loop::runner {

void read_calls(LaunchResult& result, const std::filesystem::path& records,
                const std::filesystem::path& program, const std::string& source, Interrupts& interrupts,
                bool compares) {
    const auto ranks = static_cast<int>(result.ranks.size());
    const CodeFiles files = code_files(records, ranks, program);
    try {
        if (!result.is_good()) find_call_places(result.ranks, files, source, interrupts);
        find_site_places(records, ranks, files, source, interrupts);
        note_first_calls(records, result.ranks);
        if (!compares) return;
        result.findings = findings_of_launch(records, result.ranks, result.strict, files, source, interrupts);
    } catch (const Interrupted& interrupted) {
        result.end.interrupted_by = interrupted.signal;
    }
}

} // namespace loop::runner
