#include "report/sheet/sections.h"

#include <algorithm>

/// What a trace holds, and what it does not.
namespace loop::report {

std::string entered_sites(const SheetInput& input, Inside kind) {
    std::vector<std::string> names;
    for (const TraceSite& site : input.trace().sites)
        if (inside(site) == kind)
            if (const std::string name = site_text(site);
                std::find(names.begin(), names.end(), name) == names.end())
                names.push_back(name);
    std::string text;
    for (const std::string& name : names)
        text += (text.empty() ? "" : ", ") + name;
    return text;
}

namespace {

/// Ends of supersteps, calls with large counts (MPI_Send_c) and partitioned ones are entered and left alone.
bool hides_messages(const TraceSite& site) {
    if (inside(site) == Inside::Untold) return true;
    if (inside(site) != Inside::Mpi) return false;
    if (site.kind != SiteKind::Mpi) return true;
    for (const char* part : {"send", "Send", "recv", "Recv"})
        if (site.construct.find(part) != std::string::npos) return true;
    return false;
}

} // namespace

bool messages_are_recorded(const SheetInput& input) {
    const auto& sites = input.trace().sites;
    const bool all_told = std::none_of(sites.begin(), sites.end(), hides_messages);
    const auto& ranks = input.trace().ranks;
    return all_told && std::all_of(ranks.begin(), ranks.end(),
                                   [](const RankTrace& rank) { return rank.present && rank.complete; });
}

} // namespace loop::report
