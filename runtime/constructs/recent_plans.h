#pragma once

#include <cstddef>
#include <deque>
#include <utility>

namespace loop::runtime {

// Keeps the last `most` plans of a line; others are worked out again.
template <class Plan, std::size_t most = 16>
class RecentPlans {
public:
    // Null if no plan fits.
    template <class Fits>
    Plan* find(Fits fits) {
        for (Plan& plan : plans_)
            if (fits(plan)) return &plan;
        return nullptr;
    }
    // In place of the oldest one, if there are too many. Other plans stay where they are.
    Plan& add(Plan plan) {
        if (plans_.size() < most) return plans_.emplace_back(std::move(plan));
        Plan& place = plans_[oldest_++ % most];
        return place = std::move(plan);
    }

private:
    std::deque<Plan> plans_;
    std::size_t oldest_ = 0;
};

} // namespace loop::runtime
