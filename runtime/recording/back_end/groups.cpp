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

// A division of the present group.
struct InnerDivision {
    const Group* outer;
    patterns::Division division;

    friend bool operator<(const InnerDivision& a, const InnerDivision& b) {
        return std::tie(a.outer, a.division.values, a.division.orders) <
               std::tie(b.outer, b.division.values, b.division.orders);
    }
};

// How this rank takes part.
struct Membership {
    Group* group;
    bool takes;
    int groups; // the number of the groups that do the same
};

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
    explicit Classes(const patterns::Division& all) : outer_(divided_groups()) {
        for (const auto& [value, numbers] : patterns::members_by_value(all)) {
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

Membership work_out(const patterns::Division& division) {
    const patterns::GroupPattern own = patterns::group_pattern(rank_in_group(), division);
    const Classes classes(division);
    classes.ask_for_executions();
    const long long value = division.values[static_cast<std::size_t>(rank_in_group())];
    return {&group_of(own), own.takes,
            recording::add_groups(classes.like(own.members.size(), own.takes, value))};
}

Membership membership_in(InnerDivision all) {
    static Lasting<std::map<InnerDivision, Membership>> known;
    const auto found = known().find(all);
    if (found != known().end()) return found->second;
    const Membership own = work_out(all.division);
    return known().emplace(std::move(all), own).first->second;
}

// Where a rank continues behind an \AMONG.
struct Outer {
    Group* group;
    int groups;
};
Lasting<std::vector<Outer>> outer;

} // namespace

bool back_end::enter(const GroupCall& call) {
    if (the_session.stage != Stage::Open) fail_not_open(Construct::Among, call.site);
    const Membership own = membership_in({the_session.group, division_of(call)});
    outer().push_back({the_session.group, recording::enter_groups(own.groups)});
    the_session.group = own.group;
    return own.takes;
}

void back_end::leave() {
    const Outer before = outer().back();
    outer().pop_back();
    the_session.group = before.group;
    recording::enter_groups(before.groups);
}

} // namespace loop
