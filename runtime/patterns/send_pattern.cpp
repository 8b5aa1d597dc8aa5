#include <loop/circles.h>
#include <loop/send_pattern.h>

#include <algorithm>
#include <cstdlib>
#include <unordered_map>

namespace loop::patterns {
namespace {

constexpr std::size_t most_offsets = 8;

std::uint64_t mixed(std::uint64_t hash, long long value) {
    hash = (hash ^ static_cast<std::uint64_t>(value)) * 0x9e3779b97f4a7c15u;
    return hash ^ (hash >> 32);
}

std::string text(const char* before, long long value, const char* after) {
    return before + std::to_string(value) + after;
}

// Visits the senders whose condition holds, with their receivers.
template <class Visit>
void for_each_sender(int ranks, const SendArguments& arguments, Visit visit) {
    arguments.pairs.for_each(ranks, [&](int sender, const Ranks& receivers) {
        if (!arguments.where || arguments.where(sender)) visit(sender, receivers);
    });
}

class Builder {
public:
    // `rows`: null, or what gets the messages of all ranks, too.
    Builder(int me, int ranks, const SendArguments& arguments, RowBuilder* rows)
        : me_(me), ranks_(ranks), arguments_(arguments), rows_(rows) {}

    SendPattern build() {
        if (arguments_.count < 0)
            return failed(text("COUNT is ", arguments_.count, "; it must not be negative"));
        pattern_.hash = mixed(pattern_.hash, arguments_.count);
        for_each_sender(ranks_, arguments_, [&](int sender, const Ranks& receivers) {
            if (pattern_.problem.empty()) add(sender, receivers);
        });
        if (!pattern_.problem.empty()) return failed(pattern_.problem);
        std::stable_sort(pattern_.receives.begin(), pattern_.receives.end(),
                         [](const PlacedMessage& a, const PlacedMessage& b) { return a.place < b.place; });
        place(pattern_.sends, true);
        place(pattern_.receives, false);
        return std::move(pattern_);
    }

private:
    static SendPattern failed(std::string problem) {
        SendPattern pattern;
        pattern.problem = std::move(problem);
        return pattern;
    }

    void add(int sender, const Ranks& receivers) {
        if (!arguments_.sizes.function) return add(sender, receivers, arguments_.sizes.bytes);
        add(sender, receivers, arguments_.sizes.function(sender));
    }

    void add(int sender, const Ranks& receivers, const ByteCounts& sizes) {
        if (sizes.size() != 1 && sizes.size() != receivers.size()) {
            pattern_.problem = text("SIZE has ", static_cast<long long>(sizes.size()), " values, but rank ") +
                               text("", sender, " has ") +
                               text("", static_cast<long long>(receivers.size()), " receivers");
            return;
        }
        const std::size_t before = own_messages();
        for (std::size_t place = 0; place < receivers.size(); ++place)
            add(sender, static_cast<long long>(place), receivers[place],
                sizes[sizes.size() == 1 ? 0 : place]);
        if (arguments_.sizes.function && own_messages() > before) by_sender_.emplace(sender, sizes);
    }

    std::size_t own_messages() const { return pattern_.sends.size() + pattern_.receives.size(); }

    const ByteCounts& sizes_of(int sender) const {
        return arguments_.sizes.function ? by_sender_.at(sender) : arguments_.sizes.bytes;
    }

    // With rows, the messages of this rank are listed once.
    void place(std::vector<PlacedMessage>& messages, bool are_sent) const {
        const auto sizes = [&](const PlacedMessage& message) -> const ByteCounts& {
            return sizes_of(are_sent ? me_ : message.rank);
        };
        set_begins(messages, sizes, arguments_.count);
        if (rows_ == nullptr || arguments_.count == 0) repeat(messages, arguments_.count);
    }

    void add(int sender, long long place, long long receiver, long long bytes) {
        if (receiver < 0 || receiver >= ranks_) return;
        if (bytes < 0) {
            pattern_.problem = text("the size is ", bytes, " bytes") +
                               text(" for rank ", sender, "; it must not be negative");
            return;
        }
        pattern_.hash = mixed(mixed(pattern_.hash, sender * 0x100000000LL + receiver),
                              bytes ^ (place * 0x1000000000000LL));
        pattern_.all_messages += arguments_.count;
        pattern_.longest_bytes = std::max(pattern_.longest_bytes, bytes);
        add_offset(sender, static_cast<int>(receiver));
        if (rows_ != nullptr && arguments_.count > 0)
            rows_->add(sender, receiver, bytes, arguments_.count, place);
        if (sender == me_) pattern_.sends.push_back({static_cast<int>(receiver), place, 0, bytes, 0});
        if (receiver == me_) pattern_.receives.push_back({sender, place, 0, bytes, 0});
    }

    void add_offset(int sender, int receiver) {
        if (pattern_.more_offsets) return;
        const long long offset = receiver - sender;
        // Neighboring senders usually have the same offsets, in the same order.
        if (next_offset_ >= pattern_.offsets.size()) next_offset_ = 0;
        if (!pattern_.offsets.empty() && pattern_.offsets[next_offset_++] == offset) return;
        std::vector<long long>& known = pattern_.offsets;
        for (long long& other : known) {
            if (other == offset) return;
            if (std::abs(other - offset) != ranks_) continue;
            if (std::abs(offset) < std::abs(other)) other = offset;
            return;
        }
        if (known.size() < most_offsets)
            known.push_back(offset);
        else
            pattern_.more_offsets = true;
    }

    int me_, ranks_;
    const SendArguments& arguments_;
    RowBuilder* rows_;
    SendPattern pattern_;
    /// The sizes of the senders of this rank's messages, if they depend on the sender.
    std::unordered_map<int, ByteCounts> by_sender_;
    std::size_t next_offset_ = 0;
};

} // namespace

SendPattern send_pattern(int me, int ranks, const SendArguments& arguments, MessageRows* rows) {
    if (rows == nullptr) return Builder(me, ranks, arguments, nullptr).build();
    RowBuilder builder;
    SendPattern pattern = Builder(me, ranks, arguments, &builder).build();
    *rows = builder.take();
    return pattern;
}

std::vector<int> find_circle(int ranks, const SendArguments& arguments) {
    if (arguments.count == 0) return {};
    ReceiversByRank to(static_cast<std::size_t>(ranks));
    for_each_sender(ranks, arguments, [&](int sender, const Ranks& receivers) {
        to[static_cast<std::size_t>(sender)].assign(receivers.begin(), receivers.end());
    });
    return find_circle(to);
}

} // namespace loop::patterns
