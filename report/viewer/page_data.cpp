#include "report/viewer/page_data.h"

#include "base/text/escape.h"
#include "base/text/json.h"
#include "base/text/units.h"
#include "report/page/base64.h"
#include "report/viewer/gzip.h"
#include "report/viewer/kinds.h"
#include "report/viewer/network_data.h"
#include "trace/read/parallel.h"

#include <fmt/core.h>

#include <algorithm>

namespace loop::report {

namespace {

Json site_list(const Trace& trace) {
    Json sites = Json::array();
    for (const TraceSite& site : trace.sites)
        sites.push_back(
            {{"name", clean_text(site_text(site))}, {"file", clean_text(site.file)}, {"line", site.line}});
    return sites;
}

Json code_list(const ViewData& data) {
    Json codes = Json::array();
    for (const IntervalCode& code : data.codes)
        codes.push_back({code.site == no_site ? -1 : static_cast<std::int64_t>(code.site),
                         static_cast<int>(code.state), code.begins_call ? 1 : 0});
    return codes;
}

Json chunk_list(const ViewData& data) {
    Json chunks = Json::array();
    for (const Chunk& chunk : data.chunks) {
        Json ranks = Json::array(), sizes = Json::array();
        for (const RankCounts& rank : chunk.ranks)
            ranks.push_back({rank.intervals, rank.sends, rank.receives, rank.phases, rank.collectives,
                             rank.marks, rank.threads, rank.thread_messages});
        for (const std::string& column : chunk.columns)
            sizes.push_back(column.size());
        chunks.push_back({{"first", chunk.first_rank}, {"ranks", ranks}, {"columns", sizes}});
    }
    return chunks;
}

Json phase_list(const Trace& trace, const Analysis& analysis) {
    std::vector<double> weights;
    for (const TracedPhase& phase : analysis.phases)
        weights.push_back(static_cast<double>(phase.all.times.measured_ns()));
    const std::vector<std::size_t> kinds = assign_kinds(weights);
    const std::vector<std::string> labels = phase_labels(trace, analysis.phases);
    Json list = Json::array();
    for (std::size_t i = 0; i < analysis.phases.size(); ++i) {
        const TraceSite& site = trace.sites[analysis.phases[i].site];
        list.push_back({{"name", clean_text(site.name)},
                        {"line", site.line},
                        {"label", clean_text(labels[i])},
                        {"kind", kinds[i]}});
    }
    return list;
}

/// Returns begin and end of each break in the shown range, relative to its begin, and whether it is
/// unrecorded.
Json break_list(const Breaks& breaks, TimeRange range) {
    Json list = Json::array();
    for (std::size_t i = 0; i < breaks.ranges().size(); ++i) {
        const TimeRange& stretch = breaks.ranges()[i];
        const std::int64_t begin = std::max(stretch.begin_ns, range.begin_ns),
                           end = std::min(stretch.end_ns, range.end_ns);
        if (begin < end)
            list.push_back({begin - range.begin_ns, end - range.begin_ns, breaks.is_unrecorded(i) ? 1 : 0});
    }
    return list;
}

bool is_in(const PathStep& step, TimeRange range) {
    return step.end_ns >= range.begin_ns && step.begin_ns <= range.end_ns;
}

/// Returns rank, begin, and end of each step; times are relative to the begin of the shown range.
Json path_list(const CriticalPath& path, TimeRange range, std::size_t most) {
    Json list = Json::array();
    for (const PathStep& step : path.steps) {
        if (!is_in(step, range)) continue;
        if (list.size() == most) break;
        list.push_back({step.rank, step.begin_ns - range.begin_ns, step.end_ns - range.begin_ns});
    }
    return list;
}

std::string cut_of_path(const CriticalPath& path, TimeRange range, std::size_t most) {
    const auto steps = std::count_if(path.steps.begin(), path.steps.end(),
                                     [&](const PathStep& step) { return is_in(step, range); });
    if (static_cast<std::size_t>(steps) <= most) return {};
    return fmt::format("of the critical path the first {} of {} steps are drawn",
                       count_text(static_cast<long long>(most)), count_text(steps));
}

Json rank_list(const Trace& trace) {
    Json list = Json::array();
    for (const RankTrace& rank : trace.ranks)
        list.push_back({{"host", clean_text(rank.host)}, {"problem", clean_text(rank.problem)}});
    return list;
}

std::string for_script(const std::string& json) {
    std::string text;
    for (const char c : json)
        text += c == '<' ? "\\u003c" : c == '>' ? "\\u003e" : c == '&' ? "\\u0026" : std::string(1, c);
    return text;
}

std::string what_is_left_out(const ViewData& data, const Trace& trace) {
    const TimeRange all = whole(trace);
    if (data.range.begin_ns == all.begin_ns && data.range.end_ns == all.end_ns) return {};
    const auto seconds = [&](std::int64_t ns) {
        return fmt::format("{:.9g}", static_cast<double>(ns - all.begin_ns) * 1e-9);
    };
    std::string text =
        fmt::format("Shown is the time from {} s to {} s of {} s", seconds(data.range.begin_ns),
                    seconds(data.range.end_ns), seconds(all.end_ns));
    if (data.cut)
        text += fmt::format(": a page holds at most {} intervals by default",
                            count_text(static_cast<long long>(data.intervals)));
    return text + ". The rest: loop report DIR --from SECONDS --to SECONDS; more at once: --intervals N. All "
                  "other parts of the sheet are of the whole run.";
}

} // namespace

PageData page_data(const Trace& trace, const Analysis& analysis, const ViewLimits& limits,
                   const PlacedNetwork* network) {
    const ViewData data = view_data(trace, analysis, limits);
    std::vector<std::string> packed(data.chunks.size());
    parallel_for(data.chunks.size(),
                 [&](std::size_t i) { packed[i] = base64(gzip(data.chunks[i].bytes())); });
    const Json meta{{"schema", "loop-view/1"},
                    {"offset_ns", data.range.begin_ns - whole(trace).begin_ns},
                    {"length_ns", data.range.length_ns()},
                    {"intervals", data.intervals},
                    {"left_out", what_is_left_out(data, trace)},
                    {"threads_left_out", data.threads_left_out},
                    {"ranks", rank_list(trace)},
                    {"sites", site_list(trace)},
                    {"codes", code_list(data)},
                    {"phases", phase_list(trace, analysis)},
                    {"breaks", break_list(analysis.grid.breaks, data.range)},
                    {"path", path_list(analysis.path, data.range, limits.path_steps)},
                    {"path_cut", cut_of_path(analysis.path, data.range, limits.path_steps)},
                    {"network", network == nullptr ? Json() : network_json(network_view(*network))},
                    {"chunks", chunk_list(data)}};
    PageData page;
    page.intervals = data.intervals;
    page.element = "<div class=\"viewer\" id=\"viewer\" hidden></div>\n";
    page.data =
        "<script type=\"application/json\" id=\"view-meta\">" + for_script(meta.dump()) + "</script>\n";
    for (std::size_t i = 0; i < packed.size(); ++i) {
        page.packed_bytes += packed[i].size();
        page.data +=
            fmt::format("<script type=\"text/plain\" id=\"view-data-{}\">", i) + packed[i] + "</script>\n";
        std::string().swap(packed[i]);
    }
    return page;
}

} // namespace loop::report
