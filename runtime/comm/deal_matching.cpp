#include "comm/deal_matching.h"

#include "comm/matching/argument_matching.h"
#include "comm/matching/told_values.h"
#include "session/concat.h"

#include <memory>
#include <string>
#include <vector>

namespace loop::runtime {

void match_deal(SiteEntry& entry, const DealCall& call, bool is_new) {
    if (entry.neighbours == nullptr) entry.neighbours = std::make_unique<Neighbours>(neighbours_in_group());
    if (is_new) tell_values(agreed_values(call));
    match_neighbours(*entry.neighbours, is_new, [&](int other, const RankStatus& status) {
        const std::string values = values_difference(agreed_values(call), other, status);
        return values.empty() ? concat("the arguments of this line are not the same on rank ", other)
                              : values;
    });
}

} // namespace loop::runtime
