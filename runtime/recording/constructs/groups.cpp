#include "recording/executions.h"
#include "recording/recorder.h"
#include "session/failure.h"
#include "session/group.h"
#include "session/lasting.h"

#include <loop/among.h>
#include <loop/comm.h>

#include <algorithm>
#include <map>
#include <tuple>
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

struct Membership {
    Group* group;
    bool takes;
};

Division division(const Groups& groups, const Order& order) {
    Division all{{}, {}, the_session.group};
    for (int rank = 0; rank < ranks_in_group(); ++rank) {
        all.values.push_back(groups(rank).value);
        if (order) all.orders.push_back(order(rank));
    }
    return all;
}

// The members of each group, in their order.
std::map<long long, std::vector<int>> members_by_value(const Division& all) {
    std::map<long long, std::vector<int>> members;
    for (std::size_t rank = 0; rank < all.values.size(); ++rank)
        members[all.values[rank]].push_back(static_cast<int>(rank));
    if (!all.orders.empty())
        for (auto& [value, ranks] : members)
            std::stable_sort(ranks.begin(), ranks.end(), [&](int a, int b) {
                return all.orders[static_cast<std::size_t>(a)] < all.orders[static_cast<std::size_t>(b)];
            });
    for (auto& [value, ranks] : members)
        for (int& rank : ranks)
            rank = rank_of_member(rank);
    return members;
}

Membership work_out(const Division& all) {
    const long long own = all.values[static_cast<std::size_t>(rank_in_group())];
    Membership membership{nullptr, own >= 0};
    for (const auto& [value, members] : members_by_value(all)) {
        recording::ask_for_execution(members[0]);
        if (value != own) continue;
        const auto number = std::find(members.begin(), members.end(), the_session.rank) - members.begin();
        membership.group = &find_group(members, static_cast<int>(number));
    }
    return membership;
}

Membership membership_in(const Division& all) {
    static Lasting<std::map<Division, Membership>> known;
    const auto found = known().find(all);
    if (found != known().end()) return found->second;
    return known().emplace(all, work_out(all)).first->second;
}

} // namespace

Among::Among(const Groups& groups, const Order& order, Site site) : outer_(the_session.group) {
    if (the_session.stage != Stage::Open) fail_not_open(Construct::Among, site);
    const Membership own = membership_in(division(groups, order));
    takes_ = own.takes;
    the_session.group = own.group;
}

Among::~Among() {
    the_session.group = static_cast<Group*>(outer_);
}

// How messages are sent does not change which ones there are.
With::With(std::optional<long long>, std::optional<long long>, std::optional<long long>,
           std::optional<long long>, std::optional<bool>, std::optional<std::string_view>,
           std::optional<bool>, std::optional<bool>, Site)
    : outer_(nullptr) {}

With::~With() = default;

} // namespace loop
