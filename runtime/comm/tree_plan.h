#pragma once

#include "comm/matching/tags.h"
#include "comm/sites.h"

#include <loop/patterns.h>

#include <mpi.h>

#include <vector>

namespace loop::runtime {

// What a tree keeps at its site between calls: its ranks, and the requests of pending sends.
struct TreePlan {
    explicit TreePlan(patterns::TreeView of)
        : view(std::move(of)), requests(view.children.size() + 1), statuses(requests.size()) {}

    patterns::TreeView view;
    std::vector<MPI_Request> requests; // sends to each child, or to the parent
    std::vector<MPI_Status> statuses;
    long long argument = -1; // the argument of the last call, and its tag
    MessageTag tag{};
};

// The plan of this line, made at its first call.
TreePlan& tree_plan_of(SiteEntry& entry);

} // namespace loop::runtime
