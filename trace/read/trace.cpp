#include "trace/read/trace.h"

#include "base/text/place.h"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>

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
    case SiteKind::Part:
        return "part";
    case SiteKind::Work:
        return "work";
    case SiteKind::Region:
        return "region";
    }
    return "";
}

namespace {

/// Only constructs of the language have a backslash; bsp_sync has none.
std::string kernel_text(const TraceSite& part) {
    const bool is_language =
        !part.construct.empty() && std::isupper(static_cast<unsigned char>(part.construct[0])) != 0;
    return (is_language ? "\\" : "") + part.construct;
}

} // namespace

std::string site_text(const TraceSite& site, bool line) {
    std::string text = site.kind == SiteKind::Construct ? "\\" + site.construct
                       : site.kind == SiteKind::Phase   ? "phase " + site.name
                       : is_part(site)                  ? kernel_text(site) + ": " + site.name
                       : site.construct.empty()         ? site.name
                                                        : site.construct;
    if (const std::string place = place_text(site); line && !place.empty()) text += " (" + place + ")";
    return text;
}

bool has_simulated_clock(const Trace& trace) {
    return trace.clock_source == "MPI_Wtime (simulated)";
}

bool is_archive(const Trace& trace) {
    return trace.clock_source.rfind(archive_clock, 0) == 0;
}

std::string place_text(const TraceSite& site) {
    if (site.line <= 0) return site.elsewhere ? site.file : "";
    const int column = site.kind == SiteKind::Phase ? 0 : site.column;
    return (site.elsewhere ? site.file + ":" : "line ") + line_text(site.line, column);
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
