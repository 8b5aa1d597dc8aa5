#include "base/locality/parallel.h"

#include <cmath>
#include <utility>

namespace loop::locality {

double RankLocality::remote_fraction() const {
    return static_cast<double>(remote) / static_cast<double>(found.accesses);
}

double ParallelLocality::remote_fraction() const {
    double remote = 0;
    for (const RankLocality& rank : ranks)
        remote += static_cast<double>(rank.remote);
    return remote / static_cast<double>(together.accesses);
}

double ParallelLocality::expected_remote_fraction() const {
    double remote = 0;
    for (const RankLocality& rank : ranks)
        remote += static_cast<double>(rank.found.accesses) *
                  locality::expected_remote_fraction(together, rank.own_share);
    return remote / static_cast<double>(together.accesses);
}

double expected_remote_fraction(const Characterization& found, double own) {
    double remote = 0;
    for (const Stream& stream : found.streams)
        remote += stream.share * (1 - std::pow(own, stream.alpha));
    return remote;
}

void RankObserver::access(std::uint64_t address, std::uint64_t size) {
    if (owners_ != nullptr) {
        const std::optional<int> owner = owners_->owner_of(address);
        if (!owner) {
            ++unowned_;
            return;
        }
        if (*owner != rank_) ++remote_;
    }
    ++accesses_;
    observer_.access(address, size);
}

void ParallelObserver::add(RankObserver& rank) {
    Observation seen = rank.finish();
    ranks_.push_back({characterize(seen), rank.remote(), rank.unowned(),
                      owners_ != nullptr ? owners_->share_of(next()) : 0});
    if (together_) {
        together_->add(seen);
    } else {
        together_ = std::move(seen);
    }
}

ParallelLocality ParallelObserver::finish() {
    return {std::move(ranks_), characterize(*together_), owners_ != nullptr};
}

} // namespace loop::locality
