#include "report/derive/formulas.h"

#include <fmt/core.h>

#include <algorithm>
#include <functional>
#include <map>

namespace loop::report::derive {

namespace {

struct Candidate {
    std::string text;
    std::function<int(int)> receiver; ///< not a rank: nothing is sent
};
using Candidates = std::vector<Candidate>;

/// A partner in one dimension of a grid, whose neighbors are `stride` apart and whose length is `extent`.
void add_grid(Candidates& all, int stride, int extent, int ranks) {
    const std::string of = stride == 1 ? "r" : fmt::format("r / {}", stride);
    const bool is_last = stride * extent == ranks;
    for (const int step : {1, -1}) {
        const std::string moved = fmt::format("r {} {}", step > 0 ? "+" : "-", stride);
        const int rim = step > 0 ? extent - 1 : 0;
        if (!is_last)
            all.push_back(
                {fmt::format("{} % {} {} {} ? {} : -1", of, extent, step > 0 ? "<" : ">", rim, moved),
                 [=](int r) { return r / stride % extent == rim ? -1 : r + step * stride; }});
        if (is_last) continue; // (r + stride) % nodes
        const std::string back = fmt::format("r {} {}", step > 0 ? "-" : "+", stride * (extent - 1));
        all.push_back(
            {fmt::format("{} % {} {} {} ? {} : {}", of, extent, step > 0 ? "<" : ">", rim, moved, back),
             [=](int r) {
                 return r / stride % extent == rim ? r - step * stride * (extent - 1) : r + step * stride;
             }});
    }
}

/// Pairs of neighbors.
void add_parity(Candidates& all) {
    for (const int parity : {0, 1}) {
        for (const int step : {1, -1})
            all.push_back({fmt::format("r % 2 == {} ? r {} 1 : -1", parity, step > 0 ? "+" : "-"),
                           [=](int r) { return r % 2 == parity ? r + step : -1; }});
        all.push_back({fmt::format("r % 2 == {} ? r + 1 : r - 1", parity),
                       [=](int r) { return r % 2 == parity ? r + 1 : r - 1; }});
    }
}

Candidates candidates_for(int p) {
    Candidates all;
    const auto add = [&](std::string text, std::function<int(int)> receiver) {
        all.push_back({std::move(text), std::move(receiver)});
    };
    for (int k = 1; k < p; ++k) {
        add(fmt::format("r + {}", k), [=](int r) { return r + k; });
        add(fmt::format("r - {}", k), [=](int r) { return r - k; });
    }
    for (int k = 1; 2 * k <= p; ++k) {
        add(fmt::format("(r + {}) % nodes", k), [=](int r) { return (r + k) % p; });
        if (2 * k < p)
            add(fmt::format("(r + nodes - {}) % nodes", k), [=](int r) { return (r + p - k) % p; });
    }
    for (int k = 1; k < p; ++k)
        add(fmt::format("r ^ {}", k), [=](int r) { return r ^ k; });
    add("nodes - 1 - r", [=](int r) { return p - 1 - r; });
    add("r", [](int r) { return r; });
    add("2 * r + 1", [](int r) { return 2 * r + 1; });
    add("2 * r + 2", [](int r) { return 2 * r + 2; });
    add("r > 0 ? (r - 1) / 2 : -1", [](int r) { return r > 0 ? (r - 1) / 2 : -1; });
    add_parity(all);
    for (int stride = 1; stride < p; ++stride)
        for (int extent = 2; p % stride == 0 && stride * extent <= p; ++extent)
            if (p % (stride * extent) == 0) add_grid(all, stride, extent, p);
    for (int columns = 2; columns < p; ++columns)
        if (columns * columns == p)
            add(fmt::format("r % {} * {} + r / {}", columns, columns, columns),
                [=](int r) { return r % columns * columns + r / columns; });
    add("0", [](int) { return 0; });
    add("nodes - 1", [=](int) { return p - 1; });
    for (int rank = 1; rank + 1 < p; ++rank)
        add(std::to_string(rank), [=](int) { return rank; });
    return all;
}

using Wanted = std::map<Pair, int>; ///< how often each pair is still needed

/// A candidate all of whose pairs are wanted.
struct Choice {
    const Candidate* candidate;
    Pairs pairs;
};

/// Looks for the fewest choices that together give each pair as often as it is wanted.
class Cover {
public:
    Cover(const Candidates& candidates, const std::vector<bool>& sends, Wanted wanted)
        : sends_(sends), left_(std::move(wanted)) {
        for (const Candidate& candidate : candidates)
            if (Pairs pairs = pairs_of(candidate); !pairs.empty())
                choices_.push_back({&candidate, std::move(pairs)});
    }

    std::optional<PairFormula> find() {
        constexpr std::size_t most_formulas = 8;
        for (std::size_t count = 1; count <= most_formulas; ++count) {
            tries_ = 0;
            if (find(count)) return formula();
        }
        return std::nullopt;
    }

private:
    int ranks() const { return static_cast<int>(sends_.size()); }

    Pairs pairs_of(const Candidate& candidate) const {
        Pairs pairs;
        for (int r = 0; r < ranks(); ++r) {
            const int to = sends_[static_cast<std::size_t>(r)] ? candidate.receiver(r) : -1;
            if (to < 0 || to >= ranks()) continue;
            if (left_.count({r, to}) == 0) return {};
            pairs.emplace_back(r, to);
        }
        return pairs;
    }

    bool find(std::size_t count) {
        const auto first =
            std::find_if(left_.begin(), left_.end(), [](const auto& pair) { return pair.second > 0; });
        if (first == left_.end()) return true;
        constexpr int most_tries = 20000;
        if (count == 0 || ++tries_ > most_tries) return false;
        for (const Choice& choice : choices_) {
            if (!std::binary_search(choice.pairs.begin(), choice.pairs.end(), first->first)) continue;
            if (!std::all_of(choice.pairs.begin(), choice.pairs.end(),
                             [&](const Pair& pair) { return left_[pair] > 0; }))
                continue;
            take(choice, -1);
            chosen_.push_back(choice.candidate);
            if (find(count - 1)) return true;
            chosen_.pop_back();
            take(choice, 1);
        }
        return false;
    }

    void take(const Choice& choice, int change) {
        for (const Pair& pair : choice.pairs)
            left_[pair] += change;
    }

    PairFormula formula() const {
        PairFormula formula;
        formula.values.resize(sends_.size());
        for (const Candidate* const candidate : chosen_) {
            formula.receivers.push_back(candidate->text);
            for (int r = 0; r < ranks(); ++r) {
                const int to = sends_[static_cast<std::size_t>(r)] ? candidate->receiver(r) : -1;
                formula.values[static_cast<std::size_t>(r)].push_back(to < ranks() ? to : -1);
            }
        }
        return formula;
    }

    const std::vector<bool>& sends_;
    Wanted left_;
    std::vector<Choice> choices_;
    std::vector<const Candidate*> chosen_;
    int tries_ = 0;
};

bool is_exactly(const std::function<bool(int)>& condition, const std::vector<bool>& holds) {
    for (std::size_t r = 0; r < holds.size(); ++r)
        if (condition(static_cast<int>(r)) != holds[r]) return false;
    return true;
}

} // namespace

std::optional<PairFormula> pair_formula(const Pairs& pairs, int ranks) {
    Wanted wanted;
    for (const Pair& pair : pairs)
        ++wanted[pair];
    const Candidates candidates = candidates_for(ranks);
    const std::vector<bool> all(static_cast<std::size_t>(ranks), true);
    std::vector<bool> senders(all.size(), false);
    for (const Pair& pair : pairs)
        senders[static_cast<std::size_t>(pair.first)] = true;
    std::optional<PairFormula> formula = Cover(candidates, all, wanted).find();
    if (senders == all) return formula;
    const std::optional<std::string> condition = condition_on(senders);
    if (!condition) return formula;
    std::optional<PairFormula> conditional = Cover(candidates, senders, wanted).find();
    if (!conditional || (formula && formula->receivers.size() <= conditional->receivers.size()))
        return formula;
    conditional->condition = *condition;
    return conditional;
}

std::optional<std::string> plain_condition_on(const std::vector<bool>& holds) {
    const int p = static_cast<int>(holds.size());
    const auto fits = [&](const std::function<bool(int)>& condition) { return is_exactly(condition, holds); };
    const auto name = [&](int rank) {
        return rank == p - 1 && p > 2 ? std::string("nodes - 1") : std::to_string(rank);
    };
    for (const int rank : {0, p - 1}) {
        if (fits([=](int r) { return r == rank; })) return fmt::format("r == {}", name(rank));
        if (fits([=](int r) { return r != rank; }))
            return rank == 0 ? std::string("r > 0") : fmt::format("r < {}", name(rank));
    }
    if (fits([=](int r) { return r == 0 || r == p - 1; })) return "r == 0 || r == nodes - 1";
    if (fits([=](int r) { return r != 0 && r != p - 1; })) return "r > 0 && r < nodes - 1";
    for (const int parity : {0, 1})
        if (fits([=](int r) { return r % 2 == parity; })) return fmt::format("r % 2 == {}", parity);
    if (fits([=](int r) { return 2 * r < p; })) return "2 * r < nodes";
    if (fits([=](int r) { return 2 * r >= p; })) return "2 * r >= nodes";
    return std::nullopt;
}

std::optional<std::string> condition_on(const std::vector<bool>& holds) {
    if (std::optional<std::string> plain = plain_condition_on(holds)) return plain;
    const int p = static_cast<int>(holds.size());
    const auto fits = [&](const std::function<bool(int)>& condition) { return is_exactly(condition, holds); };
    for (int k = 2; k < p; ++k) {
        for (int c = 0; c < k; ++c)
            if (fits([=](int r) { return r % k == c; })) return fmt::format("r % {} == {}", k, c);
        for (int c = 0; c < k; ++c)
            if (fits([=](int r) { return r % k != c; })) return fmt::format("r % {} != {}", k, c);
    }
    for (int k = 2; k < p; ++k) {
        if (fits([=](int r) { return r / k % 2 == 0; })) return fmt::format("r / {} % 2 == 0", k);
        if (fits([=](int r) { return r / k % 2 == 1; })) return fmt::format("r / {} % 2 == 1", k);
        for (int c = 0; c * k < p; ++c)
            if (fits([=](int r) { return r / k == c; })) return fmt::format("r / {} == {}", k, c);
    }
    for (int a = 0; a < p; ++a) {
        if (fits([=](int r) { return r == a; })) return fmt::format("r == {}", a);
        if (fits([=](int r) { return r != a; })) return fmt::format("r != {}", a);
        for (int b = a; b < p; ++b)
            if (fits([=](int r) { return r >= a && r <= b; }))
                return a == 0       ? fmt::format("r <= {}", b)
                       : b == p - 1 ? fmt::format("r >= {}", a)
                                    : fmt::format("r >= {} && r <= {}", a, b);
    }
    return std::nullopt;
}

std::optional<std::string> group_formula(const std::vector<int>& group) {
    const int p = static_cast<int>(group.size());
    const auto fits = [&](const std::function<int(int)>& value) {
        for (int a = 0; a < p; ++a)
            for (int b = 0; b <= a; ++b) {
                const int of_a = group[static_cast<std::size_t>(a)],
                          of_b = group[static_cast<std::size_t>(b)];
                if ((of_a == of_b) != (value(a) == value(b)) || (of_a < 0) != (value(a) < 0)) return false;
            }
        return true;
    };
    for (int k = 2; k < p; ++k) {
        if (fits([=](int r) { return r / k; })) return fmt::format("r / {}", k);
        if (fits([=](int r) { return r % k; })) return fmt::format("r % {}", k);
    }
    std::vector<bool> members(group.size());
    std::transform(group.begin(), group.end(), members.begin(), [](int of) { return of >= 0; });
    const bool is_one = std::count_if(group.begin(), group.end(), [&](int of) {
                            return of >= 0 && of != *std::max_element(group.begin(), group.end());
                        }) == 0;
    if (!is_one) return std::nullopt;
    return condition_on(members);
}

} // namespace loop::report::derive
