#include "comm/deal_matching.h"

#include "comm/matching/argument_matching.h"
#include "comm/matching/told_values.h"
#include "session/concat.h"
#include "session/session.h"

#include <string>
#include <vector>

namespace loop::runtime {

void match_deal(const DealCall& call) {
    const std::vector<AgreedValue> own = agreed_values(call);
    tell_values(own);
    const int rank = the_session.rank, ranks = the_session.ranks;
    match_arguments({static_cast<int>(call.by), (rank + 1) % ranks, (rank + ranks - 1) % ranks},
                    [&](int other, const RankStatus& status) {
                        const std::string values = values_difference(own, other, status);
                        return values.empty()
                                   ? concat("the arguments of this line are not the same on rank ", other)
                                   : values;
                    });
}

} // namespace loop::runtime
