#include "comm/matching/told_values.h"

#include "session/concat.h"
#include "session/session.h"
#include "session/status.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <iterator>

namespace loop::runtime {
namespace {

constexpr std::size_t most_values = std::size(ToldPairs{}.values);

std::string value_text(const ToldVariable& variable, long long value) {
    if (!variable.fraction) return concat(value);
    double fraction = 0;
    std::memcpy(&fraction, &value, sizeof fraction);
    char text[32];
    std::snprintf(text, sizeof text, "%g", fraction);
    return text;
}

std::int32_t told_count(const std::vector<ToldVariable>& own) {
    return static_cast<std::int32_t>(std::min(own.size(), most_values));
}

} // namespace

void add_variables(std::vector<ToldVariable>& all, const Kept& kept) {
    const char* name = kept.names;
    for (int i = 0; i < kept.count; ++i) {
        const char* const end = std::strchr(name, ',');
        const auto at = static_cast<std::size_t>(i);
        all.push_back({end != nullptr ? std::string(name, end) : name, kept.values[at], kept.fractions[at]});
        if (end == nullptr) break;
        name = end + 2;
    }
}

void tell_values(const std::vector<ToldVariable>& own, const std::vector<int>& receivers) {
    ToldPairs& told = the_status->pairs;
    told.sequence = 0;
    told.value_count = told_count(own);
    for (std::size_t i = 0; i < static_cast<std::size_t>(told.value_count); ++i)
        told.values[i] = own[i].value;
    told.receiver_count = static_cast<std::int32_t>(receivers.size());
    std::copy_n(receivers.begin(), std::min(receivers.size(), std::size(told.receivers)), told.receivers);
    __atomic_store_n(&told.sequence, the_session.sequence, __ATOMIC_RELEASE);
}

std::string values_difference(const std::vector<ToldVariable>& own, int rank, const ToldPairs& told) {
    std::string text;
    if (told.value_count != told_count(own)) return text;
    for (std::size_t i = 0; i < static_cast<std::size_t>(told.value_count); ++i)
        if (own[i].value != told.values[i])
            text += concat(text.empty() ? "" : "; ", "`", own[i].name, "` is ",
                           value_text(own[i], own[i].value), " on rank ", the_session.rank, ", ",
                           value_text(own[i], told.values[i]), " on rank ", rank);
    return text;
}

} // namespace loop::runtime
