#include "derive/runs.h"

#include <fmt/core.h>

#include <algorithm>

namespace loop::report::derive {

namespace {

/// The receiver of `r` at distance `k` among `p` ranks.
struct Partner {
    const char* text;
    int (*receiver)(int r, int k, int p);
};

constexpr Partner partners[] = {
    {"r ^ k", [](int r, int k, int) { return r ^ k; }},
    {"(r + k) % nodes", [](int r, int k, int p) { return (r + k) % p; }},
    {"(r + nodes - k) % nodes", [](int r, int k, int p) { return (r + p - k) % p; }},
    {"r + k", [](int r, int k, int) { return r + k; }},
    {"r - k", [](int r, int k, int) { return r - k; }},
    {"r < k ? r + k : -1", [](int r, int k, int) { return r < k ? r + k : -1; }},
    {"r % (2 * k) == k ? r - k : -1", [](int r, int k, int) { return r % (2 * k) == k ? r - k : -1; }},
    {"r % (2 * k) == 0 ? r + k : -1", [](int r, int k, int) { return r % (2 * k) == 0 ? r + k : -1; }},
    {"r >= k && r < 2 * k ? r - k : -1", [](int r, int k, int) { return r >= k && r < 2 * k ? r - k : -1; }},
    {"r == 0 ? k : -1", [](int r, int k, int) { return r == 0 ? k : -1; }},
    {"r == k ? 0 : -1", [](int r, int k, int) { return r == k ? 0 : -1; }},
};

struct Distances {
    std::string loop;
    std::function<std::vector<int>(int p)> at;
};

std::vector<int> doubled(int first, int end) {
    std::vector<int> all;
    for (int k = first; k > 0 && k < end; k *= 2)
        all.push_back(k);
    return all;
}

std::vector<int> counted(int end) {
    std::vector<int> all;
    for (int k = 1; k < end; ++k)
        all.push_back(k);
    return all;
}

template <class Function>
auto reversed(Function function) {
    return [function](int p) {
        std::vector<int> all = function(p);
        std::reverse(all.begin(), all.end());
        return all;
    };
}

/// Up to the number of ranks or a side of their grid; from a side on, for partners in the other dimension.
std::vector<Distances> all_distances() {
    std::vector<Distances> all;
    const auto& nodes = extents().front();
    for (const Extent& extent : extents()) {
        if (extent.text.find('-') != std::string::npos || extent.text == "levels") continue;
        const auto end = extent.value;
        const std::string& text = extent.text;
        const auto up = [end](int p) { return doubled(1, end(p)); };
        all.push_back({fmt::format("for (int k = 1; k < {}; k *= 2)", text), up});
        all.push_back({fmt::format("for (int k = {} / 2; k >= 1; k /= 2)", text), reversed(up)});
        const auto each = [end](int p) { return counted(end(p)); };
        all.push_back({fmt::format("for (int k = 1; k < {}; ++k)", text), each});
        all.push_back({fmt::format("for (int k = {} - 1; k >= 1; --k)", text), reversed(each)});
        if (text == nodes.text) continue;
        const auto across = [end](int p) { return doubled(end(p), p); };
        all.push_back({fmt::format("for (int k = {}; k < nodes; k *= 2)", text), across});
        all.push_back({fmt::format("for (int k = nodes / 2; k >= {}; k /= 2)", text), reversed(across)});
    }
    return all;
}

/// The one size of all messages of a step that are exactly those of the partner at this distance.
std::optional<long long> size_of(const Step& step, const Partner& partner, int k, int p) {
    std::optional<long long> size;
    for (int r = 0; r < p; ++r) {
        int to = partner.receiver(r, k, p);
        if (to < 0 || to >= p) to = -1;
        const auto part = step.parts.find(r);
        const std::size_t sends = part == step.parts.end() ? 0 : part->second.sends.size();
        if (sends != (to < 0 ? 0U : 1U)) return std::nullopt;
        if (to < 0) continue;
        const Message& message = part->second.sends.front();
        if (message.partner != to || (size && *size != message.bytes)) return std::nullopt;
        size = message.bytes;
    }
    return size;
}

} // namespace

std::size_t Run::length() const {
    std::size_t most = 0;
    for (const auto& one : steps)
        most = std::max(most, one.size());
    return most;
}

namespace {

class Match {
public:
    Match(const std::vector<const std::vector<Node>*>& nodes, const std::vector<std::size_t>& positions,
          const Counts& counts)
        : nodes_(nodes), positions_(positions), counts_(counts) {}

    std::optional<Run> run(const Distances& distances, const Partner& partner) const {
        Run run;
        run.loop = distances.loop;
        run.receiver = partner.text;
        std::vector<Values> sizes, ks; // by number of ranks
        for (std::size_t which = 0; which < counts_.size(); ++which) {
            sizes.emplace_back();
            ks.emplace_back();
            run.steps.emplace_back();
            std::size_t at = positions_[which];
            for (const int k : distances.at(counts_[which])) {
                const Node* const node = step_at(which, at++);
                const auto size =
                    node ? size_of(node->step, partner, k, counts_[which]) : std::optional<long long>();
                if (!size) return std::nullopt;
                sizes.back().push_back(*size);
                ks.back().push_back(k);
                run.steps.back().push_back(node);
            }
        }
        if (run.length() < 2) return std::nullopt;
        for (const bool grows : {false, true})
            if (take_sizes(run, sizes, ks, grows)) return run;
        return std::nullopt;
    }

private:
    const Node* step_at(std::size_t which, std::size_t at) const {
        const std::vector<Node>& nodes = *nodes_[which];
        if (at >= nodes.size() || nodes[at].is_loop()) return nullptr;
        const Step& step = nodes[at].step;
        return step.is_collective() || step.flight != Flight::none || step.receives_first ? nullptr
                                                                                          : &nodes[at];
    }

    static bool take_sizes(Run& run, const std::vector<Values>& sizes, const std::vector<Values>& ks,
                           bool grows) {
        run.grows = grows;
        run.bytes.clear();
        for (std::size_t which = 0; which < sizes.size(); ++which) {
            if (sizes[which].empty()) return false;
            const long long first = grows ? sizes[which].front() / ks[which].front() : sizes[which].front();
            for (std::size_t i = 0; i < sizes[which].size(); ++i)
                if (sizes[which][i] != first * (grows ? ks[which][i] : 1)) return false;
            run.bytes.push_back(first);
        }
        return true;
    }

    const std::vector<const std::vector<Node>*>& nodes_;
    const std::vector<std::size_t>& positions_;
    const Counts& counts_;
};

} // namespace

std::optional<Run> run_at(const std::vector<const std::vector<Node>*>& nodes,
                          const std::vector<std::size_t>& positions, const Counts& counts) {
    static const std::vector<Distances> distances = all_distances();
    const Match match(nodes, positions, counts);
    std::optional<Run> longest;
    for (const Distances& one : distances)
        for (const Partner& partner : partners)
            if (auto run = match.run(one, partner); run && (!longest || run->length() > longest->length()))
                longest = std::move(run);
    return longest;
}

} // namespace loop::report::derive
