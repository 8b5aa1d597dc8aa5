#pragma once

#include "derive/sequence.h"

namespace loop::report::derive {

/// Numbers all operations of all ranks, and joins those that happen together.
class Together {
public:
    explicit Together(const Sequences& sequences);
    std::size_t number(std::size_t rank, std::size_t index) { return find(first_[rank] + index); }
    std::size_t find(std::size_t one) {
        while (parent_[one] != one)
            one = parent_[one] = parent_[parent_[one]];
        return one;
    }
    void join(std::size_t a, std::size_t b) { parent_[find(b)] = find(a); }
    std::size_t operations() const { return parent_.size(); }
    /// Whether something is in flight across operations of all ranks, and not yet split (with_flights()).
    bool has_flights() const { return has_flights_; }

private:
    template <typename Visit>
    void visit(Visit visit_operation) const;

    void join_messages();
    /// The n-th operation on a communicator is the same on all of its members.
    void join_collectives();
    void join_flights();

    const Sequences& sequences_;
    std::vector<std::size_t> first_, parent_;
    bool has_flights_ = false;
};

} // namespace loop::report::derive
