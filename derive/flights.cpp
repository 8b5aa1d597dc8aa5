#include "derive/flights.h"

#include "derive/together.h"

#include <algorithm>
#include <deque>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace loop::report::derive {

namespace {

using Epochs = std::pair<std::size_t, std::size_t>; ///< of the sender, and of the receiver

/// For each message of each operation of each rank.
template <class Value>
using ByMessage = std::vector<std::vector<std::vector<Value>>>;

/// The epochs of both ends of all messages.
class Matching {
public:
    explicit Matching(const Sequences& sequences) {
        for (const RankSequence& rank : sequences.ranks) {
            sends.emplace_back();
            receives.emplace_back();
            for (const Operation& operation : rank.operations) {
                sends.back().emplace_back(operation.sends.size());
                receives.back().emplace_back(operation.receives.size());
            }
        }
        match(sequences);
    }

    ByMessage<Epochs> sends, receives;

private:
    void match(const Sequences& sequences) {
        std::map<std::tuple<std::size_t, std::size_t, long long>, std::deque<Epochs*>> sent;
        each(sequences, sends, &Operation::sends,
             [&](std::size_t rank, const Message& message, Epochs& epochs) {
                 sent[{rank, message.partner, message.channel}].push_back(&epochs);
             });
        each(sequences, receives, &Operation::receives,
             [&](std::size_t rank, const Message& message, Epochs& epochs) {
                 auto& senders = sent[{message.partner, rank, message.channel}];
                 if (senders.empty()) return;
                 senders.front()->second = epochs.first;
                 epochs = *senders.front();
                 senders.pop_front();
             });
    }

    template <class Visit>
    static void each(const Sequences& sequences, ByMessage<Epochs>& all, Messages Operation::*messages,
                     const Visit& visit) {
        for (std::size_t rank = 0; rank < all.size(); ++rank) {
            const std::vector<std::size_t> epochs = epochs_of(sequences.ranks[rank]);
            for (std::size_t i = 0; i < all[rank].size(); ++i)
                for (std::size_t k = 0; k < all[rank][i].size(); ++k) {
                    Epochs& one = all[rank][i][k];
                    one = {epochs[i], epochs[i]};
                    visit(rank, (sequences.ranks[rank].operations[i].*messages)[k], one);
                }
        }
    }
};

/// The messages that are in flight between each two epochs; the others stay.
std::map<Epochs, Messages> take_crossing(Messages& messages, const std::vector<Epochs>& epochs) {
    std::map<Epochs, Messages> taken;
    Messages others;
    for (std::size_t k = 0; k < messages.size(); ++k)
        (epochs[k].first == epochs[k].second ? others : taken[epochs[k]]).push_back(messages[k]);
    messages = std::move(others);
    return taken;
}

/// Numbers that stand for handles.
class Handles {
public:
    int of_messages(const Epochs& epochs) { return number(messages_, epochs); }
    int of_collective(std::size_t communicator, std::size_t n) {
        return number(collectives_, {communicator, n});
    }

private:
    using Known = std::map<std::pair<std::size_t, std::size_t>, int>;
    int number(Known& known, const std::pair<std::size_t, std::size_t>& key) {
        const auto [at, is_new] = known.try_emplace(key, next_);
        if (is_new) ++next_;
        return at->second;
    }

    Known messages_, collectives_;
    int next_ = 1;
};

Operation part_of(const Operation& operation, Flight flight, int handle) {
    Operation part;
    part.flight = flight;
    part.handle = handle;
    part.phases = operation.phases;
    part.origin = operation.origin;
    return part;
}

/// The operation and, before and after it, its messages that are in flight across others.
std::vector<Operation> split(Operation operation, const std::vector<Epochs>& sends,
                             const std::vector<Epochs>& receives, Handles& handles) {
    const std::map<Epochs, Messages> begins = take_crossing(operation.sends, sends),
                                     ends = take_crossing(operation.receives, receives);
    if (begins.empty() && ends.empty()) return {std::move(operation)};
    std::vector<Operation> all;
    const auto add = [&](const auto& messages, Flight flight, Messages Operation::*side) {
        for (const auto& [epochs, some] : messages) {
            all.push_back(part_of(operation, flight, handles.of_messages(epochs)));
            all.back().*side = some;
        }
    };
    add(begins, Flight::starts, &Operation::sends);
    const bool is_left = !operation.sends.empty() || !operation.receives.empty();
    if (is_left) all.push_back(part_of(operation, Flight::none, 0));
    if (is_left) all.back().sends = std::move(operation.sends);
    if (is_left) all.back().receives = std::move(operation.receives);
    add(ends, Flight::finishes, &Operation::receives);
    all.front().before = std::move(operation.before);
    if (begins.size() < all.size() && !is_left)
        append(all[begins.size()].before, operation.inside);
    else
        all[std::min(begins.size(), all.size() - 1)].inside = std::move(operation.inside);
    return all;
}

/// A handle ends once on each rank, when its last message has arrived.
void join_ends(std::vector<Operation>& operations) {
    std::map<int, std::size_t> last;
    for (std::size_t i = 0; i < operations.size(); ++i)
        if (operations[i].flight == Flight::finishes) last[operations[i].handle] = i;
    std::vector<Operation> kept;
    std::map<int, Messages> earlier;
    Computations before; // what ends that are left out
    for (std::size_t i = 0; i < operations.size(); ++i) {
        Operation& one = operations[i];
        Computations own = std::exchange(before, {});
        append(own, one.before);
        one.before = std::move(own);
        if (one.flight == Flight::finishes && last[one.handle] != i) {
            append(earlier[one.handle], one.receives);
            before = std::move(one.before);
            continue;
        }
        if (one.flight == Flight::finishes) append(one.receives, earlier[one.handle]);
        kept.push_back(std::move(one));
    }
    operations = std::move(kept);
}

void split_messages(Sequences& sequences, Handles& handles) {
    const Matching matching(sequences);
    for (std::size_t rank = 0; rank < sequences.ranks.size(); ++rank) {
        std::vector<Operation> all;
        for (std::size_t i = 0; i < sequences.ranks[rank].operations.size(); ++i)
            for (Operation& one : split(std::move(sequences.ranks[rank].operations[i]),
                                        matching.sends[rank][i], matching.receives[rank][i], handles))
                all.push_back(std::move(one));
        join_ends(all);
        sequences.ranks[rank].operations = std::move(all);
    }
}

/// A collective operation: its communicator, and its number there.
using Which = std::pair<std::size_t, std::size_t>;

/// Calls `visit` for each collective operation of a rank that has a beginning, with the index of its end; 0:
/// it has none.
template <class Visit>
void each_collective(RankSequence& rank, const Visit& visit) {
    std::map<int, std::size_t> ends;
    for (std::size_t i = 0; i < rank.operations.size(); ++i)
        if (rank.operations[i].flight == Flight::finishes) ends[rank.operations[i].handle] = i;
    std::map<std::size_t, std::size_t> counts;
    for (std::size_t i = 0; i < rank.operations.size(); ++i) {
        const Operation& one = rank.operations[i];
        if (!one.is_collective()) continue;
        const std::size_t n = counts[one.communicator]++;
        if (one.flight != Flight::none) visit(i, Which{one.communicator, n}, ends[one.handle]);
    }
}

/// Collective operations that need no beginning and end: nothing else happens in them on any rank, or a rank
/// was cut off before their end.
std::set<Which> whole_collectives(Sequences& sequences) {
    std::set<Which> whole, cut, split;
    for (RankSequence& rank : sequences.ranks)
        each_collective(rank, [&](std::size_t begin, const Which& which, std::size_t end) {
            (end == 0 ? cut : end == begin + 1 ? whole : split).insert(which);
        });
    for (const Which& which : split)
        whole.erase(which);
    whole.insert(cut.begin(), cut.end());
    return whole;
}

/// Collective operations in which something happens keep a beginning and an end, on all ranks.
void resolve_collectives(Sequences& sequences, Handles& handles) {
    const std::set<Which> whole = whole_collectives(sequences);
    for (RankSequence& rank : sequences.ranks) {
        std::set<std::size_t> left_out;
        each_collective(rank, [&](std::size_t begin, const Which& which, std::size_t end) {
            Operation& one = rank.operations[begin];
            if (whole.count(which) == 0) {
                one.handle = handles.of_collective(which.first, which.second);
                rank.operations[end].handle = one.handle;
                return;
            }
            one.flight = Flight::none;
            if (end == begin + 1) one.inside = std::move(rank.operations[end].before);
            if (end > 0) left_out.insert(end);
        });
        std::vector<Operation> kept;
        for (std::size_t i = 0; i < rank.operations.size(); ++i)
            if (left_out.count(i) == 0) kept.push_back(std::move(rank.operations[i]));
        rank.operations = std::move(kept);
    }
}

} // namespace

std::vector<std::size_t> epochs_of(const RankSequence& rank) {
    std::vector<std::size_t> epochs;
    std::size_t epoch = 0;
    for (const Operation& operation : rank.operations) {
        epochs.push_back(epoch);
        const bool is_of_all = operation.is_collective() && operation.members.empty();
        if (is_of_all || operation.flight == Flight::finishes) ++epoch;
    }
    return epochs;
}

Sequences with_flights(Sequences sequences) {
    Handles handles;
    resolve_collectives(sequences, handles);
    split_messages(sequences, handles);
    return sequences;
}

Sequences with_flights_if_any(Sequences sequences) {
    return Together(sequences).has_flights() ? with_flights(std::move(sequences)) : std::move(sequences);
}

} // namespace loop::report::derive
