#include "derive/formulas.h"

#include "derive/receivers.h"

#include <fmt/core.h>

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>

namespace loop::report::derive {

namespace {

/// The ranks of all numbers of ranks, one after the other.
class Places {
public:
    explicit Places(const Counts& counts) : counts_(counts) {
        for (std::size_t which = 0; which < counts.size(); ++which)
            for (int r = 0; r < counts[which]; ++r)
                places_.push_back({which, r});
    }
    std::size_t size() const { return places_.size(); }
    int first(std::size_t which) const {
        return std::accumulate(counts_.begin(), counts_.begin() + static_cast<std::ptrdiff_t>(which), 0);
    }
    int rank(int place) const { return places_[static_cast<std::size_t>(place)].second; }
    Pairs pairs(const std::vector<Pairs>& all) const {
        Pairs placed;
        for (std::size_t which = 0; which < all.size(); ++which)
            for (const Pair& pair : all[which])
                placed.emplace_back(first(which) + pair.first, first(which) + pair.second);
        return placed;
    }
    /// The place of the receiver of a place; -1: none.
    int receiver(const Candidate& candidate, std::size_t place) const {
        const auto [which, r] = places_[place];
        const int to = candidate.receiver(r, counts_[which]);
        return to < 0 || to >= counts_[which] ? -1 : static_cast<int>(place) - r + to;
    }
    template <class Value>
    std::vector<std::vector<Value>> by_count(const std::vector<Value>& values) const {
        std::vector<std::vector<Value>> all(counts_.size());
        for (std::size_t place = 0; place < size(); ++place)
            all[places_[place].first].push_back(values[place]);
        return all;
    }

private:
    const Counts& counts_;
    std::vector<std::pair<std::size_t, int>> places_; ///< which number of ranks, and the rank
};

using Wanted = std::map<Pair, int>; ///< how often each pair is still needed

/// A candidate all of whose pairs are wanted.
struct Choice {
    const Candidate* candidate;
    Pairs pairs;
};

/// Looks for the fewest choices that together give each pair as often as it is wanted.
class Cover {
public:
    Cover(const Candidates& candidates, const Places& places, const std::vector<bool>& sends, Wanted wanted)
        : places_(places), sends_(sends), left_(std::move(wanted)) {
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
    int receiver(const Candidate& candidate, std::size_t place) const {
        return sends_[place] ? places_.receiver(candidate, place) : -1;
    }

    Pairs pairs_of(const Candidate& candidate) const {
        Pairs pairs;
        for (std::size_t place = 0; place < places_.size(); ++place) {
            const int to = receiver(candidate, place);
            if (to < 0) continue;
            pairs.emplace_back(static_cast<int>(place), to);
            if (left_.count(pairs.back()) == 0) return {};
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
        std::vector<std::vector<int>> values(places_.size());
        for (const Candidate* const candidate : chosen_) {
            formula.receivers.push_back(candidate->text);
            for (std::size_t place = 0; place < places_.size(); ++place)
                values[place].push_back(receiver(*candidate, place));
        }
        formula.values = places_.by_count(values);
        for (std::size_t which = 0; which < formula.values.size(); ++which)
            for (std::vector<int>& receivers : formula.values[which])
                for (int& to : receivers)
                    to = to < 0 ? -1 : to - places_.first(which);
        return formula;
    }

    const Places& places_;
    const std::vector<bool>& sends_;
    Wanted left_;
    std::vector<Choice> choices_;
    std::vector<const Candidate*> chosen_;
    int tries_ = 0;
};

using Group = std::function<int(int r, int p)>;

/// One formula that gives the pairs if a condition on the sender is added. Nothing if there is none.
std::optional<PairFormula> conditional_formula(const Candidates& candidates, const Places& places,
                                               const Wanted& wanted) {
    std::vector<int> receivers(places.size(), -1);
    for (const auto& [pair, count] : wanted) {
        int& to = receivers[static_cast<std::size_t>(pair.first)];
        if (count > 1 || to >= 0) return std::nullopt;
        to = pair.second;
    }
    for (const Candidate& candidate : candidates) {
        std::vector<int> wish;
        for (std::size_t place = 0; place < places.size(); ++place) {
            const int to = places.receiver(candidate, place);
            if (receivers[place] >= 0 && to != receivers[place]) break;
            wish.push_back(to < 0 ? -1 : receivers[place] >= 0 ? 1 : 0);
        }
        if (wish.size() < places.size()) continue;
        const std::optional<std::string> condition = condition_for(places.by_count(wish));
        if (!condition) continue;
        PairFormula formula{{candidate.text}, *condition};
        std::vector<std::vector<int>> values;
        for (std::size_t place = 0; place < places.size(); ++place)
            values.push_back({receivers[place] < 0 ? -1 : places.rank(receivers[place])});
        formula.values = places.by_count(values);
        return formula;
    }
    return std::nullopt;
}

std::optional<PairFormula> found_formula(const std::vector<Pairs>& pairs, const Counts& counts) {
    const Places places(counts);
    Wanted wanted;
    std::vector<bool> senders(places.size(), false);
    for (const Pair& pair : places.pairs(pairs)) {
        ++wanted[pair];
        senders[static_cast<std::size_t>(pair.first)] = true;
    }
    const Candidates candidates = candidates_for(counts);
    const std::vector<bool> all(places.size(), true);
    std::optional<PairFormula> formula = Cover(candidates, places, all, wanted).find();
    if (senders == all || (formula && formula->receivers.size() == 1)) return formula;
    if (std::optional<PairFormula> one = conditional_formula(candidates, places, wanted)) return one;
    const std::optional<std::string> condition = condition_on(places.by_count(senders));
    if (!condition) return formula;
    std::optional<PairFormula> conditional = Cover(candidates, places, senders, wanted).find();
    if (!conditional || (formula && formula->receivers.size() <= conditional->receivers.size()))
        return formula;
    conditional->condition = *condition;
    return conditional;
}

} // namespace

std::optional<PairFormula> pair_formula(const std::vector<Pairs>& pairs, const Counts& counts) {
    // The same pairs occur again and again, and looking for formulas takes long.
    static std::map<std::pair<std::vector<Pairs>, Counts>, std::optional<PairFormula>> known;
    const bool is_one =
        without_sizes(counts).size() == 1 &&
        std::all_of(pairs.begin(), pairs.end(), [&](const Pairs& one) { return one == pairs.front(); });
    if (counts.size() > 1 && is_one) {
        std::optional<PairFormula> formula = pair_formula(pairs.front(), counts.front());
        if (formula) formula->values.resize(counts.size(), formula->values.front());
        return formula;
    }
    const auto [at, is_new] = known.try_emplace({pairs, counts});
    if (is_new) at->second = found_formula(pairs, counts);
    return at->second;
}

std::optional<PairFormula> pair_formula(const Pairs& pairs, int ranks) {
    return pair_formula(std::vector<Pairs>{pairs}, Counts{ranks});
}

std::optional<std::string> group_formula(std::vector<std::vector<int>> groups) {
    groups.erase(std::unique(groups.begin(), groups.end()), groups.end());
    const auto fits = [&](const Group& value) {
        for (const std::vector<int>& group : groups) {
            const int p = static_cast<int>(group.size());
            for (int a = 0; a < p; ++a)
                for (int b = 0; b <= a; ++b) {
                    const int of_a = group[static_cast<std::size_t>(a)],
                              of_b = group[static_cast<std::size_t>(b)];
                    if ((of_a == of_b) != (value(a, p) == value(b, p)) || (of_a < 0) != (value(a, p) < 0))
                        return false;
                }
        }
        return true;
    };
    for (int k = 2; k < static_cast<int>(groups.front().size()); ++k) {
        if (fits([=](int r, int) { return r / k; })) return fmt::format("r / {}", k);
        if (fits([=](int r, int) { return r % k; })) return fmt::format("r % {}", k);
    }
    for (const Extent& extent : extents()) {
        const auto least = [value = extent.value](int p) { return std::max(value(p), 1); };
        if (groups.size() == 1 || extent.text.find('-') != std::string::npos) continue;
        if (fits([&](int r, int p) { return r / least(p); })) return fmt::format("r / {}", extent.text);
        if (fits([&](int r, int p) { return r % least(p); })) return fmt::format("r % {}", extent.text);
    }
    Holds members;
    for (const std::vector<int>& group : groups) {
        const int last = *std::max_element(group.begin(), group.end());
        std::vector<bool> in;
        for (const int of : group) {
            if (of >= 0 && of != last) return std::nullopt;
            in.push_back(of >= 0);
        }
        members.push_back(std::move(in));
    }
    return condition_on(members);
}

} // namespace loop::report::derive
