#include "report/sheet/distributions.h"

#include "base/statistics/order_statistics.h"
#include "base/text/place.h"
#include "base/text/strings.h"
#include "base/text/units.h"
#include "report/document/values.h"
#include "report/figures/axis.h"
#include "report/figures/distribution.h"
#include "report/read/communication.h"
#include "report/sheet/measured_series.h"
#include "report/sheet/sections.h"

#include <fmt/core.h>

#include <algorithm>

namespace loop::report {

namespace {

using formats::SampleQuantiles;
using formats::Samples;
using formats::SampleSummary;

constexpr std::size_t max_key_rows = 1000, max_histograms = 6;
constexpr int bus_column = 2; // behind the key and the number of samples

Value sample_value(double value, const std::string& unit) {
    return unit == "s" ? seconds_value(value) : number_value(value, unit);
}

/// By the medians of the launches; needs 6 of them.
Value interval_value(const SampleSummary& summary) {
    std::vector<double> medians;
    for (const auto& launch : summary.launches)
        if (launch) medians.push_back(launch->median);
    const auto interval = statistics::median_interval(medians);
    if (!interval) return nothing();
    const std::string& unit = summary.samples.unit;
    return text_value(sample_value(interval->first, unit).text + " to " +
                      sample_value(interval->second, unit).text);
}

bool moves_on_the_bus(const SampleSummary* summary) {
    return summary->samples.bus_bytes > 0 && summary->samples.unit == "s";
}

/// At least, as a statement may do something else than its collective operations.
Value bus_bandwidth(const SampleSummary& summary) {
    const Samples& samples = summary.samples;
    if (!moves_on_the_bus(&summary) || samples.sum <= 0) return nothing();
    return {mflops_text(samples.bus_bytes, samples.sum), samples.bus_bytes / samples.sum / 1e6, "MB/s"};
}

std::vector<Value> row_of(const SampleSummary& summary) {
    const Samples& samples = summary.samples;
    const std::string key = formats::key_text(samples);
    std::vector<Value> row{key.empty() ? nothing() : Value{key, samples.key, {}},
                           count_value(summary.all ? summary.all->count : 0)};
    for (const auto quantile :
         {&SampleQuantiles::min, &SampleQuantiles::p5, &SampleQuantiles::median, &SampleQuantiles::p95,
          &SampleQuantiles::p99, &SampleQuantiles::p999, &SampleQuantiles::max, &SampleQuantiles::mean})
        row.push_back(summary.all ? sample_value((*summary.all).*quantile, samples.unit) : nothing());
    row.push_back(interval_value(summary));
    row.push_back(count_value(summary.ranks));
    return row;
}

/// What the quantiles do not show.
std::string remarks_on(const NamedDistribution& distribution, std::size_t rows) {
    long long outside = 0, negative = 0, not_finite = 0;
    for (const SampleSummary* summary : distribution.by_key) {
        outside += std::min(summary->samples.outside, 1LL << 52);
        negative += std::min(summary->samples.negative, 1LL << 52);
        not_finite += std::min(summary->samples.not_finite, 1LL << 52);
    }
    std::vector<std::string> notes;
    const auto& keys = distribution.by_key;
    if (std::any_of(keys.begin(), keys.end(), moves_on_the_bus))
        notes.push_back(
            "Bus bandwidth: with the time of the whole statement, which may do something else, too.");
    if (rows < distribution.by_key.size())
        notes.push_back(fmt::format("{} of {} keys, evenly spaced.", rows, distribution.by_key.size()));
    if (negative > 0) notes.push_back(fmt::format("Left out: {} samples below 0.", count_text(negative)));
    if (not_finite > 0)
        notes.push_back(fmt::format("Left out: {} samples that are not finite.", count_text(not_finite)));
    if (outside > 0)
        notes.push_back(fmt::format("{} samples are outside of the bins, and count as the nearest bin.",
                                    count_text(outside)));
    return joined(notes, " ");
}

std::string titled(const NamedDistribution& distribution) {
    return distribution.name +
           (distribution.unit.empty() || distribution.unit == "s" ? "" : " (" + distribution.unit + ")");
}

bool has_bins(const SampleSummary& summary) {
    return summary.all && !summary.samples.bins.empty();
}

AxisText axis_text(const std::string& unit) {
    return unit == "s" ? fine_seconds_text : number_text;
}

std::string histogram_of(const NamedDistribution& distribution) {
    std::vector<const SampleSummary*> drawable;
    for (const SampleSummary* summary : distribution.by_key)
        if (has_bins(*summary)) drawable.push_back(summary);
    std::vector<DrawnHistogram> shown;
    for (const std::size_t place : evenly(drawable.size(), max_histograms)) {
        const std::string key = formats::key_text(drawable[place]->samples);
        shown.push_back({key.empty() ? "no key" : key, &drawable[place]->samples});
    }
    return histogram_picture(shown, "histogram of " + distribution.name, axis_text(distribution.unit));
}

std::vector<QuantilePlace> places_of(const NamedDistribution& distribution) {
    std::vector<QuantilePlace> places;
    for (const SampleSummary* summary : distribution.by_key)
        if (summary->samples.key && summary->all) places.push_back({*summary->samples.key, *summary->all});
    return places;
}

} // namespace

std::vector<NamedDistribution> distributions(const RunRecord& run) {
    std::vector<NamedDistribution> all;
    for (const SampleSummary& summary : run.summary.samples) {
        const Samples& samples = summary.samples;
        auto found = std::find_if(all.begin(), all.end(), [&](const NamedDistribution& each) {
            return each.name == samples.name && each.unit == samples.unit;
        });
        if (found == all.end())
            found = all.insert(found, {samples.name, samples.unit, samples.line, samples.file, {}});
        found->by_key.push_back(&summary);
    }
    const auto place = [](const SampleSummary* summary) {
        const Samples& samples = summary->samples;
        return std::pair(samples.other_keys ? 2 : samples.key ? 1 : 0, samples.key.value_or(0));
    };
    for (NamedDistribution& each : all)
        std::stable_sort(each.by_key.begin(), each.by_key.end(),
                         [&](const auto* a, const auto* b) { return place(a) < place(b); });
    return all;
}

DataTable distribution_table(const NamedDistribution& distribution, std::size_t most) {
    DataTable table{"",
                    titled(distribution),
                    {"key", "samples", "min", "5 %", "median", "95 %", "99 %", "99.9 %", "max", "mean",
                     "95 % interval of the median", "ranks"},
                    {}};
    const bool has_bus =
        std::any_of(distribution.by_key.begin(), distribution.by_key.end(), moves_on_the_bus);
    if (has_bus) table.columns.insert(table.columns.begin() + bus_column, "bus bandwidth at least, MB/s");
    for (const std::size_t place : evenly(distribution.by_key.size(), most)) {
        const SampleSummary& summary = *distribution.by_key[place];
        std::vector<Value> row = row_of(summary);
        if (has_bus) row.insert(row.begin() + bus_column, bus_bandwidth(summary));
        table.rows.push_back(std::move(row));
    }
    table.note = remarks_on(distribution, table.rows.size());
    return table;
}

std::vector<Picture> distribution_pictures(const NamedDistribution& distribution) {
    std::vector<Picture> pictures;
    if (places_of(distribution).size() > 1)
        pictures.push_back({distribution.name + " over the key",
                            "Median, 5 % to 95 %, and 99 % of the samples.", [distribution] {
                                return quantile_picture(places_of(distribution),
                                                        distribution.name + " over the key",
                                                        axis_text(distribution.unit));
                            }});
    if (std::any_of(distribution.by_key.begin(), distribution.by_key.end(),
                    [](const SampleSummary* summary) { return has_bins(*summary); }))
        pictures.push_back({"Histogram of " + distribution.name,
                            "The share of the samples in bins of equal width on a logarithmic axis.",
                            [distribution] { return histogram_of(distribution); }});
    return pictures;
}

Section distributions_section(const SheetInput& input) {
    Section section{"distributions", "Distributions"};
    for (const NamedDistribution& distribution : distributions(input.run())) {
        DataTable table = distribution_table(distribution, max_key_rows);
        table.id = fmt::format("distribution-{}", section.tables.size() + 1);
        if (distribution.line > 0)
            table.title += ", " + placed_text(input.run().source.file, distribution.file, distribution.line);
        section.tables.push_back(std::move(table));
        for (Picture& picture : distribution_pictures(distribution))
            section.pictures.push_back(std::move(picture));
    }
    if (section.tables.empty()) return section;
    section.paragraphs.push_back("Samples of all ranks and launches. Min and max are exact, the other "
                                 "quantiles have an error of less than 1 %.");
    if (std::any_of(input.run().summary.samples.begin(), input.run().summary.samples.end(),
                    [](const SampleSummary& summary) { return moves_on_the_bus(&summary); }))
        section.paragraphs.push_back(bus_factors);
    return section;
}

} // namespace loop::report
