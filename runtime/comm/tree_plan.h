#pragma once

#include "comm/buffers.h"
#include "comm/matching/tags.h"
#include "constructs/trees.h"

#include <mpi.h>

#include <vector>

namespace loop::runtime {

// What a tree keeps at its site between calls.
struct TreePlan {
    explicit TreePlan(patterns::TreeView of)
        : view(std::move(of)), requests(view.children.size() + 1), statuses(requests.size()) {}

    patterns::TreeView view;
    Buffer staging;
    TreeSteps steps;                   // of the last call
    std::vector<MPI_Request> requests; // sends to each child, or to the parent
    std::vector<MPI_Status> statuses;
    long long argument = -1; // the argument of the last call, and its tag
    MessageTag tag{};
};

} // namespace loop::runtime
