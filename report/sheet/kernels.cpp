#include "base/text/place.h"
#include "base/text/units.h"
#include "report/document/values.h"
#include "report/findings/wording.h"
#include "report/sheet/sections.h"

#include <fmt/core.h>

#include <algorithm>
#include <limits>

/// Kernels, of which the trace contains blocks of iterations.
namespace loop::report {

namespace {

bool belongs_to(const TraceSite& part, const TraceSite& kernel) {
    return is_part(part) && is_same_place(part, kernel);
}

/// What all ranks counted at the kernel's line; nothing if a rank has no record.
std::optional<SiteCounts> counts_of(const SheetInput& input, const TraceSite& kernel) {
    SiteCounts sum;
    for (std::size_t rank = 0; rank < input.trace().ranks.size(); ++rank) {
        const auto* const record = rank_record(input, rank);
        if (record == nullptr) return std::nullopt;
        for (const SiteCounts& site : record->sites) {
            if (!is_same_place(site, kernel)) continue;
            for (const auto count : {&SiteCounts::messages, &SiteCounts::bytes,
                                     &SiteCounts::messages_received, &SiteCounts::bytes_received})
                if (__builtin_add_overflow(sum.*count, site.*count, &(sum.*count)))
                    sum.*count = std::numeric_limits<long long>::max();
        }
    }
    return sum;
}

KernelCoverage coverage_of(const SheetInput& input, std::uint32_t kernel) {
    const Analysis& analysis = *input.analysis;
    const auto& sites = input.trace().sites;
    KernelCoverage result;
    result.site = kernel;
    for (std::size_t i = 0; i < sites.size(); ++i) {
        if (!belongs_to(sites[i], sites[kernel])) continue;
        result.has_parts = result.has_parts || analysis.site_times.calls[i] > 0;
        result.recorded += analysis.site_times.by_site[i];
        result.messages += static_cast<long long>(analysis.traffic.by_site[i].sent.bytes.count);
    }
    result.measured_ns = result.recorded.measured_ns() + analysis.site_times.by_site[kernel].measured_ns();
    result.counted = counts_of(input, sites[kernel]);
    return result;
}

std::string messages_text(const KernelCoverage& kernel) {
    if (!kernel.counted) return fmt::format("{} messages", count_text(kernel.messages));
    if (kernel.counted->messages == 0) return "";
    return fmt::format("{} of its {} messages", count_text(kernel.messages),
                       count_text(kernel.counted->messages));
}

} // namespace

const formats::RankRecord* rank_record(const SheetInput& input, std::size_t rank) {
    const auto& launches = input.run().launches;
    const auto launch = static_cast<std::size_t>(input.directory.launch) - 1;
    if (launch >= launches.size() || rank >= launches[launch].ranks.size()) return nullptr;
    const auto& record = launches[launch].ranks[rank].record;
    return record ? &*record : nullptr;
}

std::vector<KernelCoverage> kernel_coverage(const SheetInput& input) {
    std::vector<KernelCoverage> result;
    const auto& sites = input.trace().sites;
    for (std::uint32_t site = 0; site < sites.size(); ++site)
        if (inside(sites[site]) == Inside::NotRecorded) result.push_back(coverage_of(input, site));
    return result;
}

std::vector<std::string> coverage_sentences(const SheetInput& input) {
    std::vector<std::string> sentences;
    for (const KernelCoverage& kernel : kernel_coverage(input)) {
        const std::string name = site_text(input.trace().sites[kernel.site], true);
        if (!kernel.has_parts) {
            sentences.push_back(fmt::format("inside {}, the trace contains no states and no messages", name));
        } else if (!kernel.is_complete() && kernel.measured_ns > 0) {
            const std::string messages = messages_text(kernel);
            sentences.push_back(
                fmt::format("inside {}, the trace contains blocks of iterations: {} of its time{}{}", name,
                            share_text(100 * static_cast<double>(kernel.recorded.known_ns()) /
                                       static_cast<double>(kernel.measured_ns)),
                            messages.empty() ? "" : ", and ", messages));
        }
    }
    return sentences;
}

DataTable kernel_table(const SheetInput& input) {
    DataTable table{"kernel-parts",
                    "Inside the kernels",
                    {"part", "line", "blocks, all ranks", "recorded time, all ranks", "busy", "overhead",
                     "idle", "messages", "bytes"},
                    {},
                    "The iterations of kernels that the trace contains. Shares are of their recorded time; "
                    "messages are those that the ranks sent in it. One-sided communication shows as overhead "
                    "and waiting, without messages."};
    const auto& sites = input.trace().sites;
    for (std::size_t i = 0; i < sites.size(); ++i) {
        const StateTimes& times = input.analysis->site_times.by_site[i];
        if (!is_part(sites[i]) || times.measured_ns() == 0) continue;
        const SideTraffic& sent = input.analysis->traffic.by_site[i].sent;
        std::vector<Value> row{text_value(site_text(sites[i])), site_line(input, i),
                               count_value(input.analysis->site_times.calls[i]),
                               nanoseconds_value(times.measured_ns())};
        for (const State state : {State::Busy, State::Overhead, State::Idle})
            row.push_back(percent_value(times.percent(state)));
        row.push_back(count_value(sent.bytes.count));
        row.push_back(bytes_value(sent.bytes.sum));
        table.rows.push_back(std::move(row));
    }
    return table;
}

} // namespace loop::report
