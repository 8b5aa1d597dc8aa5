#include "report/figures/distribution.h"

#include "report/figures/figure.h"
#include "report/figures/plot.h"

#include <loop/log_bins.h>

#include <fmt/core.h>

#include <algorithm>
#include <climits>
#include <cmath>

namespace loop::report {

namespace {

constexpr std::size_t max_outlines = 6, max_places = 500, max_key_labels = 10;
constexpr int max_columns = 100; ///< of a histogram
constexpr int max_bin = 36'000;  ///< of the numbers in a file; no double has a larger one
constexpr double wide = 20;      ///< a ratio from which on an axis is logarithmic
const Area place_of_plot{72, 34, figure_width - 92, 240};

/// An axis that is logarithmic if the values span a wide range. A zero is then left of all other values.
class WideScale {
public:
    WideScale(double least_positive, double least, double most)
        : logarithmic_(least >= 0 && least_positive > 0 && most / least_positive >= wide),
          zero_(logarithmic_ ? least_positive / 2 : least),
          scale_(std::max(least, zero_), most, logarithmic_) {}
    bool is_logarithmic() const { return logarithmic_; }
    double part(double value) const { return scale_.part(std::max(value, zero_)); }

private:
    bool logarithmic_;
    double zero_;
    AxisScale scale_;
};

template <class AnyScale>
void draw_bottom(Svg& svg, const Area& area, const AnyScale& scale,
                 const std::vector<std::pair<double, std::string>>& labels) {
    for (const auto& [value, text] : labels)
        draw_tick_below(svg, area, area.left + area.width * scale.part(value), text);
    draw_bottom_line(svg, area);
}

/// The bins of the figure: each consists of `width` logarithmic bins.
struct Columns {
    int first = 0, width = 1, count = 0;

    double edge(int column) const { return log_bins::lower_edge(first + column * width); }
};

Columns columns_of(const std::vector<DrawnHistogram>& all) {
    int first = INT_MAX, last = INT_MIN;
    for (const DrawnHistogram& each : all)
        for (const int bin : each.samples->bins) {
            first = std::min(first, std::clamp(bin, -max_bin, max_bin));
            last = std::max(last, std::clamp(bin, -max_bin, max_bin));
        }
    if (first > last) return {};
    first -= 2; // an outline begins and ends at 0
    const int width = std::max(1, (last + 3 - first + max_columns - 1) / max_columns);
    return {first, width, (last + 2 - first) / width + 1};
}

/// In percent.
std::vector<double> shares_of(const formats::Samples& samples, const Columns& columns) {
    std::vector<double> shares(static_cast<std::size_t>(columns.count));
    double total = static_cast<double>(std::max(samples.zeros, 0LL));
    for (std::size_t i = 0; i < std::min(samples.bins.size(), samples.counts.size()); ++i) {
        const auto count = static_cast<double>(std::max(samples.counts[i], 0LL));
        const int bin = std::clamp(samples.bins[i], -max_bin, max_bin);
        shares[static_cast<std::size_t>((bin - columns.first) / columns.width)] += count;
        total += count;
    }
    for (double& share : shares)
        share *= total > 0 ? 100 / total : 0;
    return shares;
}

std::string outline(const std::vector<double>& shares, const Columns& columns, const Area& area,
                    const ValueAxis& up) {
    std::string path;
    for (std::size_t i = 0; i < shares.size(); ++i) {
        const auto x = [&](std::size_t column) {
            return area.left + area.width * static_cast<double>(column) / columns.count;
        };
        path += fmt::format("{}{} {}H{}", i == 0 ? "M" : "L", coordinate(x(i)), coordinate(up.y(shares[i])),
                            coordinate(x(i + 1)));
    }
    return path;
}

std::vector<std::pair<double, std::string>> labelled(const std::vector<double>& values, AxisText text) {
    std::vector<std::pair<double, std::string>> labels;
    for (const double value : values)
        labels.emplace_back(value, text(value));
    return labels;
}

/// Of the keys themselves, a few evenly spaced ones.
std::vector<std::pair<double, std::string>> key_labels(const std::vector<QuantilePlace>& places) {
    std::vector<std::pair<double, std::string>> labels;
    const std::size_t apart = (places.size() + max_key_labels - 1) / max_key_labels;
    for (std::size_t i = 0; i < places.size(); i += apart)
        labels.emplace_back(places[i].key, fmt::format("{:.10g}", places[i].key));
    return labels;
}

std::vector<QuantilePlace> some_of(const std::vector<QuantilePlace>& all) {
    std::vector<QuantilePlace> some;
    for (const std::size_t i : evenly(all.size(), max_places))
        some.push_back(all[i]);
    return some;
}

class QuantilePlot {
public:
    explicit QuantilePlot(const std::vector<QuantilePlace>& places)
        : places_(places), across_(scale_of(&QuantilePlace::key)), up_(height_scale()) {}

    std::string drawn(const std::string& title, AxisText text) {
        draw_bottom(svg_, place_of_plot, across_, key_labels(places_));
        for (const double value : tick_values(least_, most_, up_.is_logarithmic()))
            draw_tick_left(svg_, place_of_plot, y(value), text(value));
        draw_left_line(svg_, place_of_plot);
        using Quantiles = formats::SampleQuantiles;
        svg_.path(line(&Quantiles::p95, false) + line(&Quantiles::p5, true) + "Z", "shade1");
        svg_.path(line(&Quantiles::p99, false), "curve kind1");
        svg_.path(line(&Quantiles::median, false), "curve kind0");
        draw_legend(svg_, place_of_plot.right(), 14,
                    {{"kind0", "median"}, {"shade1", "5 % to 95 %"}, {"kind1", "99 %"}});
        svg_.text(place_of_plot.right(), place_of_plot.bottom() + 34, "key", "label", "end");
        return svg_.element(title);
    }

private:
    WideScale scale_of(double QuantilePlace::*member) const {
        double least_positive = 0, least = places_[0].*member, most = least;
        for (const QuantilePlace& place : places_) {
            const double value = place.*member;
            if (value > 0 && (least_positive == 0 || value < least_positive)) least_positive = value;
            least = std::min(least, value);
            most = std::max(most, value);
        }
        return {least_positive, least, most};
    }
    WideScale height_scale() {
        least_ = HUGE_VAL;
        for (const QuantilePlace& place : places_) {
            least_ = std::min(least_, place.quantiles.p5);
            most_ = std::max({most_, place.quantiles.p95, place.quantiles.p99});
        }
        if (!(least_ > 0 && most_ / least_ >= wide)) least_ = 0;
        if (!(most_ > least_)) most_ = least_ + 1;
        return {least_, least_, most_};
    }
    double x(double key) const { return place_of_plot.left + place_of_plot.width * across_.part(key); }
    double y(double value) const {
        return place_of_plot.bottom() - place_of_plot.height * std::clamp(up_.part(value), 0.0, 1.0);
    }
    std::string line(double formats::SampleQuantiles::*quantile, bool backwards) const {
        std::string path;
        for (std::size_t i = 0; i < places_.size(); ++i) {
            const QuantilePlace& place = places_[backwards ? places_.size() - 1 - i : i];
            path += (path.empty() && !backwards ? "M" : "L") + coordinate(x(place.key)) + " " +
                    coordinate(y(place.quantiles.*quantile));
        }
        return path;
    }

    std::vector<QuantilePlace> places_;
    double least_ = 0, most_ = 0;
    WideScale across_, up_;
    Svg svg_{figure_width, place_of_plot.bottom() + 40};
};

} // namespace

std::string histogram_picture(const std::vector<DrawnHistogram>& all, const std::string& title,
                              AxisText text) {
    const Columns columns = columns_of(all);
    if (columns.count == 0) return {};
    const std::size_t shown = std::min(all.size(), max_outlines);
    std::vector<std::vector<double>> shares;
    double most = 0;
    for (std::size_t i = 0; i < shown; ++i) {
        shares.push_back(shares_of(*all[i].samples, columns));
        most = std::max(most, *std::max_element(shares.back().begin(), shares.back().end()));
    }
    Svg svg(figure_width, place_of_plot.bottom() + 40);
    const double low = columns.edge(0), high = columns.edge(columns.count);
    const ValueAxis up(place_of_plot, most * 1.05, "% of the samples");
    up.draw(svg);
    draw_bottom(svg, place_of_plot, AxisScale(low, high, true), labelled(tick_values(low, high, true), text));
    std::vector<LegendEntry> legend;
    for (std::size_t i = 0; i < shown; ++i) {
        const std::string path = outline(shares[i], columns, place_of_plot, up);
        if (shown == 1)
            svg.path(path + fmt::format("V{}H{}Z", coordinate(place_of_plot.bottom()),
                                        coordinate(place_of_plot.left)),
                     "shade2");
        svg.path(path, fmt::format("curve kind{}", i));
        legend.push_back({fmt::format("kind{}", i), all[i].name});
    }
    if (shown > 1) draw_legend(svg, place_of_plot.right(), 14, legend);
    return svg.element(title);
}

std::string quantile_picture(const std::vector<QuantilePlace>& ascending, const std::string& title,
                             AxisText text) {
    if (ascending.size() < 2) return {};
    return QuantilePlot(some_of(ascending)).drawn(title, text);
}

} // namespace loop::report
