#include "base/formats/ways.h"
#include "base/text/strings.h"
#include "base/text/units.h"
#include "report/sheet/sections.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <map>

/// What a trace contains, and what it lacks.
namespace loop::report {

namespace {

/// By the name of the call: how many of them each rank has made.
using CallsByName = std::map<std::string, std::vector<std::int64_t>>;

CallsByName entered_calls(const Trace& trace) {
    CallsByName calls;
    for (std::size_t rank = 0; rank < trace.ranks.size(); ++rank)
        for (const Event& event : trace.ranks[rank].events) {
            if (event.kind != EventKind::Enter || event.site >= trace.sites.size()) continue;
            const TraceSite& site = trace.sites[event.site];
            if (inside(site) != Inside::Mpi) continue;
            std::vector<std::int64_t>& counts = calls[site_text(site)];
            counts.resize(trace.ranks.size());
            ++counts[rank];
        }
    return calls;
}

std::string count_per_rank(const std::vector<std::int64_t>& counts) {
    const auto [least, most] = std::minmax_element(counts.begin(), counts.end());
    if (*least != *most) return fmt::format("{} to {} calls per rank", count_text(*least), count_text(*most));
    return fmt::format("{} {} per rank", count_text(*most), *most == 1 ? "call" : "calls");
}

} // namespace

std::string calls_not_looked_into(const SheetInput& input) {
    std::vector<std::string> texts;
    for (const auto& [name, counts] : entered_calls(input.trace()))
        texts.push_back(fmt::format("{} ({})", name, count_per_rank(counts)));
    return joined(texts, ", ");
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
    const bool are_all_known = std::none_of(sites.begin(), sites.end(), hides_messages) &&
                               std::all_of(kernels.begin(), kernels.end(),
                                           [](const KernelCoverage& kernel) { return kernel.is_complete(); });
    const auto& ranks = input.trace().ranks;
    const auto& counted = input.run().summary.sites;
    if (std::any_of(counted.begin(), counted.end(), formats::is_by_threads)) return false;
    return are_all_known && std::all_of(ranks.begin(), ranks.end(),
                                        [](const RankTrace& rank) { return rank.present && rank.complete; });
}

} // namespace loop::report
