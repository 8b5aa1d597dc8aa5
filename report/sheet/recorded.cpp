#include "base/formats/ways.h"
#include "base/text/strings.h"
#include "report/sheet/sections.h"

#include <algorithm>

/// What a trace contains, and what it lacks.
namespace loop::report {

std::string entered_sites(const SheetInput& input, Inside kind) {
    std::vector<std::string> names;
    for (const TraceSite& site : input.trace().sites)
        if (inside(site) == kind) add_once(names, site_text(site));
    return joined(names, ", ");
}

namespace {

/// For calls with large counts (MPI_Send_c), and partitioned calls, only begin and end are
/// recorded.
bool hides_messages(const TraceSite& site) {
    if (inside(site) != Inside::Mpi) return false;
    for (const char* part : {"send", "Send", "recv", "Recv"})
        if (site.construct.find(part) != std::string::npos) return true;
    return false;
}

} // namespace

bool messages_are_recorded(const SheetInput& input) {
    const auto& sites = input.trace().sites;
    const auto kernels = kernel_coverage(input);
    const bool all_told = std::none_of(sites.begin(), sites.end(), hides_messages) &&
                          std::all_of(kernels.begin(), kernels.end(),
                                      [](const KernelCoverage& kernel) { return kernel.is_complete(); });
    const auto& ranks = input.trace().ranks;
    const auto& counted = input.run().summary.sites;
    if (std::any_of(counted.begin(), counted.end(), formats::is_by_threads)) return false;
    return all_told && std::all_of(ranks.begin(), ranks.end(),
                                   [](const RankTrace& rank) { return rank.present && rank.complete; });
}

} // namespace loop::report
