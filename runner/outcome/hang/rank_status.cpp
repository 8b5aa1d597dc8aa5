#include "runner/outcome/hang/rank_status.h"

#include "base/text/strings.h"
#include "runner/outcome/hang/waiting.h"
#include "runner/outcome/ranks/last_seen.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstring>
#include <map>

namespace loop::runner {

namespace {

using Ranks = std::vector<int>;

std::string arguments_text(const RankPlace& seen) {
    std::string text;
    const auto add = [&](const std::string& name, std::int64_t value) {
        text += fmt::format("{}{} {}", text.empty() ? " (" : ", ", name, value);
    };
    if (seen.in_host_call()) {
        const bool operates = host_operation(seen) != WaitKind::Nothing;
        const bool is_barrier = seen.waits == WaitKind::Barrier || seen.begun == WaitKind::Ibarrier;
        const bool counts =
            operates ? !is_barrier
                     : is_message(seen) && !is_completion(seen.waits) && seen.waits != WaitKind::Probe;
        if (counts && seen.arguments[0] >= 0) add("count", seen.arguments[0]);
        if (is_message(seen) && seen.arguments[1] >= 0) add("tag", seen.arguments[1]);
        if (operates && seen.arguments[1] >= 0) add("root", seen.arguments[1]);
    } else {
        for (int i = 0; i < 3; ++i) {
            const char* const name = argument_name(seen.construct, i);
            const bool nobody = std::strcmp(name, "receiver") == 0; // shown as the rank that is waited for
            const bool is_known =
                seen.arguments[i] != -1; // a rank says that it does not know its arguments yet
            if (*name != '\0' && !is_hash(name) && !nobody && is_known)
                add(name, seen.arguments[i] & ~ring_bit);
        }
    }
    return text.empty() ? text : text + ")";
}

/// " for the other members of ranks 0 and 2" if not all ranks are members.
std::string members_text(const RankPlace& seen, int ranks) {
    if (seen.among() == 0 || seen.among() == unknown_members) return " for the other ranks";
    Ranks members;
    for (int rank = 0; rank < ranks; ++rank)
        if (may_be_member(seen.among(), rank)) members.push_back(rank);
    return " for the other members of " + rank_list(members);
}

std::string whom_text(const RankOutcome& rank, int ranks) {
    const RankPlace& seen = *rank.last_seen;
    const Ranks awaited = awaited_ranks(rank, ranks);
    if (deals(seen))
        return " for a request from " + (awaited.empty()       ? "any rank"
                                         : awaited.size() == 1 ? rank_list(awaited)
                                                               : "any of " + rank_list(awaited));
    if (!awaited.empty()) return " for " + rank_list(awaited);
    if (waits_for_all(seen)) return members_text(seen, ranks);
    return is_receive(seen) ? " for a message from any rank" : "";
}

/// " for `MPI_Ibcast` of x.loop:5"
std::string begun_text(const RankOutcome& rank) {
    const RankPlace& seen = *rank.last_seen;
    if (!is_completion(seen.waits) || seen.begun == WaitKind::Nothing) return {};
    const std::string name = fmt::format(" for `{}`", host_wait_name(seen.begun));
    return rank.calls.begun.empty() ? name : fmt::format("{} of {}", name, rank.calls.begun);
}

struct Entry {
    bool waits;
    std::string words; ///< the call that they wait in, or how they ended
    Ranks ranks;
    std::map<std::string, Ranks> whom;
    double seconds = 0;
};

std::string whom_of_all(const Entry& entry) {
    if (entry.whom.size() == 1) return entry.whom.begin()->first;
    constexpr std::size_t most = 4;
    if (entry.whom.size() > most) return ", each for different ranks";
    std::vector<std::string> parts;
    for (const auto& [whom, ranks] : entry.whom)
        parts.push_back(rank_list(ranks) + whom);
    return ": " + joined(parts, ", ");
}

std::string seconds_text(double seconds) {
    return seconds < 10 ? fmt::format("{:.1f} s", seconds) : fmt::format("{:.0f} s", seconds);
}

} // namespace

std::vector<std::string> rank_status_messages(const std::vector<RankOutcome>& ranks,
                                              const std::string& source,
                                              const std::vector<double>& stall_seconds) {
    std::vector<Entry> entries;
    const auto entry_of = [&](bool waits, const std::string& words) -> Entry& {
        for (Entry& entry : entries)
            if (entry.waits == waits && entry.words == words) return entry;
        return entries.emplace_back(Entry{waits, words, {}, {}, 0});
    };
    for (std::size_t i = 0; i < ranks.size(); ++i) {
        const RankOutcome& rank = ranks[i];
        const std::string words = end_message(rank, source);
        if (!words.empty() || !waits(rank)) {
            entry_of(false, !words.empty() ? words : "not waiting, last seen " + seen_text(rank, source))
                .ranks.push_back(rank.rank);
            continue;
        }
        const WaitingPlace place = waiting_place(rank, source);
        Entry& entry = entry_of(true, place.call + begun_text(rank) + arguments_text(*rank.last_seen) + " " +
                                          place.where);
        entry.ranks.push_back(rank.rank);
        entry.whom[whom_text(rank, static_cast<int>(ranks.size()))].push_back(rank.rank);
        if (i < stall_seconds.size()) entry.seconds = std::max(entry.seconds, stall_seconds[i]);
    }
    std::vector<std::string> sentences;
    for (const Entry& entry : entries) {
        if (!entry.waits) {
            sentences.push_back(rank_list(entry.ranks) + " " + entry.words);
            continue;
        }
        std::string text =
            fmt::format("{} {} in {}{}", rank_list(entry.ranks), entry.ranks.size() == 1 ? "waits" : "wait",
                        entry.words, whom_of_all(entry));
        if (entry.seconds > 0) text += ", for " + seconds_text(entry.seconds);
        sentences.push_back(text);
    }
    return sentences;
}

} // namespace loop::runner
