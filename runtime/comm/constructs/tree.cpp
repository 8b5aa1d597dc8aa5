#include "comm/matching/argument_matching.h"
#include "comm/messages.h"
#include "comm/node/doorbells.h"
#include "comm/special.h"
#include "comm/tree_blocks.h"
#include "comm/tree_plan.h"
#include "comm/waiting/traced.h"
#include "session/group.h"
#include "session/lasting.h"
#include "trace/scope.h"

#include <loop/comm.h>

#include <algorithm>
#include <cstring>

namespace loop {

using namespace runtime;

namespace {

constexpr int tree_tag = 20000; // different from the tags of pending exchanges

Buffer& staging_memory() {
    static Lasting<Buffer> memory;
    return memory();
}

// Messages between a node and its parent and children, counted at their site. Nodes are members of the group.
class TreeTraffic {
public:
    // `argument`: the argument of the construct, in bytes or elements.
    TreeTraffic(SiteEntry& entry, long long argument)
        : entry_(entry), counted_(entry.counted), plan_(tree_plan_of(entry)),
          sent_before_(counted_.bytes_sent), received_before_(counted_.bytes_received) {
        publish(entry.label + entry.calls++, argument);
        if (argument != plan_.argument) prepare(entry.construct, argument);
    }

    ~TreeTraffic() {
        entry_.h.add(
            std::max(counted_.bytes_sent - sent_before_, counted_.bytes_received - received_before_));
    }
    TreeTraffic(const TreeTraffic&) = delete;
    TreeTraffic& operator=(const TreeTraffic&) = delete;

    const patterns::TreeView& tree() const { return plan_.view; }

    void receive_from(int member, void* data, std::size_t bytes) {
        receive_now(data, bytes, message_type(bytes), rank_of_member(member), plan_.tag);
        ++counted_.messages_received;
        counted_.bytes_received += static_cast<long long>(bytes);
    }

    // For the only send of a call: a blocking send is cheaper in MPI.
    void send(int member, const void* data, std::size_t bytes) {
        if (the_session.yielding || trace::on() || the_way != nullptr) {
            start_send(member, data, bytes);
            return finish_sends();
        }
        const int rank = rank_of_member(member);
        const MessageType type = message_type(bytes);
        const Waits waits(rank);
        check_mpi(PMPI_Send(data, type.count, type.type, rank, plan_.tag.wire, the_session.constructs),
                  "sending a message");
        count_sent(bytes);
    }

    void start_send(int member, const void* data, std::size_t bytes) {
        const int rank = rank_of_member(member);
        const MessageType type = message_type(bytes);
        if (trace::on())
            trace::put_message(trace::now(), trace::Kind::Send,
                               {rank, plan_.tag.shown, bytes, trace::constructs_channel});
        const StartSend start = the_way == nullptr ? PMPI_Isend : special_send(bytes);
        check_mpi(start(data, type.count, type.type, rank, plan_.tag.wire, the_session.constructs,
                        &plan_.requests[static_cast<std::size_t>(started_++)]),
                  "sending a message");
        if (doorbells_are_open) ring_doorbell(rank);
        count_sent(bytes);
    }

    void finish_sends() {
        if (started_ == 0) return;
        if (trace::on()) return wait_sent_traced(started_, plan_.requests.data(), plan_.statuses.data());
        wait_sent(started_, plan_.requests.data(), plan_.statuses.data());
    }

private:
    void count_sent(std::size_t bytes) {
        ++counted_.messages_sent;
        counted_.bytes_sent += static_cast<long long>(bytes);
    }

    // Of a \WITH, only the mode applies to trees.
    StartSend special_send(std::size_t bytes) {
        Way only{page_bytes};
        only.mode = the_way->mode;
        if (only.mode == SendMode::Buffered) make_bsend_room(1, bytes);
        if (only.mode != SendMode::Standard) note_way(entry_, only);
        return send_function(only.mode);
    }

    void prepare(Construct construct, long long argument) {
        plan_.argument = argument;
        plan_.tag = argument_tag(tree_tag, construct, argument);
        std::vector<int> partners;
        for (const int child : plan_.view.children)
            partners.push_back(rank_of_member(child));
        if (plan_.view.parent >= 0) partners.push_back(rank_of_member(plan_.view.parent));
        match_arguments(partners);
    }

    SiteEntry& entry_;
    Traffic& counted_;
    TreePlan& plan_;
    long long sent_before_, received_before_;
    int started_ = 0;
};

} // namespace

namespace detail {

void tree_bcast(void* data, long long bytes, Site site) {
    const Scope scope(Construct::TreeBcast, site);
    require_arguments(bytes, 1, 1);
    SiteEntry& entry = site_entry(Construct::TreeBcast, site);
    TreeTraffic traffic(entry, bytes);
    const patterns::TreeView& tree = traffic.tree();
    const auto size = static_cast<std::size_t>(bytes);
    if (tree.parent >= 0) traffic.receive_from(tree.parent, data, size);
    for (int child : tree.children)
        traffic.start_send(child, data, size);
    traffic.finish_sends();
}

void tree_collect(void* data, long long elements, std::size_t element_bytes, Site site) {
    const Scope scope(Construct::TreeCollectVec, site);
    SiteEntry& entry = site_entry(Construct::TreeCollectVec, site);
    TreeTraffic traffic(entry, elements);
    const patterns::TreeView& tree = traffic.tree();
    const Blocks blocks(data, elements, element_bytes);
    const bool root = tree.parent < 0;
    const bool leaf = tree.children.empty();
    const int rank = rank_in_group();
    if (leaf) {
        if (!root) traffic.send(tree.parent, blocks.begin(rank), blocks.bytes(rank));
        return;
    }
    char* staged = blocks.staging(tree, staging_memory());
    for_each_child(tree, blocks, staged, [&](const Subtree& child) {
        char* const into = root && child.size == 1 ? blocks.begin(child.ranks[0]) : child.staged;
        traffic.receive_from(child.ranks[0], into, child.bytes);
    });
    if (root) {
        return for_each_child(tree, blocks, staged, [&](const Subtree& child) {
            if (child.size > 1) blocks.scatter_from(child.staged, child.ranks, child.size);
        });
    }
    std::memcpy(staged, blocks.begin(rank), blocks.bytes(rank));
    traffic.send(tree.parent, staged, blocks.bytes_of(tree));
}

void tree_distribute(void* data, long long elements, std::size_t element_bytes, Site site) {
    const Scope scope(Construct::TreeDistribVec, site);
    SiteEntry& entry = site_entry(Construct::TreeDistribVec, site);
    TreeTraffic traffic(entry, elements);
    const patterns::TreeView& tree = traffic.tree();
    const Blocks blocks(data, elements, element_bytes);
    const int rank = rank_in_group();
    if (tree.children.empty()) {
        if (tree.parent >= 0) traffic.receive_from(tree.parent, blocks.begin(rank), blocks.bytes(rank));
        return;
    }
    char* staged = blocks.staging(tree, staging_memory());
    const bool root = tree.parent < 0;
    if (root) {
        for_each_child(tree, blocks, staged, [&](const Subtree& child) {
            if (child.size > 1) blocks.gather_into(child.staged, child.ranks, child.size);
        });
    } else {
        traffic.receive_from(tree.parent, staged, blocks.bytes_of(tree));
        std::memcpy(blocks.begin(rank), staged, blocks.bytes(rank));
    }
    for_each_child(tree, blocks, staged, [&](const Subtree& child) {
        const char* const data = root && child.size == 1 ? blocks.begin(child.ranks[0]) : child.staged;
        if (tree.children.size() == 1) return traffic.send(child.ranks[0], data, child.bytes);
        traffic.start_send(child.ranks[0], data, child.bytes);
    });
    traffic.finish_sends();
}

} // namespace detail
} // namespace loop
