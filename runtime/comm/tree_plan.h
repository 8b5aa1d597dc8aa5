#pragma once

#include "comm/matching/tags.h"
#include "constructs/trees.h"

#include <mpi.h>

#include <cstddef>
#include <utility>
#include <vector>

namespace loop::runtime {

// What a tree keeps at its site between calls.
struct TreePlan {
    explicit TreePlan(patterns::TreeView of)
        : view(std::move(of)), requests(view.children.size() + 1), statuses(requests.size()) {}

    patterns::TreeView view;
    TreeSteps steps;                   // of the last call
    std::size_t staging_bytes = 0;     // that they need
    std::vector<MPI_Request> requests; // sends to each child, or to the parent
    std::vector<MPI_Status> statuses;
    long long argument = -1; // of the last call
    MessageTag tag{};        // of that argument
};

} // namespace loop::runtime
