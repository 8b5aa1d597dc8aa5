#include "runner/hang_report.h"

#include "runner/words.h"

#include <loop/patterns.h>

#include <fmt/core.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <map>
#include <set>

namespace loop::runner {

namespace {

using Ranks = std::vector<int>;

bool is_closing(const RankPlace& seen) {
    return seen.inside && (seen.construct == Construct::Close0 || seen.construct == Construct::PiclClose);
}

/// Will not communicate any more, whether or not its process still lives.
bool is_done(const RankOutcome& rank) {
    if (!rank.last_seen) return true;
    const RankPlace& seen = *rank.last_seen;
    return seen.waits == WaitKind::Finalize || is_closing(seen) || seen.state > RankState::InConstruct;
}

bool waits(const RankOutcome& rank) {
    return rank.last_seen && rank.last_seen->waits != WaitKind::Nothing;
}

/// Waits, and not just for the end.
bool is_stuck(const RankOutcome& rank) {
    return waits(rank) && !is_done(rank);
}

bool is_multibroadcast(Construct construct) {
    return construct == Construct::Multibcast0 || construct == Construct::MultibcastMe ||
           construct == Construct::MultibcastAlter;
}

bool is_picl_message(Construct construct) {
    return construct == Construct::PiclSend || construct == Construct::PiclRecv ||
           construct == Construct::PiclSendEnd || construct == Construct::PiclRecvEnd;
}

bool is_host_message(WaitKind kind) {
    return kind >= WaitKind::Send && kind <= WaitKind::Waitsome;
}

/// Messages that the program's text sends and receives one by one.
bool is_message(const RankPlace& seen) {
    return seen.in_host_call() ? is_host_message(seen.waits) : is_picl_message(seen.construct);
}

bool is_receive(const RankPlace& seen) {
    if (!seen.in_host_call())
        return seen.construct == Construct::PiclRecv || seen.construct == Construct::PiclRecvEnd;
    return is_host_message(seen.waits) && seen.waits > WaitKind::Rsend;
}

std::string name_of(const RankPlace& seen) {
    return seen.in_host_call() ? host_wait_name(seen.waits) : construct_text(seen.construct);
}

/// "12" of "ring.loop:12"; 0 where nothing is known.
int line_of(const std::string& place) {
    const std::size_t colon = place.rfind(':');
    return colon == std::string::npos ? 0 : std::atoi(place.c_str() + colon + 1);
}

int line_now(const RankOutcome& rank) {
    return rank.last_seen->in_host_call() ? line_of(rank.calls.now) : rank.last_seen->line;
}

int line_before(const RankOutcome& rank) {
    const std::uint64_t previous = rank.last_seen->previous;
    return (previous & host_call_bit) != 0 ? line_of(rank.calls.before)
                                           : static_cast<int>(previous & 0xffffffffu);
}

std::string arguments_text(const RankPlace& seen) {
    std::string text;
    const auto add = [&](const std::string& name, std::int64_t value) {
        text += fmt::format("{}{} {}", text.empty() ? " (" : ", ", name, value);
    };
    if (seen.in_host_call()) {
        const bool counts =
            seen.waits < WaitKind::Wait || (seen.waits >= WaitKind::Bcast && seen.waits <= WaitKind::Exscan);
        if (counts && seen.waits != WaitKind::Probe && seen.arguments[0] >= 0)
            add("count", seen.arguments[0]);
        if (is_host_message(seen.waits)) add("tag", seen.arguments[1]);
        if (seen.waits >= WaitKind::Bcast && seen.waits <= WaitKind::Exscan && seen.arguments[1] >= 0)
            add("root", seen.arguments[1]);
    } else {
        for (int i = 0; i < 3; ++i) {
            const char* const name = argument_name(seen.construct, i);
            const bool nobody = std::strcmp(name, "receiver") == 0; // said in other words
            if (*name != '\0' && !nobody) add(name, seen.arguments[i] & ~ring_bit);
        }
    }
    return text.empty() ? text : text + ")";
}

bool waits_for_all(const RankPlace& seen) {
    return seen.waits_for == waits_for_everyone ||
           (seen.waits_for == waits_for_partners && is_multibroadcast(seen.construct));
}

bool needs(const RankOutcome& waiting, int other, int ranks) {
    const RankPlace& seen = *waiting.last_seen;
    const Ranks awaited = awaited_ranks(waiting, ranks);
    if (!awaited.empty()) return std::find(awaited.begin(), awaited.end(), other) != awaited.end();
    return waits_for_all(seen) || seen.waits_for == waits_for_somebody || is_receive(seen);
}

std::string whom_text(const RankOutcome& rank, int ranks) {
    const RankPlace& seen = *rank.last_seen;
    if (const Ranks awaited = awaited_ranks(rank, ranks); !awaited.empty())
        return " for " + rank_list(awaited);
    if (waits_for_all(seen)) return " for the other ranks";
    return is_receive(seen) ? " for a message from anybody" : "";
}

std::string own_words(const RankOutcome& rank, const std::string& source) {
    if (rank.is_complete() && !rank.died_late()) return "finished";
    if (!rank.last_seen) return "did not get as far as the first construct";
    const std::string place = place_text(*rank.last_seen, source);
    if (const std::string end = end_text(*rank.last_seen); !end.empty()) return end + ", " + place;
    if (rank.last_seen->state == RankState::Closed && rank.last_seen->waits == WaitKind::Nothing)
        return "finished";
    return {};
}

// --- reasons
// -------------------------------------------------------------------------------------------------

/// One look at all ranks for a reason; each function gives a sentence or an empty text.
class Inquiry {
public:
    Inquiry(const std::vector<RankOutcome>& ranks, const std::string& source)
        : ranks_(ranks), source_(source), count_(static_cast<int>(ranks.size())) {
        for (const RankOutcome& rank : ranks)
            if (is_stuck(rank)) stuck_.push_back(&rank);
    }

    HangReason reason() const {
        using Class = HangReason::Class;
        const std::pair<Class, std::function<std::string()>> looks[] = {
            {Class::DifferentArguments, [&] { return different_arguments(); }},
            {Class::DifferentArguments, [&] { return different_tags(); }},
            {Class::EarlyExit, [&] { return early_exit(); }},
            {Class::MissingParticipant, [&] { return missing(); }},
            {Class::Cycle, [&] { return cycle(); }},
            {Class::DifferentSequence, [&] { return different_sequence(); }},
            {Class::Cycle, [&] { return all_receive(); }},
        };
        for (const auto& [what, look] : looks)
            if (std::string sentence = look(); !sentence.empty())
                return {what, fmt::format("{}: {}", class_text(what), sentence)};
        return {Class::NobodySends,
                fmt::format("{}: what the ranks wait for is not on its way", class_text(Class::NobodySends))};
    }

private:
    std::string at(const RankOutcome& rank) const { return waiting_place(rank, source_); }

    static std::string who(const std::vector<const RankOutcome*>& some) {
        Ranks numbers;
        for (const RankOutcome* rank : some)
            numbers.push_back(rank->rank);
        return rank_list(numbers);
    }

    /// Whether the two are in the same operation, which gives its arguments a meaning in common.
    static bool same_operation(const RankOutcome& a, const RankOutcome& b) {
        const RankPlace &x = *a.last_seen, &y = *b.last_seen;
        if (x.waits != y.waits || is_message(x)) return false;
        return x.in_host_call() || x.construct == y.construct;
    }

    static const char* argument_of(const RankPlace& seen, int index) {
        if (!seen.in_host_call()) return argument_name(seen.construct, index);
        const char* const names[] = {"count", "root", "type"};
        const bool operates = seen.waits >= WaitKind::Bcast && seen.waits <= WaitKind::Exscan;
        return operates && seen.arguments[index] >= 0 ? names[index] : "";
    }

    std::string different_arguments() const {
        for (const RankOutcome* one : stuck_)
            for (int i = 0; i < 3; ++i) {
                const char* const name = argument_of(*one->last_seen, i);
                if (*name == '\0') continue;
                std::map<std::int64_t, std::vector<const RankOutcome*>> values;
                for (const RankOutcome* other : stuck_)
                    if (same_operation(*one, *other) && *argument_of(*other->last_seen, i) != '\0')
                        values[other->last_seen->arguments[i]].push_back(other);
                if (values.size() < 2) continue;
                return fmt::format("the {} of {} is not the same on all ranks: {}", name, at(*one),
                                   values_text(values, std::strcmp(name, "type") == 0));
            }
        return {};
    }

    static std::string values_text(const std::map<std::int64_t, std::vector<const RankOutcome*>>& values,
                                   bool is_type) {
        std::vector<std::string> parts;
        for (const auto& [value, some] : values)
            parts.push_back(is_type ? fmt::format("one on {}", who(some))
                                    : fmt::format("{} on {}", value & ~ring_bit, who(some)));
        return joined(parts, ", ");
    }

    /// A receive of a type or tag, and a message to it of another one.
    std::string different_tags() const {
        for (const RankOutcome* one : stuck_) {
            const RankPlace& seen = *one->last_seen;
            if (!is_receive(seen) || seen.arguments[1] < 0) continue;
            for (const RankOutcome& other : ranks_) {
                if (!other.last_seen || &other == one || !needs(*one, other.rank, count_)) continue;
                const std::uint64_t sent = other.last_seen->last_sent;
                const bool to_it = (sent >> 40) == static_cast<std::uint64_t>(one->rank) + 1 &&
                                   ((sent & sent_by_mpi) != 0) == seen.in_host_call();
                const auto tag = static_cast<std::int64_t>(sent & 0xffffffffu);
                if (!to_it || tag == seen.arguments[1]) continue;
                return fmt::format(
                    "{} waits in {} for a message of {} {}, and the last one that {} sent it has "
                    "{} {}",
                    rank_list({one->rank}), at(*one), seen.in_host_call() ? "tag" : "type", seen.arguments[1],
                    rank_list({other.rank}), seen.in_host_call() ? "tag" : "type", tag);
            }
        }
        return {};
    }

    /// The last message of one is for the other, of the type or tag that it waits for.
    static bool has_sent(const RankOutcome& sender, const RankOutcome& receiver) {
        const RankPlace& seen = *receiver.last_seen;
        const std::uint64_t sent = sender.last_seen->last_sent;
        return is_receive(seen) && (sent >> 40) == static_cast<std::uint64_t>(receiver.rank) + 1 &&
               ((sent & sent_by_mpi) != 0) == seen.in_host_call() &&
               static_cast<std::int64_t>(sent & 0xffffffffu) == seen.arguments[1];
    }

    /// The waiting rank came back to its place, and the other has gone on from the same loop.
    static bool left_loop_of(const RankOutcome& waiting, const RankOutcome& other) {
        const int first = line_now(waiting), last = line_before(waiting);
        if (first == 0 || last < first) return false; // it did not come back
        if (line_now(other) > last && has_sent(other, waiting)) return true;
        const int left = line_before(other);
        return left >= first && left <= last && line_now(other) > last;
    }

    std::string early_exit() const {
        for (const RankOutcome* one : stuck_) {
            std::vector<const RankOutcome*> left;
            for (const RankOutcome& other : ranks_)
                if (other.last_seen && (is_done(other) || waits(other)) && needs(*one, other.rank, count_) &&
                    left_loop_of(*one, other))
                    left.push_back(&other);
            if (left.empty()) continue;
            return fmt::format("{} came to {} once more, and {} had left the loop around it and {} {}",
                               rank_list({one->rank}), at(*one), who(left), left.size() == 1 ? "is" : "are",
                               further(*left[0]));
        }
        return {};
    }

    std::string further(const RankOutcome& rank) const {
        const std::string words = own_words(rank, source_);
        if (!words.empty()) return words == "finished" ? "done" : words;
        if (!rank.last_seen || !waits(rank)) return "no more: it ended without a word (`_exit`, or killed)";
        return "in " + at(rank);
    }

    std::string missing() const {
        for (const RankOutcome* one : stuck_) {
            std::vector<const RankOutcome*> gone;
            for (const RankOutcome& other : ranks_)
                if (needs(*one, other.rank, count_) && (is_done(other) || !waits(other)))
                    gone.push_back(&other);
            if (gone.empty()) continue;
            return fmt::format("{} waits in {}, and {}, whom it needs there, {} {}", rank_list({one->rank}),
                               at(*one), who(gone), gone.size() == 1 ? "is" : "are", further(*gone[0]));
        }
        return {};
    }

    /// Whom each waits for by its number, followed until somebody comes twice.
    std::string cycle() const {
        for (const RankOutcome* start : stuck_) {
            Ranks path;
            const RankOutcome* at_rank = start;
            while (at_rank != nullptr && is_stuck(*at_rank) && is_message(*at_rank->last_seen)) {
                const auto again = std::find(path.begin(), path.end(), at_rank->rank);
                if (again != path.end()) {
                    path.erase(path.begin(), again);
                    return cycle_text(path);
                }
                path.push_back(at_rank->rank);
                const Ranks next = awaited_ranks(*at_rank, count_);
                at_rank = next.size() == 1 ? &ranks_[static_cast<std::size_t>(next[0])] : nullptr;
            }
        }
        return {};
    }

    std::string cycle_text(const Ranks& path) const {
        std::vector<std::string> steps;
        constexpr std::size_t most = 8;
        for (std::size_t i = 0; i < path.size(); ++i) {
            if (path.size() > most && i == most / 2) steps.emplace_back("...");
            if (path.size() > most && i >= most / 2 && i + most / 2 < path.size()) continue;
            const RankOutcome& rank = ranks_[static_cast<std::size_t>(path[i])];
            steps.push_back(fmt::format("rank {} in {}", path[i], at(rank)));
        }
        return fmt::format("{}, which waits for rank {} again", joined(steps, " waits for "), path[0]);
    }

    std::string different_sequence() const {
        for (const RankOutcome* one : stuck_)
            for (const RankOutcome* other : stuck_) {
                const bool both_messages = is_message(*one->last_seen) && is_message(*other->last_seen);
                if (both_messages || !needs(*one, other->rank, count_)) continue;
                if (at(*one) == at(*other)) continue;
                return fmt::format("{} waits in {}, and {}, whom it needs there, in {}",
                                   rank_list({one->rank}), at(*one), rank_list({other->rank}), at(*other));
            }
        return {};
    }

    std::string all_receive() const {
        const bool all = !stuck_.empty() &&
                         std::all_of(stuck_.begin(), stuck_.end(),
                                     [](const RankOutcome* rank) { return is_receive(*rank->last_seen); });
        if (!all || stuck_.size() < 2) return {};
        return fmt::format("{} all wait to receive, {} in {}, and none of them comes to send", who(stuck_),
                           rank_list({stuck_[0]->rank}), at(*stuck_[0]));
    }

    const std::vector<RankOutcome>& ranks_;
    const std::string& source_;
    int count_;
    std::vector<const RankOutcome*> stuck_;
};

// --- the roll
// ------------------------------------------------------------------------------------------------

struct Entry {
    std::string words;
    Ranks ranks;
    std::map<std::string, Ranks> whom;
    double seconds = 0;
};

std::string whom_of_all(const Entry& entry) {
    if (entry.whom.size() == 1) return entry.whom.begin()->first;
    constexpr std::size_t most = 4;
    if (entry.whom.size() > most) return ", each for ranks of its own";
    std::vector<std::string> parts;
    for (const auto& [whom, ranks] : entry.whom)
        parts.push_back(rank_list(ranks) + whom);
    return ": " + joined(parts, ", ");
}

std::string seconds_text(double seconds) {
    return seconds < 10 ? fmt::format("{:.1f} s", seconds) : fmt::format("{:.0f} s", seconds);
}

} // namespace

std::string class_text(HangReason::Class what) {
    switch (what) {
    case HangReason::Class::MissingParticipant:
        return "missing participant";
    case HangReason::Class::EarlyExit:
        return "left a loop early";
    case HangReason::Class::DifferentArguments:
        return "different arguments";
    case HangReason::Class::DifferentSequence:
        return "different sequence";
    case HangReason::Class::Cycle:
        return "cycle of waits";
    case HangReason::Class::NobodySends:
        return "nobody sends";
    }
    return {};
}

Ranks awaited_ranks(const RankOutcome& rank, int ranks) {
    const RankPlace& seen = *rank.last_seen;
    if (seen.waits_for >= 0) return seen.waits_for < ranks ? Ranks{seen.waits_for} : Ranks{};
    if (seen.waits_for != waits_for_partners || seen.in_host_call()) return {};
    if (is_picl_message(seen.construct)) {
        const std::int64_t node = seen.arguments[2];
        return !is_receive(seen) && node >= 0 && node < ranks ? Ranks{static_cast<int>(node)} : Ranks{};
    }
    const bool exchange = seen.construct == Construct::Exchange;
    if (!exchange && seen.construct != Construct::Communicate) return {};
    // A status file may be torn: what no construct takes is no pattern.
    const std::int64_t partners = seen.arguments[2] & ~ring_bit;
    if (seen.arguments[1] < 1 || partners < 1) return {};
    const patterns::Pattern pattern =
        exchange ? patterns::exchange(rank.rank, ranks, seen.arguments[1], partners,
                                      (seen.arguments[2] & ring_bit) != 0)
                 : patterns::communicate(rank.rank, ranks, seen.arguments[1], partners);
    std::set<int> all;
    for (const auto* list : {&pattern.receives, &pattern.sends})
        for (const patterns::Partner& partner : *list)
            all.insert(partner.rank);
    return {all.begin(), all.end()};
}

std::string waiting_place(const RankOutcome& rank, const std::string& source) {
    const RankPlace& seen = *rank.last_seen;
    if (!seen.in_host_call()) return fmt::format("`{}` at {}:{}", name_of(seen), source, seen.line);
    if (!rank.calls.now.empty()) return fmt::format("`{}` at {}", name_of(seen), rank.calls.now);
    return fmt::format("`{}` {}", name_of(seen), place_text(seen, source));
}

HangReason reason_of_hang(const std::vector<RankOutcome>& ranks, const std::string& source) {
    return Inquiry(ranks, source).reason();
}

std::vector<std::string> roll_call(const std::vector<RankOutcome>& ranks, const std::string& source,
                                   const std::vector<double>& standing) {
    std::vector<Entry> entries;
    const auto entry_of = [&](const std::string& words) -> Entry& {
        for (Entry& entry : entries)
            if (entry.words == words) return entry;
        return entries.emplace_back(Entry{words, {}, {}, 0});
    };
    for (std::size_t i = 0; i < ranks.size(); ++i) {
        const RankOutcome& rank = ranks[i];
        const std::string words = own_words(rank, source);
        if (!words.empty() || !waits(rank)) {
            entry_of(!words.empty() ? words : "not waiting, last seen " + place_text(*rank.last_seen, source))
                .ranks.push_back(rank.rank);
            continue;
        }
        const std::string place = waiting_place(rank, source);
        const std::size_t behind_name = place.find('`', 1) + 1;
        Entry& entry = entry_of("\t" + place.substr(0, behind_name) + arguments_text(*rank.last_seen) +
                                place.substr(behind_name));
        entry.ranks.push_back(rank.rank);
        entry.whom[whom_text(rank, static_cast<int>(ranks.size()))].push_back(rank.rank);
        if (i < standing.size()) entry.seconds = std::max(entry.seconds, standing[i]);
    }
    std::vector<std::string> sentences;
    for (const Entry& entry : entries) {
        if (entry.words[0] != '\t') {
            sentences.push_back(rank_list(entry.ranks) + " " + entry.words);
            continue;
        }
        std::string text =
            fmt::format("{} {} in {}{}", rank_list(entry.ranks), entry.ranks.size() == 1 ? "waits" : "wait",
                        entry.words.substr(1), whom_of_all(entry));
        if (entry.seconds > 0) text += ", since " + seconds_text(entry.seconds);
        sentences.push_back(text);
    }
    return sentences;
}

} // namespace loop::runner
