#include "comm/matching/told_values.h"

#include "session/concat.h"
#include "session/session.h"
#include "session/status.h"

#include <loop/fnv.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <iterator>

namespace loop::runtime {
namespace {

constexpr std::size_t most_values = std::size(ToldPairs{}.values);

std::string value_text(const AgreedValue& variable, long long value) {
    if (!variable.fraction) return concat(value);
    double fraction = 0;
    std::memcpy(&fraction, &value, sizeof fraction);
    char text[32];
    std::snprintf(text, sizeof text, "%g", fraction);
    return text;
}

std::int32_t told_count(const std::vector<AgreedValue>& own) {
    return static_cast<std::int32_t>(std::min(own.size(), most_values));
}

std::int64_t hash_of(const std::int64_t* values, std::int32_t count) {
    return static_cast<std::int64_t>(
        fnv1a64({reinterpret_cast<const char*>(values), static_cast<std::size_t>(count) * sizeof *values}));
}

// What the rank has told may belong to another call than the one that differs.
bool has_published(const RankStatus& status, const ToldPairs& told) {
    const std::int64_t hash = hash_of(told.values, told.value_count);
    return std::any_of(std::begin(status.history), std::end(status.history),
                       [&](const NewArguments& entry) { return entry.arguments[1] == hash; });
}

} // namespace

std::int64_t hash_of(const std::vector<AgreedValue>& values) {
    std::int64_t all[most_values] = {};
    const std::int32_t count = told_count(values);
    for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i)
        all[i] = values[i].value;
    return hash_of(all, count);
}

void tell_values(const std::vector<AgreedValue>& own, const std::vector<int>& receivers) {
    ToldPairs& told = the_status->pairs;
    told.sequence = 0;
    told.value_count = told_count(own);
    for (std::size_t i = 0; i < static_cast<std::size_t>(told.value_count); ++i)
        told.values[i] = own[i].value;
    told.receiver_count = static_cast<std::int32_t>(receivers.size());
    std::copy_n(receivers.begin(), std::min(receivers.size(), std::size(told.receivers)), told.receivers);
    __atomic_store_n(&told.sequence, the_session.sequence, __ATOMIC_RELEASE);
}

std::string values_difference(const std::vector<AgreedValue>& own, int rank, const ToldPairs& told) {
    std::string text;
    if (told.value_count != told_count(own)) return text;
    for (std::size_t i = 0; i < static_cast<std::size_t>(told.value_count); ++i)
        if (own[i].value != told.values[i])
            text += concat(text.empty() ? "" : "; ", "`", own[i].name, "` is ",
                           value_text(own[i], own[i].value), " on rank ", the_session.rank, ", ",
                           value_text(own[i], told.values[i]), " on rank ", rank);
    return text;
}

std::string values_difference(const std::vector<AgreedValue>& own, int rank, const RankStatus& other) {
    const ToldPairs told = other.pairs;
    const bool is_valid = told.value_count >= 0 && static_cast<std::size_t>(told.value_count) <= most_values;
    return is_valid && has_published(other, told) ? values_difference(own, rank, told) : "";
}

} // namespace loop::runtime
