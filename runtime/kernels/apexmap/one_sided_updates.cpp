#include "kernels/apexmap/one_sided_updates.h"

#include "comm/waiting/waiting.h"

namespace loop::runtime::apexmap {

OneSidedUpdates::OneSidedUpdates(const Parameters& p, const Data& data, const Parts& parts)
    : data_(data), parts_(parts), words_(static_cast<int>(p.l)),
      requests_(static_cast<std::size_t>(p.b), MPI_REQUEST_NULL), ones_(static_cast<std::size_t>(p.l), 1.0) {}

void OneSidedUpdates::access(const std::int64_t* starts, std::size_t count) {
    const NestedPart part(parts_.communication);
    for (std::size_t k = 0; k < count; ++k) {
        wait_for(requests_[next_]);
        const auto owner = static_cast<int>(starts[k] / data_.count);
        const MPI_Aint offset = data_.apart() ? starts[k] - owner * data_.count : 0;
        check_mpi(PMPI_Raccumulate(ones_.data(), words_, MPI_DOUBLE, owner, offset, words_, MPI_DOUBLE,
                                   MPI_SUM, data_.window, &requests_[next_]),
                  "updating words");
        if (!data_.owns(starts[k])) ++counts_.remote;
        next_ = next_ + 1 == requests_.size() ? 0 : next_ + 1;
    }
}

void OneSidedUpdates::wait_for(MPI_Request& request) {
    if (request == MPI_REQUEST_NULL) return;
    int index = 0;
    MPI_Status status;
    if (test_some(1, &request, &index, &status) != 0) return;
    ++counts_.waits;
    wait_one(request, status);
}

void OneSidedUpdates::finish() {
    const NestedPart part(parts_.communication);
    for (MPI_Request& request : requests_)
        wait_for(request);
    check_mpi(PMPI_Win_flush_all(data_.window), "completing updates");
}

} // namespace loop::runtime::apexmap
