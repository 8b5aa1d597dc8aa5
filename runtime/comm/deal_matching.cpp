#include "comm/deal_matching.h"

#include "comm/matching/argument_matching.h"
#include "comm/matching/told_values.h"
#include "session/concat.h"
#include "session/waits.h"

#include <loop/fnv.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace loop::runtime {
namespace {

using Values = std::array<std::int64_t, 5>;
constexpr std::array<const char*, 5> names{"COUNT", "BY", "GIVE", "RETURN", "CHUNK"};

Values values_of(const DealArguments& arguments) {
    return {arguments.chunks.passes, arguments.by, arguments.give, arguments.result, arguments.chunks.size};
}

std::int64_t hash_of(const Values& values) {
    return static_cast<std::int64_t>(fnv1a64(
        {reinterpret_cast<const char*>(values.data() + 1), (values.size() - 1) * sizeof(std::int64_t)}));
}

std::vector<ToldVariable> variables_of(const Values& values) {
    std::vector<ToldVariable> all;
    for (std::size_t i = 0; i < values.size(); ++i)
        all.push_back({names[i], values[i], false});
    return all;
}

// Whether the rank has published these values at some line: it may have told those of another construct
// since.
bool has_published(const RankStatus& status, const Values& values) {
    return std::any_of(std::begin(status.history), std::end(status.history), [&](const NewArguments& entry) {
        return entry.arguments[0] == values[0] && entry.arguments[1] == hash_of(values);
    });
}

std::string difference(const Values& own, int rank, const RankStatus& other) {
    Values told{};
    std::copy(other.pairs.values, other.pairs.values + told.size(), told.begin());
    const std::string text =
        has_published(other, told) ? values_difference(variables_of(own), rank, other.pairs) : "";
    return text.empty() ? concat("the arguments of this line are not the same on rank ", rank) : text;
}

} // namespace

std::int64_t hash_of(const DealArguments& arguments) {
    return hash_of(values_of(arguments));
}

void match_deal(const DealArguments& arguments) {
    const Values own = values_of(arguments);
    tell_values(variables_of(own));
    const int rank = the_session.rank, ranks = the_session.ranks;
    match_arguments({arguments.by, (rank + 1) % ranks, (rank + ranks - 1) % ranks},
                    [&](int other, const RankStatus& status) { return difference(own, other, status); });
}

} // namespace loop::runtime
