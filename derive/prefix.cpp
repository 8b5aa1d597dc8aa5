#include "derive/prefix.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace loop::report::derive {

namespace {

using Places = std::vector<std::size_t>; ///< indices of operations

/// The operations of a rank that send or receive, by sender, receiver, and channel.
using Channel = std::tuple<int, int, long long>;
struct Ends {
    Places sends, receives;
};

/// The operations of each rank on one communicator.
struct Calls {
    std::vector<int> members; ///< empty: all ranks
    std::map<int, Places> by_rank;
};

class Prefix {
public:
    explicit Prefix(Sequences& sequences) : sequences_(sequences) {
        for (const RankSequence& rank : sequences.ranks)
            kept_.push_back(rank.operations.size());
    }

    void find() {
        do {
            changed_ = false;
            read();
            cut_messages();
            cut_collectives();
        } while (changed_);
        apply();
    }

private:
    void cut(int rank, std::size_t operation) {
        std::size_t& kept = kept_[static_cast<std::size_t>(rank)];
        if (operation >= kept) return;
        kept = operation;
        changed_ = true;
    }

    void read() {
        channels_.clear();
        calls_.clear();
        for (std::size_t i = 0; i < kept_.size(); ++i) {
            const int rank = static_cast<int>(i);
            for (std::size_t at = 0; at < kept_[i]; ++at)
                add(rank, at, sequences_.ranks[i].operations[at]);
        }
    }

    void add(int rank, std::size_t at, const Operation& operation) {
        for (const Message& message : operation.sends)
            channels_[{rank, message.partner, message.channel}].sends.push_back(at);
        for (const Message& message : operation.receives)
            channels_[{message.partner, rank, message.channel}].receives.push_back(at);
        if (!operation.is_collective()) return;
        Calls& calls = calls_[operation.communicator];
        calls.members = operation.members;
        calls.by_rank[rank].push_back(at);
    }

    void cut_messages() {
        for (const auto& [channel, ends] : channels_) {
            const std::size_t both = std::min(ends.sends.size(), ends.receives.size());
            if (ends.sends.size() > both) cut(std::get<0>(channel), ends.sends[both]);
            if (ends.receives.size() > both) cut(std::get<1>(channel), ends.receives[both]);
        }
    }

    void cut_collectives() {
        for (const auto& [communicator, calls] : calls_) {
            const std::size_t all = calls_of_all(calls);
            for (const auto& [rank, places] : calls.by_rank)
                if (places.size() > all) cut(rank, places[all]);
        }
    }

    /// How many operations all members of the communicator have called.
    std::size_t calls_of_all(const Calls& calls) const {
        const std::size_t members = calls.members.empty() ? kept_.size() : calls.members.size();
        if (calls.by_rank.size() < members) return 0;
        std::size_t fewest = calls.by_rank.begin()->second.size();
        for (const auto& [rank, places] : calls.by_rank)
            fewest = std::min(fewest, places.size());
        return fewest;
    }

    void apply() {
        for (std::size_t i = 0; i < kept_.size(); ++i) {
            RankSequence& rank = sequences_.ranks[i];
            if (rank.operations.size() == kept_[i]) continue;
            rank.operations.resize(kept_[i]);
            rank.after.clear();
        }
    }

    Sequences& sequences_;
    std::vector<std::size_t> kept_; ///< how many operations each rank keeps
    std::map<Channel, Ends> channels_;
    std::map<std::size_t, Calls> calls_; ///< by communicator
    bool changed_ = false;
};

} // namespace

void keep_common_prefix(Sequences& sequences) {
    Prefix(sequences).find();
}

} // namespace loop::report::derive
