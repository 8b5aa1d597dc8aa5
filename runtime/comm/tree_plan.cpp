#include "comm/tree_plan.h"

#include "session/group.h"
#include "session/settings.h"

#include <memory>

namespace loop::runtime {

TreePlan& tree_plan_of(SiteEntry& entry) {
    if (entry.tree == nullptr) {
        const std::vector<int> as_numbered;
        entry.tree = std::make_unique<TreePlan>(
            patterns::tree_view(rank_in_group(), ranks_in_group(), settings().tree_shape,
                                among_all() ? settings().tree_map : as_numbered));
    }
    return *entry.tree;
}

} // namespace loop::runtime
