#include "comm/matching/argument_matching.h"
#include "comm/messages.h"
#include "comm/node/doorbells.h"
#include "comm/special.h"
#include "comm/started.h"
#include "comm/tree_plan.h"
#include "comm/waiting/traced.h"
#include "constructs/back_end.h"
#include "constructs/way.h"
#include "session/lasting.h"
#include "trace/excluded.h"
#include "trace/scope.h"

#include <algorithm>
#include <memory>
#include <vector>

namespace loop {

using namespace runtime;

namespace {

constexpr int tree_tag = 20000; // different from the tags of pending exchanges

TreePlan& tree_plan_of(SiteEntry& entry) {
    if (entry.tree == nullptr) entry.tree = std::make_unique<TreePlan>(tree_of_group());
    return *entry.tree;
}

// Of the calls that do not overlap with others.
Buffer& shared_staging() {
    static Lasting<Buffer> memory;
    return memory();
}

// Only the blocks of vectors need much work.
void plan_steps(TreePlan& plan, const TreeCall& call) {
    Buffer& memory = shared_staging();
    if (plan.steps.is_for(call) && plan.steps.staging() == memory.reserve(1, plan.staging_bytes)) return;
    if (call.construct == Construct::TreeBcast) return plan.steps.plan(call, plan.view, memory.reserve(1, 0));
    const Excluded not_measured;
    plan.staging_bytes = TreeSteps::staging_bytes(call, plan.view);
    plan.steps.plan(call, plan.view, memory.reserve(1, plan.staging_bytes));
}

std::vector<int> partners_of(const TreeSteps& steps) {
    std::vector<int> ranks;
    for (const auto* parts : {&steps.sends(), &steps.receives()})
        for (const TreeSteps::Part& part : *parts)
            ranks.push_back(part.rank);
    return ranks;
}

void count(SiteEntry& entry, const TreeSteps& steps) {
    Traffic now;
    for (const TreeSteps::Part& part : steps.sends())
        now += {1, static_cast<long long>(part.bytes), 0, 0, 0};
    for (const TreeSteps::Part& part : steps.receives())
        now += {0, 0, 1, static_cast<long long>(part.bytes), 0};
    entry.counted += now;
    entry.h.add(std::max(now.bytes_sent, now.bytes_received));
}

StartSend send_of_way(SiteEntry& entry) {
    const Way* const way = the_way == nullptr ? nullptr : way_of_trees();
    if (way == nullptr) return PMPI_Isend;
    note_way(entry, *way);
    return send_function(way->mode);
}

void prepare(TreePlan& plan, Construct construct, long long argument) {
    plan.argument = argument;
    plan.tag = argument_tag(tree_tag, construct, argument);
    match_arguments(partners_of(plan.steps));
}

void start_send(const TreePlan& plan, const TreeSteps::Part& part, StartSend start, MPI_Request* request) {
    const MessageType type = message_type(part.bytes);
    if (is_buffered()) make_bsend_room(1, part.bytes);
    if (trace::on())
        trace::put_message(trace::now(), trace::Kind::Send,
                           {part.rank, plan.tag.shown, part.bytes, trace::constructs_channel});
    check_mpi(
        start(part.data, type.count, type.type, part.rank, plan.tag.wire, the_session.constructs, request),
        "sending a message");
    if (doorbells_are_open) ring_doorbell(part.rank);
}

// For the only send of a call with blocks: a blocking send is cheaper in MPI.
void send_alone(const TreePlan& plan, const TreeSteps::Part& part) {
    const MessageType type = message_type(part.bytes);
    const Waits waits(part.rank);
    check_mpi(PMPI_Send(part.data, type.count, type.type, part.rank, plan.tag.wire, the_session.constructs),
              "sending a message");
}

void send_all(SiteEntry& entry, TreePlan& plan) {
    const std::vector<TreeSteps::Part>& sends = plan.steps.sends();
    if (sends.empty()) return;
    const bool has_blocks = entry.construct != Construct::TreeBcast;
    if (has_blocks && sends.size() == 1 && !the_session.yielding && !trace::on() && the_way == nullptr)
        return send_alone(plan, sends[0]);
    const StartSend start = send_of_way(entry);
    for (std::size_t i = 0; i < sends.size(); ++i)
        start_send(plan, sends[i], start, &plan.requests[i]);
    const auto started = static_cast<int>(sends.size());
    if (trace::on()) return wait_sent_traced(started, plan.requests.data(), plan.statuses.data());
    wait_sent(started, plan.requests.data(), plan.statuses.data());
}

// A tree between \START and \FINISH. A rank that receives nothing sends at once.
class StartedTree final : public StartedMessages {
public:
    void begin(Hold hold, const TreeCall& call) {
        publish(entry->label + entry->calls++, call.elements);
        TreePlan& plan = tree_plan_of(*entry);
        if (!steps_.is_for(call)) {
            const Excluded not_measured;
            steps_.plan(call, plan.view, staging_.reserve(1, TreeSteps::staging_bytes(call, plan.view) + 1));
        }
        messages.entry = entry;
        take(messages.receives, steps_.receives());
        take(messages.sends, steps_.sends());
        messages.tag = started_tag(number, entry->construct, call.elements);
        prepare_requests(messages);
        messages.start_send = send_of_way(*entry);
        if (is_buffered()) make_bsend_room(steps_.sends().size(), bytes_sent());
        const std::vector<int> partners = partners_of(steps_);
        messages.awaited = packed({partners.begin(), partners.end()});
        if (call.elements != plan.argument) {
            plan.argument = call.elements;
            match_arguments(partners);
        }
        if (!receives_first()) steps_.copy_between();
        start(hold, order_of(call.construct));
    }

private:
    static void take(std::vector<Transfer>& transfers, const std::vector<TreeSteps::Part>& parts) {
        transfers.clear();
        for (const TreeSteps::Part& part : parts)
            transfers.push_back({part.rank, message_type(part.bytes), part.data, part.bytes});
    }

    std::size_t bytes_sent() const {
        std::size_t bytes = 0;
        for (const TreeSteps::Part& part : steps_.sends())
            bytes += part.bytes;
        return bytes;
    }
    bool receives_first() const { return !steps_.receives().empty(); }
    void between() override {
        if (receives_first()) steps_.copy_between();
    }
    void end() override { count(*entry, steps_); }

    TreeSteps steps_;
    Buffer staging_;
};

} // namespace

void back_end::execute(const TreeCall& call) {
    const Scope scope(call.construct, call.site);
    require(call);
    SiteEntry& entry = site_entry(call.construct, call.site);
    TreePlan& plan = tree_plan_of(entry);
    publish(entry.label + entry.calls++, call.elements);
    plan_steps(plan, call);
    if (call.elements != plan.argument) prepare(plan, call.construct, call.elements);
    for (const TreeSteps::Part& part : plan.steps.receives())
        receive_now(part.data, part.bytes, message_type(part.bytes), part.rank, plan.tag);
    plan.steps.copy_between();
    send_all(entry, plan);
    count(entry, plan.steps);
}

void back_end::start(Handle& handle, const TreeCall& call) {
    const Scope scope(call.construct, call.site);
    require(call);
    auto started = new_started<StartedTree>(site_entry(call.construct, call.site));
    started->begin(handle.hold(), call);
    add_started(handle, std::move(started));
}

} // namespace loop
