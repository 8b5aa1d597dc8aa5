#include "recording/back_end/own_messages.h"

#include "session/group.h"

namespace loop::recording {

using namespace runtime;

bool find_own(const KnownMessages& all, patterns::SendPattern& own) {
    const int me = rank_in_group();
    bool has_other_places = false;
    for (const patterns::MessageRow& row : pattern_of(all.pattern)) {
        const auto add = [&](std::vector<patterns::PlacedMessage>& messages, long long partner) {
            has_other_places = has_other_places || row.place != 0;
            messages.push_back(
                {rank_of_member(static_cast<int>(partner)), row.place, 0, row.bytes * all.size, 0});
        };
        patterns::visit_steps(row.from, row.from_step, row.count, me,
                              [&](long long i) { add(own.sends, row.to + i * row.to_step); });
        patterns::visit_steps(row.to, row.to_step, row.count, me,
                              [&](long long i) { add(own.receives, row.from + i * row.from_step); });
    }
    return !has_other_places && own.receives.size() <= 1;
}

} // namespace loop::recording
