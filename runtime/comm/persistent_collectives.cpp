#include "comm/collectives.h"
#include "session/failure.h"
#include "session/session.h"
#include "session/simulation.h"

#include <algorithm>

namespace loop::runtime {
namespace {

void require_persistent(const SiteEntry& entry) {
    if (has_persistent_collectives()) return;
    fail(entry.site, entry.construct,
         is_simulated ? "a simulated machine has no persistent collective operations"
                      : "this MPI library has no persistent collective operations (MPI 4 has them)",
         "; leave PERSISTENT out");
}

// A request has the addresses. Another rank may not see that they differ, so no rank makes a new request
// then.
void require_same_data(const PendingCollective& pending, const CollectiveCall& call) {
    if (pending.from == call.from && pending.into == call.into && pending.data == call.data) return;
    fail(pending.entry->site, call.construct,
         "with PERSISTENT, FROM, INTO, and DATA must be at the same address in all calls of a line with the "
         "same "
         "other arguments; give each address a line of its own");
}

void release(PendingCollective& pending) {
    if (pending.request != MPI_REQUEST_NULL) PMPI_Request_free(&pending.request);
}

void make_room(std::vector<std::unique_ptr<PendingCollective>>& all) {
    if (all.size() < PersistentCollectives::most) return;
    const auto idle = std::find_if(all.begin(), all.end(), [](const auto& kept) { return !kept->in_flight; });
    if (idle == all.end()) return;
    release(**idle);
    all.erase(idle);
}

} // namespace

CollectivePlans::CollectivePlans() = default;
CollectivePlans::~CollectivePlans() = default;

PendingCollective& persistent_collective(SiteEntry& entry, const std::shared_ptr<CollectivePlan>& plan,
                                         const CollectiveCall& call) {
    require_persistent(entry);
    std::unique_ptr<PersistentCollectives>& kept = entry.collectives->persistent;
    if (kept == nullptr) kept = std::make_unique<PersistentCollectives>();
    for (const auto& pending : kept->all)
        if (pending->plan == plan && !pending->in_flight) {
            require_same_data(*pending, call);
            return *pending;
        }
    make_room(kept->all);
    kept->all.push_back(std::make_unique<PendingCollective>());
    return *kept->all.back();
}

void release_collectives() {
    for (const SiteEntry& entry : all_sites())
        if (entry.collectives != nullptr && entry.collectives->persistent != nullptr)
            for (const auto& pending : entry.collectives->persistent->all)
                release(*pending);
}

} // namespace loop::runtime
