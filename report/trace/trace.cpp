#include "report/trace/trace.h"

#include <fmt/core.h>

#include <algorithm>

namespace loop::report {

const char* site_kind_name(SiteKind kind) {
    switch (kind) {
    case SiteKind::Construct:
        return "construct";
    case SiteKind::Phase:
        return "phase";
    case SiteKind::Picl:
        return "picl";
    case SiteKind::Mpi:
        return "mpi";
    case SiteKind::Region:
        return "region";
    }
    return "";
}

std::string site_text(const TraceSite& site, bool line) {
    std::string text = site.kind == SiteKind::Construct ? "\\" + site.construct
                       : site.kind == SiteKind::Phase   ? "phase " + site.name
                       : site.construct.empty()         ? site.name
                                                        : site.construct;
    if (line && site.line > 0) text += fmt::format(" (line {})", site.line);
    return text;
}

std::int64_t Trace::begin_ns() const {
    std::int64_t begin = 0;
    bool first = true;
    for (const RankTrace& rank : ranks) {
        if (!rank.present) continue;
        begin = first ? rank.begin_ns : std::min(begin, rank.begin_ns);
        first = false;
    }
    return begin;
}

std::int64_t Trace::end_ns() const {
    std::int64_t end = begin_ns();
    for (const RankTrace& rank : ranks)
        if (rank.present) end = std::max(end, rank.end_ns);
    return end;
}

} // namespace loop::report
