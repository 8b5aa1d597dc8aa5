#include "comm/matching/tags.h"

#include "session/session.h"
#include "session/settings.h"

#include <mpi.h>

#include <algorithm>
#include <cstdint>

namespace loop::runtime {
namespace {

constexpr int first_argument_tag = 32768;   // smaller tags exist in every MPI library
constexpr int first_any_source_tag = 24576; // larger than what is shown elsewhere, smaller than the others
constexpr int first_started_tag = 20480;    // larger than those of nested exchanges and trees
static_assert(first_started_tag + started_numbers <= first_any_source_tag);
constexpr int first_call_tag = 28672; // where tags are few, for messages of one call from any rank
constexpr int worthwhile = 1 << 16;   // with fewer tags, different arguments would share a tag too often
constexpr int enough = 1 << 20;

// Tags from first_argument_tag on: `span` for what is not started, as many for what is, then those of calls.
int span = 0;
int first_of_calls = first_call_tag, span_of_calls = first_argument_tag - first_call_tag;

std::uint64_t mixed(std::uint64_t seed, long long word) {
    const std::uint64_t x = (seed ^ static_cast<std::uint64_t>(word)) * 0x9e3779b97f4a7c15u;
    return x ^ (x >> 29);
}

} // namespace

void learn_tags() {
    int* largest = nullptr;
    int found = 0;
    PMPI_Comm_get_attr(the_session.control, MPI_TAG_UB, &largest, &found);
    const int above = found != 0 ? std::min(*largest - first_argument_tag, 3 * enough) : 0;
    const int third = above / 3;
    if (third < worthwhile) return;
    span_of_calls = third;
    first_of_calls = first_argument_tag + 2 * third;
    if (settings().watched) span = third;
}

namespace {

std::uint64_t argument_hash(int shown, Construct construct, long long first, long long second,
                            long long third) {
    std::uint64_t hash = mixed(static_cast<std::uint64_t>(construct) + 1, shown);
    for (const long long word : {first, second, third})
        hash = mixed(hash, word);
    return hash;
}

} // namespace

MessageTag argument_tag(int shown, Construct construct, long long first, long long second, long long third) {
    if (span == 0) return {shown, shown};
    const std::uint64_t hash = argument_hash(shown, construct, first, second, third);
    return {first_argument_tag + static_cast<int>(hash % static_cast<std::uint64_t>(span)), shown};
}

MessageTag started_tag(int number, Construct construct, long long first, long long second, long long third) {
    const int shown = first_started_tag + number;
    if (span == 0) return {shown, shown};
    const int own = static_cast<int>(argument_hash(shown, construct, first, second, third) %
                                     static_cast<std::uint64_t>(span / started_numbers));
    return {first_argument_tag + span + own * started_numbers + number, shown};
}

MessageTag any_source_tag(int turn, Construct construct, long long first, long long second) {
    const int shown = first_any_source_tag + turn;
    if (span == 0) return {shown, shown};
    constexpr std::uint64_t pairs = (first_call_tag - first_any_source_tag) / 2;
    std::uint64_t hash = static_cast<std::uint64_t>(construct) + 1;
    for (const long long word : {first, second})
        hash = mixed(hash, word);
    return {shown + 2 * static_cast<int>(hash % pairs), shown};
}

MessageTag any_source_tag(int shown, Construct construct, long long label, int line, long long call) {
    const auto base = mixed(mixed(static_cast<std::uint64_t>(construct) + 1, label), line) >> 8;
    const auto tags = static_cast<std::uint64_t>(span_of_calls);
    const std::uint64_t at = (base % tags + static_cast<std::uint64_t>(call) % tags) % tags;
    return {first_of_calls + static_cast<int>(at), shown};
}

} // namespace loop::runtime
