#pragma once

#include "session/session.h"

#include <loop/picl.h>

// What setarc0 has set, and the order of the ranks that follows from it.
namespace loop::picl {

struct Architecture {
    int topology = 2;
    int order = 0;
    int direction = 1;
};

inline Architecture architecture;

// Returns the node `places` places on from `node` in the order that is set.
inline int along_ring(int node, int places) {
    const int ranks = runtime::the_session.ranks;
    const bool gray = architecture.order == 1;
    const int place = ((gray ? ginv0(node) : node) + places % ranks + ranks) % ranks;
    return gray ? gray0(place) : place;
}

} // namespace loop::picl
