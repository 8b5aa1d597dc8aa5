#include "runner/campaign/progress.h"

#include "base/statistics/order_statistics.h"
#include "base/text/hash.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace loop::runner {

void PointProgress::add(const JournalEntry& entry) {
    (entry.warm_up ? warm_ups_made_ : measured_made_) =
        std::max(entry.warm_up ? warm_ups_made_ : measured_made_, entry.index);
    if (entry.outcome == formats::Outcome::Interrupted) return;
    if (!entry.is_good()) {
        ++failed_;
        return;
    }
    failed_ = 0; // a retry succeeded
    walls_.push_back(entry.seconds);
    if (entry.warm_up)
        ++warm_ups_;
    else if (entry.measured_seconds)
        samples_.push_back(*entry.measured_seconds);
}

std::optional<double> PointProgress::launch_seconds() const {
    if (walls_.empty()) return std::nullopt;
    return statistics::median(walls_);
}

bool PointProgress::has_converged(const Stopping& stopping) const {
    const auto width = statistics::relative_width(samples_);
    return stopping.narrower_than && width && *width <= *stopping.narrower_than;
}

bool PointProgress::wants_more(const Stopping& stopping) const {
    if (has_failed()) return false;
    if (measured() < stopping.launches) return true;
    return stopping.narrower_than && !has_converged(stopping) && measured() < stopping.most_launches;
}

int PointProgress::launches_left(const Stopping& stopping) const {
    if (!wants_more(stopping)) return 0;
    return std::max(1, stopping.launches - measured());
}

std::string Durations::key(const Point& point) const {
    return content_hash(fmt::format("duration\n{}\n{}\n{}", plan_.target(point).build, point.settings.ranks,
                                    parameter_file(point.settings, "", "")));
}

std::optional<double> Durations::earlier(const Point& point) const {
    const auto text = cache_.remembered(key(point));
    if (!text) return std::nullopt;
    const double seconds = std::strtod(text->c_str(), nullptr);
    return seconds > 0 && std::isfinite(seconds) ? std::optional(seconds) : std::nullopt;
}

std::optional<double> Durations::expected(const Point& point) const {
    const auto before = earlier(point);
    return before ? before : point.expected_seconds;
}

void Durations::learn(const Point& point, double seconds) const {
    cache_.remember(key(point), fmt::format("{}", seconds));
}

std::optional<double> seconds_left(const Plan& plan, const std::vector<PointProgress>& progress,
                                   const Durations& durations) {
    double known = 0, seen = 0;
    int unknown = 0, counted = 0;
    for (const Point& point : plan.points()) {
        const PointProgress& now = progress[static_cast<std::size_t>(point.number) - 1];
        const int warm_ups = now.has_failed() ? 0 : std::max(0, point.warm_ups - now.warm_ups());
        const int launches = now.launches_left(stopping_of(point, plan.campaign())) + warm_ups;
        const auto each = now.launch_seconds() ? now.launch_seconds() : durations.expected(point);
        if (each) {
            known += launches * *each;
            seen += *each;
            ++counted;
        } else {
            unknown += launches;
        }
    }
    if (counted == 0) return std::nullopt;
    return known + unknown * seen / counted;
}

std::string duration_text(double seconds) {
    if (seconds < 1) return "1 s";
    if (seconds < 99.5) return fmt::format("{:.0f} s", seconds);
    const auto minutes = static_cast<long long>(seconds / 60 + 0.5);
    if (minutes < 100) return fmt::format("{} min", minutes);
    return fmt::format("{} h {} min", minutes / 60, minutes % 60);
}

} // namespace loop::runner
