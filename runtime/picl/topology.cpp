#include "picl/architecture.h"
#include "picl/picl.h"
#include "session/failure.h"
#include "trace/scope.h"

#include <loop/picl.h>

using namespace loop;
using namespace loop::runtime;
using loop::picl::along_ring;
using loop::picl::architecture;

namespace {

bool power_of_two(int n) {
    return (n & (n - 1)) == 0;
}

void require_between(int value, int low, int high, const char* what, const Site& site) {
    if (value >= low && value <= high) return;
    fail(site, Construct::PiclArc, what, " must be from ", low, " to ", high, ", not ", value);
}

} // namespace

void setarc0(int* nprocs, int* top, int* ord, int* dir, Site site) {
    const LocalCall call(Construct::PiclArc, site);
    if (nprocs != nullptr) *nprocs = the_session.ranks;
    if (top != nullptr) require_between(*top, 1, 4, "the topology", site);
    if (ord != nullptr) require_between(*ord, 0, 1, "the order", site);
    if (ord != nullptr && *ord == 1 && !power_of_two(the_session.ranks))
        fail(site, Construct::PiclArc, "Gray code order needs a power of two as number of ranks, not ",
             the_session.ranks);
    if (top != nullptr) architecture.topology = *top;
    if (ord != nullptr) architecture.order = *ord;
    if (dir != nullptr) architecture.direction = *dir < 0 ? -1 : 1;
}

void getarc0(int* nprocs, int* top, int* ord, int* dir, Site site) {
    const LocalCall call(Construct::PiclArc, site);
    if (nprocs != nullptr) *nprocs = the_session.ranks;
    if (top != nullptr) *top = architecture.topology;
    if (ord != nullptr) *ord = architecture.order;
    if (dir != nullptr) *dir = architecture.direction;
}

int neighbor0(int i, int node, Site site) {
    const LocalCall call(Construct::PiclNeighbor, site);
    require_rank(node, "the node", Construct::PiclNeighbor, site);
    return along_ring(node, i);
}

int antipode0(int root, Site site) {
    const LocalCall call(Construct::PiclAntipode, site);
    require_rank(root, "the root", Construct::PiclAntipode, site);
    return along_ring(root, (the_session.ranks + 1) / 2);
}
