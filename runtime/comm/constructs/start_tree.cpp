#include "comm/matching/argument_matching.h"
#include "comm/special.h"
#include "comm/started.h"
#include "comm/tree_blocks.h"
#include "comm/tree_plan.h"
#include "trace/scope.h"

#include <loop/send.h>

#include <algorithm>
#include <functional>

namespace loop {

using namespace runtime;

namespace {

// A tree between \START and \FINISH: each rank sends on when it has received. A rank that receives nothing
// sends at once.
class StartedTree final : public StartedMessages {
public:
    // `argument`: the argument of the construct, in bytes or elements.
    void begin(long long argument) {
        publish(entry->label + entry->calls++, argument);
        messages.entry = entry;
        messages.receives.clear();
        messages.sends.clear();
        between_ = nullptr;
        argument_ = argument;
    }
    const patterns::TreeView& tree() const { return tree_plan_of(*entry).view; }
    Buffer& memory() { return memory_; }

    void receive_from(int member, void* data, std::size_t bytes) {
        messages.receives.push_back({rank_of_member(member), message_type(bytes), data, bytes});
    }
    void send_to(int member, const void* data, std::size_t bytes) {
        messages.sends.push_back(
            {rank_of_member(member), message_type(bytes), const_cast<void*>(data), bytes});
    }
    void copy_between(std::function<void()> copy) { between_ = std::move(copy); }

    void start_tree(Hold hold) {
        messages.tag = started_tag(number, entry->construct, argument_);
        prepare_requests(messages);
        choose_send();
        std::vector<std::int32_t> partners;
        for (const auto* transfers : {&messages.receives, &messages.sends})
            for (const Transfer& transfer : *transfers)
                partners.push_back(transfer.rank);
        messages.awaited = packed(partners);
        TreePlan& plan = tree_plan_of(*entry);
        if (argument_ != plan.argument) {
            plan.argument = argument_;
            match_arguments({partners.begin(), partners.end()});
        }
        start(hold, Order::ReceivesFirst, true);
    }

private:
    // Of a \WITH, only the mode applies to trees.
    void choose_send() {
        Way only{page_bytes};
        if (the_way != nullptr) only.mode = the_way->mode;
        messages.start_send = send_function(only.mode);
        if (only.mode != SendMode::Standard) note_way(*entry, only);
        if (only.mode != SendMode::Buffered) return;
        std::size_t bytes = 0;
        for (const Transfer& to : messages.sends)
            bytes += to.bytes;
        make_bsend_room(messages.sends.size(), bytes);
    }

    void between() override {
        if (between_) between_();
    }
    void end() override {
        Traffic now;
        for (const Transfer& transfer : messages.sends)
            now += {1, static_cast<long long>(transfer.bytes), 0, 0, 0};
        for (const Transfer& transfer : messages.receives)
            now += {0, 0, 1, static_cast<long long>(transfer.bytes), 0};
        entry->counted += now;
        entry->h.add(std::max(now.bytes_sent, now.bytes_received));
    }

    long long argument_ = 0;
    std::function<void()> between_;
    Buffer memory_;
};

std::unique_ptr<StartedTree> new_tree(Construct construct, const Site& site, long long argument) {
    auto started = new_started<StartedTree>(site_entry(construct, site));
    started->begin(argument);
    return started;
}

void start(Handle& handle, std::unique_ptr<StartedTree> started) {
    started->start_tree(handle.hold());
    add_started(handle, std::move(started));
}

} // namespace

namespace detail {

void start_tree_bcast(Handle& handle, void* data, long long bytes, Site site) {
    const Scope scope(Construct::TreeBcast, site);
    require_arguments(bytes, 1, 1);
    auto started = new_tree(Construct::TreeBcast, site, bytes);
    const patterns::TreeView& tree = started->tree();
    const auto size = static_cast<std::size_t>(bytes);
    if (tree.parent >= 0) started->receive_from(tree.parent, data, size);
    for (const int child : tree.children)
        started->send_to(child, data, size);
    start(handle, std::move(started));
}

void start_tree_collect(Handle& handle, void* data, long long elements, std::size_t element_bytes,
                        Site site) {
    const Scope scope(Construct::TreeCollectVec, site);
    auto started = new_tree(Construct::TreeCollectVec, site, elements);
    const patterns::TreeView& tree = started->tree();
    const Blocks blocks(data, elements, element_bytes);
    const bool root = tree.parent < 0;
    const int rank = rank_in_group();
    if (tree.children.empty()) {
        if (!root) started->send_to(tree.parent, blocks.begin(rank), blocks.bytes(rank));
        return start(handle, std::move(started));
    }
    char* const staged = blocks.staging(tree, started->memory());
    for_each_child(tree, blocks, staged, [&](const Subtree& child) {
        char* const into = root && child.size == 1 ? blocks.begin(child.ranks[0]) : child.staged;
        started->receive_from(child.ranks[0], into, child.bytes);
    });
    if (root) {
        started->copy_between([blocks, &tree, staged] {
            for_each_child(tree, blocks, staged, [&](const Subtree& child) {
                if (child.size > 1) blocks.scatter_from(child.staged, child.ranks, child.size);
            });
        });
    } else {
        started->copy_between(
            [blocks, staged, rank] { std::memcpy(staged, blocks.begin(rank), blocks.bytes(rank)); });
        started->send_to(tree.parent, staged, blocks.bytes_of(tree));
    }
    start(handle, std::move(started));
}

void start_tree_distribute(Handle& handle, void* data, long long elements, std::size_t element_bytes,
                           Site site) {
    const Scope scope(Construct::TreeDistribVec, site);
    auto started = new_tree(Construct::TreeDistribVec, site, elements);
    const patterns::TreeView& tree = started->tree();
    const Blocks blocks(data, elements, element_bytes);
    const int rank = rank_in_group();
    const bool root = tree.parent < 0;
    if (tree.children.empty()) {
        if (!root) started->receive_from(tree.parent, blocks.begin(rank), blocks.bytes(rank));
        return start(handle, std::move(started));
    }
    char* const staged = blocks.staging(tree, started->memory());
    if (!root) {
        started->receive_from(tree.parent, staged, blocks.bytes_of(tree));
        started->copy_between(
            [blocks, staged, rank] { std::memcpy(blocks.begin(rank), staged, blocks.bytes(rank)); });
    }
    for_each_child(tree, blocks, staged, [&](const Subtree& child) {
        if (root && child.size > 1) blocks.gather_into(child.staged, child.ranks, child.size);
        const char* const from = root && child.size == 1 ? blocks.begin(child.ranks[0]) : child.staged;
        started->send_to(child.ranks[0], from, child.bytes);
    });
    start(handle, std::move(started));
}

} // namespace detail
} // namespace loop
