#include "runner/system/undo.h"

#include <map>
#include <mutex>
#include <utility>

namespace loop::runner {

namespace {

struct Undoing {
    std::mutex mutex;
    long last = 0;
    std::map<long, std::function<void()>> actions;
};

// Never destroyed: objects with static storage may be destroyed later and use it.
Undoing& undoing() {
    static Undoing* const all = new Undoing;
    return *all;
}

} // namespace

CleanupOnSignal::CleanupOnSignal(std::function<void()> undo, const std::function<void()>& make) {
    const std::lock_guard lock(undoing().mutex);
    make();
    number_ = ++undoing().last;
    undoing().actions.emplace(number_, std::move(undo));
}

CleanupOnSignal::~CleanupOnSignal() {
    const std::lock_guard lock(undoing().mutex);
    undoing().actions.erase(number_);
}

void undo_everything(const std::function<void()>& end) {
    const std::lock_guard lock(undoing().mutex);
    for (auto action = undoing().actions.rbegin(); action != undoing().actions.rend(); ++action)
        action->second();
    end();
}

} // namespace loop::runner
