#include "report/surface/model.h"

#include "base/statistics/proportional_fit.h"
#include "report/surface/locality.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace loop::report {

namespace {

constexpr std::size_t min_spare = 12;
constexpr double min_explained = 0.9;
constexpr double max_scatter = 1.0 / 3;
constexpr double below_zero = -4; ///< standard errors that chance may put a time below zero

/// Names the levels of a rank's memory, and knows which part of the accesses is in each.
class MemoryLevels {
public:
    explicit MemoryLevels(const Surface& surface) : surface_(surface) {
        for (const CacheSize& cache : surface.caches)
            if (cache.bytes / 8 < surface.words_of_rank) caches_.push_back(cache);
        std::sort(caches_.begin(), caches_.end(),
                  [](const CacheSize& a, const CacheSize& b) { return a.bytes < b.bytes; });
    }

    std::vector<std::string> names() const {
        std::vector<std::string> all;
        for (const CacheSize& cache : caches_)
            all.push_back(cache.name);
        all.push_back(name_of_rest());
        return all;
    }

    /// Of the accesses of one row, the part in each level; together with `remote`, 1.
    std::vector<double> parts(double alpha, double remote) const {
        std::vector<double> all;
        double below = 0;
        for (const CacheSize& cache : caches_) {
            const double until = std::min(1 - remote, std::pow(cache.bytes / 8 / all_words(), alpha));
            all.push_back(until - below);
            below = until;
        }
        all.push_back(1 - remote - below);
        return all;
    }

private:
    double all_words() const {
        return surface_.words_of_rank * (has_remote_words(surface_) ? surface_.ranks : 1);
    }

    /// The smallest cache that holds all words of the rank, or memory.
    std::string name_of_rest() const {
        const CacheSize* smallest = nullptr;
        for (const CacheSize& cache : surface_.caches)
            if (cache.bytes / 8 >= surface_.words_of_rank &&
                (smallest == nullptr || cache.bytes < smallest->bytes))
                smallest = &cache;
        return smallest == nullptr ? "memory" : smallest->name;
    }

    const Surface& surface_;
    std::vector<CacheSize> caches_; ///< smaller than a rank's words
};

/// The lengths after which another protocol moves the words of other ranks. Each protocol has at least two
/// lengths, which its two times need.
std::vector<double> protocol_limits(const Surface& surface) {
    std::vector<double> limits;
    for (const Step& step : steps(surface)) {
        const auto lengths =
            std::count_if(surface.lengths.begin(), surface.lengths.end(), [&](double length) {
                return length <= step.before && (limits.empty() || length > limits.back());
            });
        if (step.where == Step::Where::MostlyRemote && lengths >= 2) limits.push_back(step.before);
    }
    return limits;
}

/// The number of limits below a length.
std::size_t protocol_of(double length, const std::vector<double>& limits) {
    return static_cast<std::size_t>(std::lower_bound(limits.begin(), limits.end(), length) - limits.begin());
}

std::string protocol_name(std::size_t protocol, const std::vector<double>& limits) {
    if (limits.empty()) return "other ranks";
    return protocol == 0 ? fmt::format("other ranks, L up to {:g}", limits[0])
                         : fmt::format("other ranks, L above {:g}", limits[protocol - 1]);
}

/// The measured points of a surface, as a fit needs them.
struct ModelPoints {
    std::vector<double> alphas, lengths, ns;
    std::vector<std::vector<double>> parts; ///< start-up and word of each level, then of each protocol
};

/// Appends the parts of a start-up time and of a time per word.
void add_place(double part, double length, std::vector<double>& parts) {
    parts.push_back(part / length);
    parts.push_back(part);
}

ModelPoints model_points(const Surface& surface, const std::vector<double>& limits) {
    const MemoryLevels levels(surface);
    ModelPoints points;
    for (std::size_t a = 0; a < surface.alphas.size(); ++a)
        for (std::size_t l = 0; l < surface.lengths.size(); ++l) {
            const double mbs = surface.mbs(a, l), length = surface.lengths[l];
            if (!std::isfinite(mbs) || !(mbs > 0)) continue;
            const double remote = remote_part(surface, a, l);
            points.alphas.push_back(surface.alphas[a]);
            points.lengths.push_back(length);
            points.ns.push_back(8e3 / mbs);
            std::vector<double>& parts = points.parts.emplace_back();
            for (const double part : levels.parts(surface.alphas[a], remote))
                add_place(part, length, parts);
            for (std::size_t p = 0; has_remote_words(surface) && p <= limits.size(); ++p)
                add_place(p == protocol_of(length, limits) ? remote : 0, length, parts);
        }
    return points;
}

/// The variance of the logarithms.
double variance(const std::vector<double>& values) {
    const auto count = static_cast<double>(values.size());
    double sum = 0, squares = 0;
    for (const double value : values)
        sum += std::log(value);
    for (const double value : values)
        squares += std::pow(std::log(value) - sum / count, 2);
    return squares / (count - 1);
}

void describe_residuals(const ModelPoints& points, const statistics::ProportionalFit& fit,
                        SurfaceModel& model) {
    double squares = 0;
    for (std::size_t i = 0; i < points.ns.size(); ++i) {
        const double law = fit.at(points.parts[i]);
        const double factor = law > 0 ? points.ns[i] / law : INFINITY;
        squares += std::pow(std::log(factor), 2);
        if (std::abs(std::log(factor)) < std::abs(std::log(model.worst_factor))) continue;
        model.worst_factor = factor;
        model.worst_alpha = points.alphas[i];
        model.worst_length = points.lengths[i];
    }
    model.scatter = fit.scatter;
    model.explained = 1 - squares / static_cast<double>(fit.spare) / variance(points.ns);
}

} // namespace

std::vector<ModelPlace> SurfaceModel::places() const {
    std::vector<ModelPlace> all = levels;
    all.insert(all.end(), protocols.begin(), protocols.end());
    return all;
}

bool SurfaceModel::is_supported() const {
    if (!(explained >= min_explained) || !(scatter <= max_scatter)) return false;
    for (const ModelPlace& place : places())
        for (const ModelCost& cost : {place.startup, place.word})
            if (cost.ns < below_zero * cost.error) return false;
    return true;
}

std::optional<SurfaceModel> fitted_model(const Surface& surface) {
    SurfaceModel model;
    model.limits = protocol_limits(surface);
    const ModelPoints points = model_points(surface, model.limits);
    const auto fit = surface.same_words && knows_parts(surface)
                         ? statistics::fit_proportional(points.parts, points.ns)
                         : std::nullopt;
    if (!fit || fit->spare < min_spare) return std::nullopt;
    std::size_t next = 0;
    const auto cost = [&] {
        const ModelCost found{fit->amounts[next], fit->errors[next]};
        ++next;
        return found;
    };
    const auto place = [&](const std::string& name) {
        const ModelCost startup = cost(), word = cost();
        return ModelPlace{name, startup, word};
    };
    for (const std::string& name : MemoryLevels(surface).names())
        model.levels.push_back(place(name));
    for (std::size_t p = 0; has_remote_words(surface) && p <= model.limits.size(); ++p)
        model.protocols.push_back(place(protocol_name(p, model.limits)));
    describe_residuals(points, *fit, model);
    return model;
}

} // namespace loop::report
