#include "app/report/event_filter.h"

#include "base/text/nearest.h"
#include "base/text/strings.h"
#include "base/text/units.h"
#include "runner/system/failure.h"
#include "trace/read/time_range.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace loop::app {

using runner::ExitCode;
using runner::Failure;

namespace {

constexpr std::size_t shown_names = 12;

[[noreturn]] void refuse(const char* option, const std::string& text, const std::string& problem,
                         const std::string& hint) {
    throw Failure(ExitCode::Usage, fmt::format("`{}` in `{}` {}", text, option, problem), hint);
}

/// Reads "0-3,8,12-".
std::vector<int> ranks_in(const char* option, const std::string& list, std::size_t count) {
    std::vector<int> ranks;
    const int last = static_cast<int>(count) - 1;
    for (const std::string& part : split_list(list)) {
        const std::string text(trimmed(part));
        const std::size_t dash = text.find('-');
        const auto from = number_in<int>(text.substr(0, dash));
        const auto to = dash == std::string::npos ? from
                        : dash + 1 == text.size() ? std::optional(std::max(last, from.value_or(0)))
                                                  : number_in<int>(text.substr(dash + 1));
        if (!from || !to || *from < 0 || *to < *from)
            refuse(option, text, "is not a rank", "write 0-3,8,12-");
        if (*to > last) refuse(option, text, fmt::format("does not exist: the last rank is {}", last), "");
        for (int rank = *from; rank <= *to; ++rank)
            ranks.push_back(rank);
    }
    return ranks;
}

/// Reads a time since the trace's begin: as seconds_in(), and with the units us and ns.
std::int64_t time_in(const char* option, const std::string& text, const report::Trace& trace) {
    const std::string unit = text.size() > 2 ? text.substr(text.size() - 2) : "";
    const double scale = unit == "us" ? 1e-6 : unit == "ns" ? 1e-9 : 1;
    const auto seconds =
        scale < 1 ? number_in<double>(trimmed(text.substr(0, text.size() - 2))) : seconds_in(text);
    if (!seconds || !(*seconds * scale >= 0 && *seconds * scale <= 1e9))
        refuse(option, text, "is not a time", "write 1.5s, 20ms, 250us, or 100ns, since the run's begin");
    return report::whole(trace).begin_ns + std::llround(*seconds * scale * 1e9);
}

std::vector<report::EventKind> kinds_in(const std::string& list) {
    std::vector<std::string> known;
    for (const report::EventKind kind : report::event_kinds)
        known.emplace_back(report::event_name(kind));
    std::vector<report::EventKind> kinds;
    for (const std::string& part : split_list(list)) {
        const auto found = std::find(known.begin(), known.end(), trimmed(part));
        if (found == known.end())
            refuse("--event", part, "is not a kind of event", "events: " + joined(known, ", "));
        kinds.push_back(report::event_kinds[static_cast<std::size_t>(found - known.begin())]);
    }
    return kinds;
}

std::vector<std::string> names_in(const std::string& list, const report::Trace& trace) {
    std::vector<std::string> known{report::host_code}, names;
    for (const report::TraceSite& site : trace.sites)
        add_once(known, site.name.empty() ? site.construct : site.name);
    const auto exists = [&](const std::string& name) {
        return name == report::host_code ||
               std::any_of(trace.sites.begin(), trace.sites.end(),
                           [&](const auto& site) { return report::has_name(site, name); });
    };
    if (exists(list)) return {list}; // names of phases may have commas
    for (const std::string& part : split_list(list)) {
        names.emplace_back(trimmed(part));
        if (!exists(names.back()))
            refuse("--in", part, "is not in the trace",
                   did_you_mean(names.back(), known, "the trace has " + some_of(known, shown_names)));
    }
    return names;
}

std::vector<int> lines_in(const std::string& list, const report::Trace& trace) {
    std::vector<int> known, lines;
    for (const report::TraceSite& site : trace.sites)
        if (site.line > 0) known.push_back(site.line);
    std::sort(known.begin(), known.end());
    known.erase(std::unique(known.begin(), known.end()), known.end());
    std::vector<std::string> texts;
    for (const int line : known)
        texts.push_back(std::to_string(line));
    for (const std::string& part : split_list(list)) {
        const auto line = number_in<int>(trimmed(part));
        if (!line || !std::binary_search(known.begin(), known.end(), *line))
            refuse("--line", part, "is no line with a construct, call, or phase in the trace",
                   "lines: " + some_of(texts, shown_names));
        lines.push_back(*line);
    }
    return lines;
}

} // namespace

std::string EventOptions::given() const {
    const std::pair<const char*, const std::string&> texts[] = {
        {"--ranks", ranks}, {"--from", from}, {"--until", until},      {"--event", events},
        {"--line", lines},  {"--in", names},  {"--partner", partners},
    };
    for (const auto& [name, text] : texts)
        if (!text.empty()) return name;
    return limit ? "--limit" : "";
}

report::EventFilter event_filter(const EventOptions& options, const report::Trace& trace) {
    report::EventFilter filter;
    if (!options.ranks.empty()) filter.ranks = ranks_in("--ranks", options.ranks, trace.ranks.size());
    if (!options.from.empty()) filter.from_ns = time_in("--from", options.from, trace);
    if (!options.until.empty()) filter.until_ns = time_in("--until", options.until, trace);
    if (filter.from_ns && filter.until_ns && *filter.from_ns > *filter.until_ns)
        throw Failure(ExitCode::Usage,
                      fmt::format("`--from {}` is later than `--until {}`", options.from, options.until));
    if (!options.events.empty()) filter.kinds = kinds_in(options.events);
    if (!options.lines.empty()) filter.lines = lines_in(options.lines, trace);
    if (!options.names.empty()) filter.names = names_in(options.names, trace);
    if (!options.partners.empty())
        filter.partners = ranks_in("--partner", options.partners, trace.ranks.size());
    return filter;
}

} // namespace loop::app
