#include "constructs/back_end.h"
#include "recording/executions.h"
#include "recording/recorder.h"
#include "session/failure.h"
#include "session/group.h"
#include "session/lasting.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>
#include <vector>

namespace loop {

using namespace runtime;

namespace {

// The groups into which the ranks of the present group divide themselves.
struct Division {
    std::vector<long long> values;
    std::vector<double> orders;
    const Group* outer;

    friend bool operator<(const Division& a, const Division& b) {
        return std::tie(a.outer, a.values, a.orders) < std::tie(b.outer, b.values, b.orders);
    }
};

// How this rank takes part.
struct Membership {
    Group* group;
    bool takes;
    int groups; // the number of the groups that do the same
};

Division division(const Groups& groups, const Order& order) {
    Division all{{}, {}, the_session.group};
    for (int rank = 0; rank < ranks_in_group(); ++rank) {
        all.values.push_back(groups(rank).value);
        if (order) all.orders.push_back(order(rank));
    }
    return all;
}

// The members of each group in their order, as numbers in the present group.
std::map<long long, std::vector<int>> members_by_value(const Division& all) {
    std::map<long long, std::vector<int>> members;
    for (std::size_t rank = 0; rank < all.values.size(); ++rank)
        members[all.values[rank]].push_back(static_cast<int>(rank));
    if (!all.orders.empty())
        for (auto& [value, ranks] : members)
            std::stable_sort(ranks.begin(), ranks.end(), [&](int a, int b) {
                return all.orders[static_cast<std::size_t>(a)] < all.orders[static_cast<std::size_t>(b)];
            });
    return members;
}

// The present groups, one of which is that of this rank.
recording::EqualGroups divided_groups() {
    if (const recording::EqualGroups* const groups = recording::present_groups(); groups != nullptr)
        return *groups;
    std::vector<int> ranks(static_cast<std::size_t>(the_session.ranks));
    std::iota(ranks.begin(), ranks.end(), 0);
    return {ranks.size(), std::move(ranks)};
}

// Groups of the same size do the same, and so do the groups inside equal groups; the others are apart from
// those that are taken. If that turned out to be wrong, each group is on its own.
class Classes {
public:
    explicit Classes(const Division& all) : outer_(divided_groups()) {
        for (const auto& [value, numbers] : members_by_value(all)) {
            const long long alone = recording::groups_differ() ? value : 0;
            classes_[{numbers.size(), value >= 0, alone}].push_back(numbers);
        }
    }

    // The first group of each class tells what the class does; two others must agree.
    void ask_for_executions() const {
        const std::size_t last = outer_.members.size() - outer_.size;
        for (const auto& [key, groups] : classes_) {
            recording::ask_for_execution(member(0, groups.front().front()));
            recording::ask_for_execution(member(last, groups.back().front()));
            recording::ask_for_execution(
                member(last / outer_.size / 2 * outer_.size, groups[groups.size() / 2].front()));
        }
    }

    // The groups of the class with a group of this size.
    recording::EqualGroups like(std::size_t size, bool takes, long long value) const {
        recording::EqualGroups all{size, {}};
        const auto& groups = classes_.at({size, takes, recording::groups_differ() ? value : 0});
        for (std::size_t outer = 0; outer < outer_.members.size(); outer += outer_.size)
            for (const std::vector<int>& numbers : groups)
                for (const int number : numbers)
                    all.members.push_back(member(outer, number));
        return all;
    }

private:
    int member(std::size_t outer, int number) const {
        return outer_.members[outer + static_cast<std::size_t>(number)];
    }

    recording::EqualGroups outer_;
    std::map<std::tuple<std::size_t, bool, long long>, std::vector<std::vector<int>>> classes_;
};

Membership work_out(const Division& all) {
    const long long own = all.values[static_cast<std::size_t>(rank_in_group())];
    std::vector<int> members = members_by_value(all).at(own);
    const auto number = std::find(members.begin(), members.end(), rank_in_group()) - members.begin();
    for (int& member : members)
        member = rank_of_member(member);
    const Classes classes(all);
    classes.ask_for_executions();
    return {&find_group(members, static_cast<int>(number)), own >= 0,
            recording::add_groups(classes.like(members.size(), own >= 0, own))};
}

Membership membership_in(const Division& all) {
    static Lasting<std::map<Division, Membership>> known;
    const auto found = known().find(all);
    if (found != known().end()) return found->second;
    return known().emplace(all, work_out(all)).first->second;
}

// Where a rank continues behind an \AMONG.
struct Outer {
    Group* group;
    int groups;
};

} // namespace

back_end::Entered back_end::enter(const GroupCall& call) {
    if (the_session.stage != Stage::Open) fail_not_open(Construct::Among, call.site);
    const Membership own = membership_in(division(call.groups, call.order));
    auto* const outer = new Outer{the_session.group, recording::enter_groups(own.groups)};
    the_session.group = own.group;
    return {outer, own.takes};
}

void back_end::leave(void* outer) {
    const auto* const before = static_cast<Outer*>(outer);
    the_session.group = before->group;
    recording::enter_groups(before->groups);
    delete before;
}

} // namespace loop
