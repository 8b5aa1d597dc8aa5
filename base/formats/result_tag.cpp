#include "base/formats/result_tag.h"

#include "base/text/strings.h"

namespace loop::formats {

namespace {

/// The kinds that reports look for.
constexpr ResultKind kinds_needed[] = {kinds::r,
                                       kinds::g,
                                       kinds::l,
                                       kinds::g_time,
                                       kinds::l_time,
                                       kinds::fit_from,
                                       kinds::fit_to,
                                       kinds::s,
                                       kinds::l_high,
                                       kinds::g_infinity,
                                       kinds::n_half,
                                       kinds::latency,
                                       kinds::best_bandwidth,
                                       kinds::half_bandwidth,
                                       kinds::h_relation,
                                       kinds::g_over_blocks};
constexpr ResultKind averages_needed[] = {kinds::user_time, kinds::system_time, kinds::page_faults,
                                          kinds::context_switches};

/// Returns "near" for "near: h-relation": the call's NAME, which precedes `end`. Empty if the call has none,
/// nullopt if `name` has another end.
std::optional<std::string_view> call_of(std::string_view name, const std::string& end) {
    if (name == end) return std::string_view();
    const std::string behind = ": " + end;
    if (name.size() < behind.size() || name.substr(name.size() - behind.size()) != behind)
        return std::nullopt;
    return name.substr(0, name.size() - behind.size());
}

/// "bandwidth, 64 bytes"
std::optional<long long> size_of(std::string_view name) {
    const std::string before = std::string(kinds::bandwidth.name) + ", ";
    constexpr std::string_view behind = " bytes";
    if (name.size() <= before.size() + behind.size() || name.substr(0, before.size()) != before ||
        name.substr(name.size() - behind.size()) != behind)
        return std::nullopt;
    const auto bytes =
        number_in<long long>(name.substr(before.size(), name.size() - before.size() - behind.size()));
    return bytes && *bytes > 0 ? bytes : std::nullopt;
}

} // namespace

bool ResultTag::is(const ResultKind& kind, const ResultStatistic& statistic) const {
    return tag == std::string(kind.tag) + statistic.tag;
}

bool ResultTag::is_quartile() const {
    const auto ends_with = [&](const std::string_view end) {
        return tag.size() >= end.size() && tag.substr(tag.size() - end.size()) == end;
    };
    return ends_with(kinds::lower_quartile.tag) || ends_with(kinds::upper_quartile.tag);
}

ResultTag tag_of_name(std::string_view name, std::string_view unit) {
    for (const ResultKind& kind : kinds_needed)
        if (const auto call = call_of(name, kind.name); call && unit == kind.unit)
            return {kind.tag, std::string(*call), {}};
    for (const ResultKind& kind : averages_needed)
        if (const auto call = call_of(name, std::string(kind.name) + kinds::average.name);
            call && unit == kind.unit)
            return {std::string(kind.tag) + kinds::average.tag, std::string(*call), {}};
    if (const auto bytes = size_of(name); bytes && unit == kinds::bandwidth.unit)
        return {kinds::bandwidth.tag, {}, bytes};
    return {};
}

} // namespace loop::formats
