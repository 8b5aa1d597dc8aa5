#include "runner/launch/graceful_shutdown.h"

#include "runner/system/process.h"

#include <poll.h>

#include <algorithm>
#include <csignal>

namespace loop::runner {

GracefulShutdown::GracefulShutdown(const std::vector<pid_t>& alive, const std::vector<pid_t>& ranks) {
    const auto is_rank = [&](pid_t id) { return std::find(ranks.begin(), ranks.end(), id) != ranks.end(); };
    std::vector<pid_t> stopped = alive;
    const auto others = std::partition(stopped.begin(), stopped.end(), is_rank);
    if (others == stopped.begin()) return;
    std::for_each(others, stopped.end(), [](pid_t id) { ::kill(id, SIGSTOP); });
    stopped.erase(others, stopped.end());
    for (const pid_t id : stopped) {
        handles_.push_back(process_handle(id));
        ::kill(id, SIGTERM);
    }
}

void GracefulShutdown::add_to(std::vector<pollfd>& waits) const {
    for (const Descriptor& handle : handles_)
        waits.push_back({handle.get(), POLLIN, 0});
}

void GracefulShutdown::update() {
    const auto has_ended = [](const Descriptor& handle) {
        pollfd wait{handle.get(), POLLIN, 0};
        return !handle.is_open() || ::poll(&wait, 1, 0) != 0;
    };
    handles_.erase(std::remove_if(handles_.begin(), handles_.end(), has_ended), handles_.end());
}

} // namespace loop::runner
