#include "comm/matching/argument_matching.h"

#include "comm/matching/peers.h"
#include "session/failure.h"
#include "session/session.h"
#include "trace/excluded.h"

#include <cstring>
#include <string>

namespace loop::runtime {
namespace {

std::string value_text(std::int64_t value, const char* name) {
    if (std::strcmp(name, "number of partners") == 0 && (value & ring_bit) != 0)
        return concat(value & ~ring_bit, " on a ring");
    return concat(value);
}

void compare_calls(const Call& own, const Call& other, int rank, const ExplainDifference& explain) {
    if (own.place != other.place || own.number != other.number) return;
    for (int i = 0; i < 3; ++i) {
        if (own.arguments[i] == other.arguments[i]) continue;
        const char* name = argument_name(the_session.construct, i);
        if (*name == '\0') continue;
        if (explain)
            fail(the_session.site, the_session.construct,
                 "different arguments: ", explain(rank, *status_of(rank)));
        fail(the_session.site, the_session.construct, "different arguments: the ", name, " is ",
             value_text(own.arguments[i], name), ", and ", value_text(other.arguments[i], name), " on rank ",
             rank, " in the same call of this line");
    }
}

void compare_with(const Call& own, int rank, const ExplainDifference& explain) {
    const RankStatus* status = status_of(rank);
    if (status == nullptr) return;
    Call other;
    if (read_present(*status, other)) compare_calls(own, other, rank, explain);
    for (const NewArguments& entry : status->history)
        if (read_entry(entry, other) != 0) compare_calls(own, other, rank, explain);
}

} // namespace

void match_arguments(const std::vector<int>& partners, const ExplainDifference& explain) {
    if (!has_peers()) return;
    const Excluded not_measured;
    const Call own = own_call();
    tell_new(own);
    for (const int partner : partners)
        compare_with(own, partner, explain);
}

} // namespace loop::runtime
