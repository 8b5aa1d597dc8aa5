#pragma once

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace loop::runtime::trace {

bool is_predefined(MPI_Datatype type); // asks MPI: the type must be valid

// From what a datatype was made. Empty if MPI defines the type, and for types that were made with large
// counts. A structure is without its blocks of no elements, so that reading all parts, and theirs, takes
// no more steps than the type has elements: structures of structures may name far more parts.
class TypeContents {
public:
    explicit TypeContents(MPI_Datatype type); // asks MPI: the type must be valid
    ~TypeContents();
    TypeContents(const TypeContents&) = delete;
    TypeContents& operator=(const TypeContents&) = delete;

    int combiner() const { return combiner_; } // MPI_COMBINER_NAMED: empty
    const std::vector<int>& integers() const { return integers_; }
    const std::vector<MPI_Datatype>& parts() const { return parts_; } // valid as long as this object
    std::int64_t integer(std::size_t index) const { return index < integers_.size() ? integers_[index] : 0; }
    std::int64_t place(std::size_t index) const { return index < places_.size() ? places_[index] : 0; }

private:
    void leave_out_empty_blocks();

    int combiner_ = MPI_COMBINER_NAMED;
    std::vector<int> integers_;
    std::vector<MPI_Aint> places_;
    std::vector<MPI_Datatype> parts_;
};

} // namespace loop::runtime::trace
