#pragma once

#include <loop/rank_function.h>
#include <loop/site.h>

namespace loop {

// The group of a rank: true, or a number from 0. False and negative numbers: the rank is in no group, and
// belongs to the others.
struct GroupNumber {
    GroupNumber(bool takes) : value(takes ? 0 : -1) {}
    template <class T, class = detail::IfNumber<T>>
    GroupNumber(T number) : value(static_cast<long long>(number) < 0 ? -1 : static_cast<long long>(number)) {}

    long long value;
};

// The argument VALUE.
using Groups = RankFunction<GroupNumber>;
template <class F>
Groups groups(const F& function, const Kept& of = {}) {
    return Groups(function, of);
}

// The argument ORDER: ranks of a group are numbered by increasing order; equal ones, as outside.
using Order = RankFunction<double>;
template <class F>
Order order(const F& function, const Kept& of = {}) {
    return Order(function, of);
}
inline const Order as_outside{};

// \AMONG(r -> value, ORDER: order) statement [else statement]: while an object exists, communication stays
// among the ranks of the same value, which are numbered from 0; that of the others stays among these. Every
// rank of the present group makes it at the same place, and evaluates the functions for all ranks of that
// group, in the same way and without side effects; that is not measured. No messages, and no waiting: a rank
// enters and leaves alone. Ranks that divide the group in different ways end the run.
class Among {
public:
    explicit Among(const Groups& groups, const Order& order = as_outside, Site site = Site::here());
    ~Among();
    Among(const Among&) = delete;
    Among& operator=(const Among&) = delete;

    // Whether this rank is in a group, and executes the statement.
    explicit operator bool() const { return takes_; }

private:
    bool takes_;
};

} // namespace loop
