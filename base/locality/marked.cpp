#include "base/locality/marked.h"

#include <utility>

namespace loop::locality {

void MarkedObserver::access(const Access& access) {
    if (access.kind == AccessKind::Mark) {
        close();
        begin_ = access.address;
        size_ = access.size;
        if (size_ != 0) observer_.emplace(grain_, limit_bytes_);
        return;
    }
    if (access.kind != AccessKind::Load || access.address - begin_ >= size_) return;
    observer_->access(access.address, access.size);
}

void MarkedObserver::close() {
    if (!observer_) return;
    Observation seen = observer_->finish();
    observer_.reset();
    if (seen.accesses != 0) seen_.push_back(std::move(seen));
}

std::vector<Observation> MarkedObserver::finish() {
    close();
    return std::move(seen_);
}

} // namespace loop::locality
