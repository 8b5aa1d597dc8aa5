#include "runner/launch/linger_watch.h"

#include <utility>

namespace loop::runner {

namespace {

constexpr auto look_interval = std::chrono::seconds(1);
constexpr int looks_before_lingering = 5;

} // namespace

LingerWatch::LingerWatch(std::function<bool()> is_done, Clock::time_point now)
    : is_done_(std::move(is_done)), next_look_(now + look_interval) {}

bool LingerWatch::look(Clock::time_point now) {
    if (!is_done_ || now < next_look_) return false;
    next_look_ = now + look_interval;
    looks_done_ = is_done_() ? looks_done_ + 1 : 0;
    return looks_done_ > looks_before_lingering;
}

LingerWatch::Clock::time_point LingerWatch::next_look() const {
    return is_done_ ? next_look_ : Clock::time_point::max();
}

} // namespace loop::runner
