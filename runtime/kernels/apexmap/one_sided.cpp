#include "kernels/apexmap/one_sided.h"

#include "comm/waiting/waiting.h"

namespace loop::runtime::apexmap {

OneSided::OneSided(const Parameters& p, const Data& data, const Parts& parts)
    : data_(data), parts_(parts), work_(p), words_(static_cast<int>(p.l)),
      requests_(static_cast<std::size_t>(p.b), MPI_REQUEST_NULL), owners_(requests_.size()),
      buffers_(static_cast<std::size_t>(p.b * p.l)) {}

void OneSided::access(const std::int64_t* starts, std::size_t count) {
    for (std::size_t k = 0; k < count; ++k) {
        if (data_.owns(starts[k])) {
            counts_.sum += work_(data_.at(starts[k]));
        } else {
            fetch(starts[k]);
        }
    }
    work_.settle();
}

void OneSided::fetch(std::int64_t start) {
    take(next_);
    work_.settle();
    const NestedPart part(parts_.communication);
    const auto owner = static_cast<int>(start / data_.count);
    const MPI_Aint offset = data_.apart() ? start - owner * data_.count : 0;
    check_mpi(PMPI_Rget(buffer(next_), words_, MPI_DOUBLE, owner, offset, words_, MPI_DOUBLE, data_.window,
                        &requests_[next_]),
              "getting words");
    owners_[next_] = owner;
    ++counts_.remote;
    next_ = next_ + 1 == requests_.size() ? 0 : next_ + 1;
}

// Waits for the block that is being read into a slot, if any, and processes it.
void OneSided::take(std::size_t slot) {
    if (requests_[slot] == MPI_REQUEST_NULL) return;
    work_.settle();
    wait_for(slot);
    counts_.sum += work_(buffer(slot));
}

void OneSided::wait_for(std::size_t slot) {
    const NestedPart part(parts_.communication);
    int index = 0;
    MPI_Status status;
    if (test_some(1, &requests_[slot], &index, &status) != 0) return;
    ++counts_.waits;
    trace::Waiting waiting;
    if (trace::on()) waiting.begin(owners_[slot]);
    wait_one(requests_[slot], status);
    if (trace::on()) waiting.end();
}

void OneSided::finish() {
    for (std::size_t k = 0; k < requests_.size(); ++k)
        take((next_ + k) % requests_.size());
    work_.settle();
}

} // namespace loop::runtime::apexmap
