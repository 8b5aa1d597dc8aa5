#include "comm/collectives.h"

#include "comm/started.h"
#include "constructs/back_end.h"
#include "session/group.h"
#include "session/lasting.h"
#include "trace/scope.h"

#include <memory>
#include <vector>

namespace loop {

using namespace runtime;

namespace {

// A collective may be in the statement of another one, so each depth has its own.
struct NestedCollectives {
    std::vector<std::unique_ptr<PendingCollective>> by_depth;
    std::size_t depth = 0;
};
Lasting<NestedCollectives> nested;

PendingCollective& next_collective() {
    NestedCollectives& all = nested();
    if (all.depth == all.by_depth.size()) all.by_depth.push_back(std::make_unique<PendingCollective>());
    return *all.by_depth[all.depth++];
}
void leave_collective() {
    --nested().depth;
}

class StartedCollective final : public StartedCall {
public:
    void begin(const CollectiveCall& call) {
        pending_ = &begin_collective(own_, call);
        start_collective(*pending_);
    }
    void complete() override { complete_collective(*pending_); }
    std::int64_t awaited() const override {
        return static_cast<std::int64_t>(among_all() ? 0 : the_session.group->packed);
    }

private:
    PendingCollective own_;
    PendingCollective* pending_ = nullptr; // that, or one of the line
};

} // namespace

void back_end::execute(const CollectiveCall& call) {
    const Scope scope(call.construct, call.site);
    move_collective(begin_collective(next_collective(), call));
    leave_collective();
}

PendingCollective* back_end::begin(const CollectiveCall& call) {
    const Scope scope(call.construct, call.site);
    PendingCollective& pending = begin_collective(next_collective(), call);
    start_collective(pending);
    return &pending;
}

void back_end::complete(PendingCollective* pending, const Site& site) {
    if (is_being_ended()) return; // otherwise the status would name this line as the place of the wait
    const SiteEntry& entry = *pending->entry;
    const CollectivePlan& plan = *pending->plan;
    const Scope scope(entry.construct, site);
    publish(entry.label + pending->call, plan.size, plan.root, agreed(plan, pending->is_persistent));
    complete_collective(*pending);
    leave_collective();
}

void back_end::start(Handle& handle, const CollectiveCall& call) {
    const Scope scope(call.construct, call.site);
    auto started = new_started<StartedCollective>(site_entry(call.construct, call.site));
    started->begin(call);
    add_started(handle, std::move(started));
}

} // namespace loop
