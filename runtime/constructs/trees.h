#pragma once

#include "constructs/pairs.h"

#include <loop/message_rows.h>
#include <loop/patterns.h>
#include <loop/rank_status.h>
#include <loop/site.h>

#include <cstddef>
#include <vector>

namespace loop::runtime {

// One call of \TREE_BCAST, \TREE_COLLECT_VEC, or \TREE_DISTRIB_VEC.
struct TreeCall {
    Construct construct;
    const Site& site;
    void* data;
    long long elements;        // of \TREE_BCAST: bytes
    std::size_t element_bytes; // of \TREE_BCAST: 1

    long long bytes() const { return elements * static_cast<long long>(element_bytes); }
};

// Ends the run if the size is negative.
void require(const TreeCall& call);

// The tree of the group (settings tree.shape and tree.map), as this rank sees it; its ranks count in the
// group.
patterns::TreeView tree_of_group();

// The messages of all ranks, which count in the group. Those of \TREE_BCAST have 1 byte.
patterns::MessageRows rows_of(const TreeCall& call, int ranks);
// The order of a rank's children. With a tree.map, the rows have places.
PartnerOrders partner_orders_of(const TreeCall& call);

// The data that this rank gets by the call.
struct TreeData {
    char* begin;
    long long bytes;
};
std::vector<TreeData> received_by(const TreeCall& call);

// What this rank does in a call: it receives, copies, then sends. A subtree's blocks travel in one message,
// in preorder, through staging memory. Leaves, and the root in messages to and from leaves, use the vector
// itself.
class TreeSteps {
public:
    struct Part {
        int rank; // the partner
        char* data;
        std::size_t bytes;
    };

    // The staging memory that the call needs.
    static std::size_t staging_bytes(const TreeCall& call, const patterns::TreeView& tree);
    void plan(const TreeCall& call, const patterns::TreeView& tree, char* staging);
    bool is_for(const TreeCall& call) const {
        return data_ == call.data && elements_ == call.elements && element_bytes_ == call.element_bytes;
    }
    const char* staging() const { return staging_; }

    const std::vector<Part>& receives() const { return receives_; }
    const std::vector<Part>& sends() const { return sends_; }
    void copy_between() const;

private:
    struct Copy {
        char* to;
        const char* from;
        std::size_t bytes;
    };

    void plan_bcast(const TreeCall& call, const patterns::TreeView& tree);
    void plan_blocks(const TreeCall& call, const patterns::TreeView& tree, char* staging);

    const void* data_ = nullptr;
    const char* staging_ = nullptr;
    long long elements_ = -1;
    std::size_t element_bytes_ = 0;
    std::vector<Part> receives_, sends_;
    std::vector<Copy> copies_;
};

} // namespace loop::runtime
