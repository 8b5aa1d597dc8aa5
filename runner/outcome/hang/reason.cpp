#include "runner/outcome/hang/reason.h"

#include "base/text/strings.h"
#include "runner/outcome/hang/waiting.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <functional>
#include <map>

namespace loop::runner {

namespace {

using Ranks = std::vector<int>;

/// Diagnoses a hang. Each function returns a sentence, or an empty text if its class does not apply.
class HangDiagnosis {
public:
    HangDiagnosis(const std::vector<RankOutcome>& ranks, const std::string& source)
        : ranks_(ranks), source_(source), count_(static_cast<int>(ranks.size())) {
        for (const RankOutcome& rank : ranks)
            if (is_stuck(rank)) stuck_.push_back(&rank);
    }

    HangReason reason() const {
        using Class = HangReason::Class;
        const std::pair<Class, std::function<std::string()>> looks[] = {
            {Class::DifferentArguments, [&] { return different_arguments(); }},
            {Class::DifferentArguments, [&] { return different_tags(); }},
            {Class::NobodySends, [&] { return never_started(); }},
            {Class::EarlyExit, [&] { return early_exit(); }},
            {Class::MissingParticipant, [&] { return missing(); }},
            {Class::DifferentArguments, [&] { return different_communicators(); }},
            {Class::Cycle, [&] { return cycle(); }},
            {Class::DifferentSequence, [&] { return different_sequence(); }},
            {Class::Cycle, [&] { return all_receive(); }},
        };
        for (const auto& [what, look] : looks)
            if (std::string sentence = look(); !sentence.empty())
                return {what, fmt::format("{}: {}", class_text(what), sentence)};
        return {Class::NobodySends,
                fmt::format("{}: nobody has sent what the ranks wait for", class_text(Class::NobodySends))};
    }

private:
    std::string at(const RankOutcome& rank) const { return waiting_place(rank, source_).text(); }

    static std::string who(const std::vector<const RankOutcome*>& some) {
        Ranks numbers;
        for (const RankOutcome* rank : some)
            numbers.push_back(rank->rank);
        return rank_list(numbers);
    }

    /// Whether both ranks are in the same operation, so that their arguments can be compared. For MPI: the
    /// same operation of the same communicator.
    static bool same_operation(const RankOutcome& a, const RankOutcome& b) {
        const RankPlace &x = *a.last_seen, &y = *b.last_seen;
        if (x.in_host_call() != y.in_host_call()) return false;
        if (!x.in_host_call()) return x.construct == y.construct && !is_message(x);
        const WaitKind operation = host_operation(x);
        return operation != WaitKind::Nothing && operation == host_operation(y) && x.communicator != 0 &&
               x.communicator == y.communicator && x.operation == y.operation;
    }

    static const char* argument_of(const RankPlace& seen, int index) {
        if (!seen.in_host_call()) return argument_name(seen.construct, index);
        const char* const names[] = {"count", "root", "type"};
        return seen.arguments[index] >= 0 ? names[index] : "";
    }

    static bool differ(const RankPlace& a, const RankPlace& b, int index) {
        if (!a.in_host_call() || index == 1) return a.arguments[index] != b.arguments[index];
        return index == 0 ? counts_differ(a.arguments, b.arguments) : types_differ(a.arguments, b.arguments);
    }

    std::string different_arguments() const {
        for (const RankOutcome* one : stuck_)
            for (int i = 0; i < 3; ++i) {
                const char* const name = argument_of(*one->last_seen, i);
                if (*name == '\0') continue;
                std::map<std::int64_t, std::vector<const RankOutcome*>> values;
                bool found = false;
                for (const RankOutcome* other : stuck_) {
                    if (!same_operation(*one, *other) || *argument_of(*other->last_seen, i) == '\0') continue;
                    values[other->last_seen->arguments[i]].push_back(other);
                    found = found || differ(*one->last_seen, *other->last_seen, i);
                }
                if (!found) continue;
                if (name == pairs_name)
                    return fmt::format("the pairs or sizes of {} are not the same on all ranks: {}", at(*one),
                                       values_text(values, true));
                return fmt::format("{}{} of {} is not the same on all ranks: {}", is_hash(name) ? "" : "the ",
                                   name, at(*one),
                                   values_text(values, is_hash(name) || std::strcmp(name, "type") == 0));
            }
        return {};
    }

    /// Ranks that need each other are at the same place, but on different communicators.
    std::string different_communicators() const {
        for (const RankOutcome* one : stuck_)
            for (const RankOutcome* other : stuck_) {
                const RankPlace &x = *one->last_seen, &y = *other->last_seen;
                const bool known = x.in_host_call() && y.in_host_call() && x.communicator != 0 &&
                                   y.communicator != 0 && !is_message(x) && !is_message(y);
                if (!known || x.communicator == y.communicator || at(*one) != at(*other)) continue;
                if (!needs(*one, other->rank, count_) || !needs(*other, one->rank, count_)) continue;
                return fmt::format("the communicator of {} is not the same on all ranks: one on {}, another "
                                   "on {}",
                                   at(*one), rank_list({one->rank}), rank_list({other->rank}));
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

    static bool by_host(const ToldMessage& message) { return message.communicator != picl_communicator; }

    /// The last message from `sender` to `receiver`, which waits to receive one by the same kind of call.
    /// Null if there is none, or if all messages may have been received.
    static const ToldMessage* unreceived(const RankOutcome& sender, const RankOutcome& receiver) {
        const RankPlace& seen = *receiver.last_seen;
        const ToldMessage* const sent = find_message(sender.last_seen->sent, receiver.rank);
        if (sent == nullptr || by_host(*sent) != seen.in_host_call()) return nullptr;
        const ToldMessage& received = seen.received[sender.rank % told_partners];
        if (received.partner != 0 && received.partner != sender.rank + 1) return nullptr;
        return sent->number > received.number ? sent : nullptr;
    }

    /// Whether the message is known to be on another communicator than the one that the rank waits on.
    static bool is_elsewhere(const ToldMessage& message, const RankPlace& seen) {
        const auto own = static_cast<std::uint32_t>(seen.communicator);
        return seen.in_host_call() && own != 0 && message.communicator != 0 && own != message.communicator;
    }

    /// A rank waits for a message of one type or tag, and the last message to it, not yet received, has
    /// another one.
    std::string different_tags() const {
        for (const RankOutcome* one : stuck_) {
            const RankPlace& seen = *one->last_seen;
            if (!is_receive(seen)) continue;
            for (const RankOutcome& other : ranks_) {
                if (!other.last_seen || &other == one || !needs(*one, other.rank, count_)) continue;
                const ToldMessage* const sent = unreceived(other, *one);
                if (sent == nullptr) continue;
                const std::string begin = rank_list({one->rank}) + " waits in " + at(*one) + " for a message";
                const std::string sender = rank_list({other.rank});
                if (is_elsewhere(*sent, seen))
                    return fmt::format("{}, but the last one from {} is on another communicator", begin,
                                       sender);
                if (seen.arguments[1] < 0 || sent->tag == seen.arguments[1]) continue;
                const char* const name = seen.in_host_call() ? "tag" : "type";
                return fmt::format("{} of {} {}, but the last one from {} has {} {}", begin, name,
                                   seen.arguments[1], sender, name, sent->tag);
            }
        }
        return {};
    }

    /// Whether the last message of `sender` to `receiver` has the type or tag that `receiver` waits for.
    static bool has_sent(const RankOutcome& sender, const RankOutcome& receiver) {
        const RankPlace& seen = *receiver.last_seen;
        const ToldMessage* const sent = find_message(sender.last_seen->sent, receiver.rank);
        return is_receive(seen) && sent != nullptr && by_host(*sent) == seen.in_host_call() &&
               sent->tag == seen.arguments[1];
    }

    /// A rank has created a persistent request for the awaited message, but never started it.
    std::string never_started() const {
        for (const RankOutcome* one : stuck_) {
            const RankPlace& seen = *one->last_seen;
            if (!seen.in_host_call() || !is_message(seen)) continue;
            for (const RankOutcome& other : ranks_) {
                if (!other.last_seen || !needs(*one, other.rank, count_)) continue;
                const PreparedMessage& made = other.last_seen->prepared;
                const auto kind = static_cast<WaitKind>(made.kind);
                const bool fits = is_receive(seen) != (kind == WaitKind::Recv_init);
                const bool same_tag = made.tag == seen.arguments[1] || made.tag < 0 || seen.arguments[1] < 0;
                if (made.partner != one->rank + 1 || !fits || !same_tag) continue;
                const std::string where = other.calls.prepared.empty() ? "" : " at " + other.calls.prepared;
                return fmt::format("{} waits in {}, and {} has created a request for that message (`{}`{}) "
                                   "but never started it",
                                   rank_list({one->rank}), at(*one), rank_list({other.rank}),
                                   host_wait_name(kind), where);
            }
        }
        return {};
    }

    /// Whether the waiting rank came back to its place in a loop that the other rank has left.
    static bool left_loop_of(const RankOutcome& waiting, const RankOutcome& other) {
        const int first = line_now(waiting), last = line_before(waiting);
        if (first == 0 || last < first) return false; // not in a loop
        if (line_now(other) > last && has_sent(other, waiting)) return true;
        const int left = line_before(other);
        return left >= first && left <= last && line_now(other) > last;
    }

    std::string early_exit() const {
        for (const RankOutcome* one : stuck_) {
            if (one->last_seen->in_host_call() && one->is_first_call) continue;
            std::vector<const RankOutcome*> left;
            for (const RankOutcome& other : ranks_)
                if (other.last_seen && (is_done(other) || waits(other)) && needs(*one, other.rank, count_) &&
                    left_loop_of(*one, other))
                    left.push_back(&other);
            if (left.empty()) continue;
            return fmt::format("{} reached {} again, but {} had left the enclosing loop and {}",
                               rank_list({one->rank}), at(*one), who(left), further(left));
        }
        return {};
    }

    /// What the ranks did instead, according to the status of the first one.
    std::string further(const std::vector<const RankOutcome*>& ranks) const {
        const RankOutcome& rank = *ranks[0];
        if (has_finished(rank)) return ranks.size() == 1 ? "has finished" : "have finished";
        if (const std::string words = end_message(rank, source_); !words.empty()) return words;
        if (!rank.last_seen || !waits(rank)) return "exited without a record (`_exit` or killed)";
        return (ranks.size() == 1 ? "is in " : "are in ") + at(rank);
    }

    std::string missing() const {
        for (const RankOutcome* one : stuck_) {
            std::vector<const RankOutcome*> gone;
            for (const RankOutcome& other : ranks_)
                if (needs(*one, other.rank, count_) && (is_done(other) || !waits(other)))
                    gone.push_back(&other);
            if (gone.empty()) continue;
            return fmt::format("{} waits in {} for {}, which {}", rank_list({one->rank}), at(*one), who(gone),
                               further(gone));
        }
        return {};
    }

    /// Follows each rank to the single rank that it waits for, until a rank occurs twice.
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
        if (path.size() == 1)
            return fmt::format("{} waits in {} for itself", rank_list(path),
                               at(ranks_[static_cast<std::size_t>(path[0])]));
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
                return fmt::format("{} waits in {} for {}, which waits in {}", rank_list({one->rank}),
                                   at(*one), rank_list({other->rank}), at(*other));
            }
        return {};
    }

    std::string all_receive() const {
        const bool all = !stuck_.empty() &&
                         std::all_of(stuck_.begin(), stuck_.end(),
                                     [](const RankOutcome* rank) { return is_receive(*rank->last_seen); });
        if (!all || stuck_.size() < 2) return {};
        return fmt::format("{} all wait to receive ({} in {}), and none of them sends", who(stuck_),
                           rank_list({stuck_[0]->rank}), at(*stuck_[0]));
    }

    const std::vector<RankOutcome>& ranks_;
    const std::string& source_;
    int count_;
    std::vector<const RankOutcome*> stuck_;
};

} // namespace

std::string class_text(HangReason::Class what) {
    constexpr std::array words{"missing participant", "left a loop early", "different arguments",
                               "different sequence",  "cycle of waits",    "nobody sends"};
    return words[static_cast<std::size_t>(what)];
}

HangReason reason_of_hang(const std::vector<RankOutcome>& ranks, const std::string& source) {
    return HangDiagnosis(ranks, source).reason();
}

} // namespace loop::runner
