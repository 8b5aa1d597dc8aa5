#include "report/findings/wording.h"

#include "base/text/place.h"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <cmath>

namespace loop::report {

std::string upper_first(std::string text) {
    if (!text.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
    return text;
}

std::string share_text(double percent) {
    return fmt::format(percent < 9.95 ? "{:.1f} %" : "{:.0f} %", percent);
}

namespace {

/// Of the run, in percent: random programs show that nearly all replays are that near (counterfactual.py).
constexpr double replay_error = 1.5;

/// A percent is written with tenths if it is below 10.
double digits_of(double percent) {
    return percent < 10 ? 10 : 1;
}

} // namespace

std::string least_text(double percent) {
    const double least = percent - std::min(replay_error, percent / 12);
    return share_text(std::floor(digits_of(least) * least) / digits_of(least));
}

std::string most_text(double percent) {
    const double most = std::min(100.0, percent + std::min(replay_error, percent / 12));
    return share_text(std::ceil(digits_of(most) * most) / digits_of(most));
}

std::string at_least_text(double percent) {
    return "at least " + least_text(percent);
}

std::string up_to_text(double percent) {
    return "up to " + most_text(percent);
}

std::string multiple_text(double factor) {
    if (factor >= 9.95) return fmt::format("{:.0f} times", factor);
    return fmt::format(factor > 1 && factor < 1.2 ? "{:.2f} times" : "{:.1f} times", factor);
}

std::string quoted_phase(const std::string& name, const std::string& place) {
    return "phase \"" + name + "\"" + (place.empty() ? "" : " (" + place + ")");
}

std::string quoted_phase(const RunRecord& run, const PhaseTiming& phase) {
    return quoted_phase(phase.name, phase.line > 0 ? placed_text(run.source.file, phase.file, phase.line)
                                                   : std::string());
}

namespace {

/// Whether it is the first of several constructs of one name in one line; only the others have a column.
bool has_namesakes_in_line(const Trace& trace, const TraceSite& first) {
    return first.column == 0 && first.line > 0 &&
           std::any_of(trace.sites.begin(), trace.sites.end(), [&](const TraceSite& site) {
               return site.column > 0 && site.line == first.line && site.construct == first.construct &&
                      site.kind == first.kind && site.file == first.file;
           });
}

} // namespace

std::string site_place(const Trace& trace, std::uint32_t site) {
    if (site >= trace.sites.size()) return "host code";
    const TraceSite& place = trace.sites[site];
    if (place.kind == SiteKind::Phase) return quoted_phase(place.name, place_text(place));
    if (has_namesakes_in_line(trace, place))
        return fmt::format("the first {} of line {}", site_text(place), place.line);
    return site_text(place, true);
}

std::string computing_place(const Trace& trace, std::uint32_t site, std::uint32_t after) {
    const bool is_after = site == no_site && after != no_site;
    return site_place(trace, site) + (is_after ? " after " + site_place(trace, after) : "");
}

int source_line(const RunDirectory& directory, std::uint32_t site) {
    if (!directory.trace || site >= directory.trace->sites.size()) return 0;
    const TraceSite& place = directory.trace->sites[site];
    return line_in_program(directory.run, place.file, place.line);
}

int line_in_program(const RunRecord& run, const std::string& file, int line) {
    return is_file_of_program(file, run.source.file) ? std::max(line, 0) : 0;
}

Conclusion share_conclusion(std::string id, std::string text, double percent, std::string section, int line) {
    return {std::move(id), std::move(text), percent_value(percent), std::move(section), line};
}

} // namespace loop::report
