#include "picl/architecture.h"
#include "recording/checks.h"

#include <loop/picl.h>

using namespace loop;
using namespace loop::recording;
using loop::picl::along_ring;
using loop::picl::architecture;

void setarc0(int* nprocs, int* top, int* ord, int* dir, Site) {
    if (nprocs != nullptr) *nprocs = runtime::the_session.ranks;
    if (top != nullptr) architecture.topology = *top;
    if (ord != nullptr) architecture.order = *ord;
    if (dir != nullptr) architecture.direction = *dir < 0 ? -1 : 1;
}

void getarc0(int* nprocs, int* top, int* ord, int* dir, Site) {
    if (nprocs != nullptr) *nprocs = runtime::the_session.ranks;
    if (top != nullptr) *top = architecture.topology;
    if (ord != nullptr) *ord = architecture.order;
    if (dir != nullptr) *dir = architecture.direction;
}

int neighbor0(int i, int node, Site site) {
    require_rank(node, "the node", Construct::PiclNeighbor, site);
    return along_ring(node, i);
}

int antipode0(int root, Site site) {
    require_rank(root, "the root", Construct::PiclAntipode, site);
    return along_ring(root, (runtime::the_session.ranks + 1) / 2);
}
