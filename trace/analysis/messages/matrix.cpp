#include "trace/analysis/messages/matrix.h"

#include <algorithm>
#include <unordered_map>

namespace loop::report {

namespace {

bool before(const MatrixCell& a, const MatrixCell& b) {
    return std::pair(a.sender, a.receiver) < std::pair(b.sender, b.receiver);
}

class MatrixSum {
public:
    void add(std::int32_t sender, std::int32_t receiver, std::int64_t bytes) {
        const std::uint64_t key = static_cast<std::uint64_t>(static_cast<std::uint32_t>(sender)) << 32 |
                                  static_cast<std::uint32_t>(receiver);
        if (!last_ || key != last_key_) {
            last_ = &cells_.try_emplace(key, MatrixCell{sender, receiver}).first->second;
            last_key_ = key;
        }
        ++last_->messages;
        last_->bytes += bytes;
    }

    std::vector<MatrixCell> take() const {
        std::vector<MatrixCell> result;
        for (const auto& [key, cell] : cells_)
            result.push_back(cell);
        std::sort(result.begin(), result.end(), before);
        return result;
    }

private:
    std::unordered_map<std::uint64_t, MatrixCell> cells_;
    MatrixCell* last_ = nullptr;
    std::uint64_t last_key_ = 0;
};

} // namespace

MatrixCell CommunicationMatrix::at(int sender, int receiver) const {
    const MatrixCell wanted{sender, receiver};
    const auto found = std::lower_bound(cells.begin(), cells.end(), wanted, before);
    return found == cells.end() || before(wanted, *found) ? wanted : *found;
}

CommunicationMatrix communication_matrix(const Trace& trace, const Messages& messages) {
    MatrixSum sum;
    for (const Message& message : messages.matched)
        if (message.is_measured) sum.add(message.sender, message.receiver, message.bytes);
    const auto event = [&](const LoneMessage& lone) -> const Event& {
        return trace.ranks[static_cast<std::size_t>(lone.rank)].events[lone.event];
    };
    for (const LoneMessage& lone : messages.unreceived)
        if (lone.is_measured) sum.add(lone.rank, event(lone).partner, event(lone).bytes);
    for (const LoneMessage& lone : messages.unsent)
        if (lone.is_measured) sum.add(event(lone).partner, lone.rank, event(lone).bytes);
    return {static_cast<int>(trace.ranks.size()), sum.take()};
}

} // namespace loop::report
