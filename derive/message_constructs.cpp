#include "derive/constructs.h"
#include "derive/message_sizes.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <utility>

namespace loop::report::derive {

namespace {

using Set = std::vector<std::pair<Pair, long long>>; ///< pairs with the sizes of their messages
using Sets = std::vector<Set>;                       ///< by number of ranks

Set messages_of(const Step& step) {
    Set all;
    for (const auto& [rank, part] : step.parts)
        for (const Message& message : part.sends)
            all.push_back({{rank, message.partner}, message.bytes});
    std::sort(all.begin(), all.end());
    return all;
}

Pairs pairs_of(const Set& messages) {
    Pairs pairs;
    for (const auto& message : messages)
        pairs.push_back(message.first);
    return pairs;
}

std::vector<Pairs> pairs_of(const Sets& messages) {
    std::vector<Pairs> pairs;
    for (const Set& set : messages)
        pairs.push_back(pairs_of(set));
    return pairs;
}

bool has_one_size(const Set& messages) {
    return std::all_of(messages.begin(), messages.end(),
                       [&](const auto& message) { return message.second == messages.front().second; });
}

bool have_one_size(const Sets& messages) {
    return std::all_of(messages.begin(), messages.end(), has_one_size);
}

/// The size of the first message.
Values sizes_of(const Sets& messages) {
    Values sizes;
    for (const Set& set : messages)
        sizes.push_back(set.empty() ? 0 : set.front().second);
    return sizes;
}

/// A construct whose pairs are fixed, and the pairs that it has.
struct Idiom {
    std::string construct;
    std::string arguments; ///< after the size
    bool overlaps = false; ///< may have a statement
    std::function<std::vector<int>(int r, int p)> receivers;
};

std::vector<Idiom> idioms_for(int least) {
    std::vector<Idiom> all;
    const auto others = [](int r, int p) {
        std::vector<int> to;
        for (int k = 1; k < p; ++k)
            to.push_back((r + k) % p);
        return to;
    };
    if (least > 2)
        for (const char* name : {"MULTIBCAST_ALTER", "MULTIBCAST_ME", "MULTIBCAST0"})
            all.push_back({name, "", false, others});
    for (int d = 1; d < least; ++d) {
        all.push_back({"EXCHANGE", fmt::format(", {}, 2", d), false, [=](int r, int) {
                           return std::vector<int>{r + d, r - d};
                       }});
        if (2 * d < least)
            all.push_back({"EXCHANGE", fmt::format(", {}, 2, RING: true", d), false, [=](int r, int p) {
                               return std::vector<int>{(r + d) % p, (r + p - d) % p};
                           }});
        all.push_back({"EXCHANGE", fmt::format(", {}, 1", d), false,
                       [=](int r, int) { return std::vector<int>{r / d % 2 == 0 ? r + d : r - d}; }});
    }
    for (int d = 1; d < least; ++d)
        for (int partners = 1; partners * d < least; ++partners)
            all.push_back({"COMMUNICATE", fmt::format(", {}, {}", d, partners), true, [=](int r, int p) {
                               std::vector<int> to;
                               for (int j = 1; j <= partners; ++j)
                                   to.push_back((r + j * d) % p);
                               return to;
                           }});
    return all;
}

Pairs pairs_of(const Idiom& idiom, int ranks) {
    Pairs pairs;
    for (int r = 0; r < ranks; ++r)
        for (const int to : idiom.receivers(r, ranks))
            if (to >= 0 && to < ranks && to != r) pairs.emplace_back(r, to);
    std::sort(pairs.begin(), pairs.end());
    return pairs;
}

bool gives(const Idiom& idiom, const std::vector<Pairs>& pairs, const Counts& counts) {
    for (std::size_t which = 0; which < counts.size(); ++which)
        if (pairs_of(idiom, counts[which]) != pairs[which]) return false;
    return true;
}

/// The idiom that sends these messages; that of the origin if several do.
std::optional<std::string> idiom_of(const std::string& origin, const Sets& messages, const Counts& counts,
                                    bool overlaps, Declarations& declarations) {
    if (!have_one_size(messages)) return std::nullopt;
    const std::vector<Pairs> pairs = pairs_of(messages);
    std::vector<Idiom> idioms = idioms_for(*std::min_element(counts.begin(), counts.end()));
    std::stable_partition(idioms.begin(), idioms.end(), [&](const Idiom& idiom) {
        return origin.rfind("\\" + idiom.construct + " ", 0) == 0;
    });
    for (const Idiom& idiom : idioms)
        if ((!overlaps || idiom.overlaps) && gives(idiom, pairs, counts))
            return fmt::format("\\{}({}{})", idiom.construct,
                               declarations.bytes(sizes_of(messages), counts, origin), idiom.arguments);
    return std::nullopt;
}

long long size_of(const Set& messages, const Pair& pair) {
    const auto at =
        std::find_if(messages.begin(), messages.end(), [&](const auto& one) { return one.first == pair; });
    return at == messages.end() ? -1 : at->second;
}

/// The sizes of messages by sender and place.
std::string table_of_sizes(const Set& messages, const PairFormula& formula, Declarations& declarations) {
    std::vector<std::vector<long long>> sizes;
    for (std::size_t r = 0; r < formula.values.front().size(); ++r) {
        sizes.emplace_back();
        for (const int to : formula.values.front()[r])
            sizes.back().push_back(std::max(size_of(messages, {static_cast<int>(r), to}), 0LL));
    }
    return "r -> " + declarations.table("sizes", "std::vector<long long>", sizes) + "[r]";
}

/// Pairs that no formula gives.
std::string send_from_tables(const std::string& origin, const Set& messages, int ranks, const char* construct,
                             Declarations& declarations) {
    std::vector<std::vector<long long>> receivers(static_cast<std::size_t>(ranks)), sizes(receivers);
    for (const auto& [pair, bytes] : messages) {
        receivers[static_cast<std::size_t>(pair.first)].push_back(pair.second);
        sizes[static_cast<std::size_t>(pair.first)].push_back(bytes);
    }
    const std::string to = declarations.table("receivers", "std::vector<int>", receivers);
    const std::string size =
        has_one_size(messages)
            ? declarations.bytes({messages.front().second}, {ranks}, origin)
            : "r -> " + declarations.table("sizes", "std::vector<long long>", sizes) + "[r]";
    return fmt::format("\\{}({}, r -> {}[r])", construct, size, to);
}

/// Pairs with the sizes of their messages, where each formula has messages of one size.
struct SizedFormula {
    PairFormula pairs;
    std::vector<Values> sizes; ///< by place and number of ranks
};

/// The pairs by the order of their sizes, and by number of ranks. Nothing if one has more sizes than another.
std::optional<std::vector<std::pair<Values, std::vector<Pairs>>>> by_size(const Sets& messages) {
    std::vector<std::pair<Values, std::vector<Pairs>>> all;
    for (std::size_t which = 0; which < messages.size(); ++which) {
        std::map<long long, Pairs> sizes;
        for (const auto& [pair, bytes] : messages[which])
            sizes[bytes].push_back(pair);
        if (which == 0) all.resize(sizes.size());
        if (sizes.size() != all.size()) return std::nullopt;
        std::size_t at = 0;
        for (const auto& [bytes, pairs] : sizes) {
            all[at].first.push_back(bytes);
            all[at++].second.push_back(pairs);
        }
    }
    return all;
}

/// The condition becomes part of each receiver.
void with_conditions(PairFormula& formula) {
    const std::string condition = std::exchange(formula.condition, "");
    if (condition.empty()) return;
    for (std::string& receiver : formula.receivers) {
        const bool is_choice = receiver.find('?') != std::string::npos;
        receiver = fmt::format("{} ? {} : -1", condition, is_choice ? "(" + receiver + ")" : receiver);
    }
}

std::optional<SizedFormula> formula_by_size(const Sets& messages, const Counts& counts) {
    const auto groups = by_size(messages);
    if (!groups) return std::nullopt;
    SizedFormula all;
    for (const auto& [bytes, pairs] : *groups) {
        std::optional<PairFormula> one = pair_formula(pairs, counts);
        if (!one) return std::nullopt;
        if (one->condition != (all.sizes.empty() ? one->condition : all.pairs.condition)) {
            with_conditions(all.pairs);
            with_conditions(*one);
        }
        all.pairs.condition = one->condition;
        all.sizes.insert(all.sizes.end(), one->receivers.size(), bytes);
        all.pairs.receivers.insert(all.pairs.receivers.end(), one->receivers.begin(), one->receivers.end());
    }
    constexpr std::size_t most_places = 8;
    return all.sizes.size() <= most_places ? std::optional(std::move(all)) : std::nullopt;
}

std::string list_text(const std::vector<std::string>& texts) {
    return texts.size() == 1 ? texts.front() : fmt::format("{{{}}}", fmt::join(texts, ", "));
}

bool are_different(const std::vector<Pairs>& all) {
    return std::all_of(all.begin(), all.end(), [](const Pairs& pairs) {
        return std::adjacent_find(pairs.begin(), pairs.end()) == pairs.end();
    });
}

/// The message of steps that all have one, between the same ranks.
std::optional<std::string> one_message(const char* construct, const std::string& origin, const Sets& messages,
                                       const Counts& counts, Declarations& declarations) {
    const Set& first = messages.front();
    const bool is_one = std::all_of(messages.begin(), messages.end(), [&](const Set& set) {
        return set.size() == 1 && set.front().first == first.front().first;
    });
    if (!is_one) return std::nullopt;
    return fmt::format("\\{}({}, {} -> {})", construct,
                       declarations.bytes(sizes_of(messages), counts, origin), first.front().first.first,
                       first.front().first.second);
}

/// The sizes of messages of which formulas give the pairs.
class SizeTexts {
public:
    SizeTexts(const std::string& origin, const Counts& counts, Declarations& declarations)
        : origin_(origin), counts_(counts), declarations_(declarations) {}

    /// By place, of senders that all have one size.
    std::string one(const Values& sizes) const {
        Values known;
        Counts counts;
        for (std::size_t which = 0; which < sizes.size(); ++which)
            if (sizes[which] >= 0) {
                known.push_back(sizes[which]);
                counts.push_back(counts_[which]);
            }
        return known.empty() ? "0" : declarations_.bytes(known, counts, origin_);
    }

    std::string all(const std::vector<PlaceSizes>& places) const {
        const bool is_one = std::all_of(places.begin(), places.end(), [&](const PlaceSizes& place) {
            return place.condition.empty() && place.sizes == places.front().sizes;
        });
        if (is_one) return one(places.front().sizes);
        std::vector<std::string> texts;
        bool depends_on_sender = false;
        for (const PlaceSizes& place : places) {
            depends_on_sender = depends_on_sender || !place.condition.empty();
            texts.push_back(place.condition.empty() ? one(place.sizes)
                                                    : fmt::format("{} ? {} : {}", place.condition,
                                                                  one(place.sizes), one(place.others)));
        }
        return (depends_on_sender ? "r -> " : "") + list_text(texts);
    }

private:
    const std::string& origin_;
    const Counts& counts_;
    Declarations& declarations_;
};

std::vector<PlaceSizes> without_conditions(const std::vector<Values>& sizes) {
    std::vector<PlaceSizes> all;
    for (const Values& one : sizes)
        all.push_back({"", one, {}});
    return all;
}

/// Nothing if no formula was found on all numbers of ranks.
std::optional<std::string> send_by_formula(const char* construct, const std::string& origin,
                                           const Sets& messages, const Counts& counts,
                                           Declarations& declarations) {
    if (auto text = one_message(construct, origin, messages, counts, declarations)) return text;
    const auto text = [&](const std::string& size, const PairFormula& formula) {
        const std::string condition = formula.condition.empty() ? "" : ", IF: " + formula.condition;
        return fmt::format("\\{}({}, r -> {}{})", construct, size, list_text(formula.receivers), condition);
    };
    const SizeTexts sizes(origin, counts, declarations);
    const std::vector<Pairs> pairs = pairs_of(messages);
    const std::optional<SizedFormula> by_size = formula_by_size(messages, counts);
    const std::optional<PairFormula> formula =
        are_different(pairs) ? pair_formula(pairs, counts) : std::nullopt;
    const bool is_shorter = formula && by_size && formula->receivers.size() < by_size->pairs.receivers.size();
    if (formula && (is_shorter || !by_size)) {
        const auto size = [&](std::size_t which, const Pair& pair) { return size_of(messages[which], pair); };
        if (const auto places = place_sizes(*formula, size, counts))
            return text(sizes.all(*places), *formula);
    }
    if (by_size) return text(sizes.all(without_conditions(by_size->sizes)), by_size->pairs);
    if (!formula || counts.size() > 1) return std::nullopt;
    return text(table_of_sizes(messages.front(), *formula, declarations), *formula);
}

std::string send_of(const Steps& steps, const Counts& counts, const Sets& messages,
                    Declarations& declarations) {
    const bool is_relay =
        std::any_of(steps.begin(), steps.end(), [](const Step* step) { return step->receives_first; });
    const char* const construct = is_relay ? "RELAY" : "SEND";
    const std::string& origin = steps.front()->origin;
    if (auto text = send_by_formula(construct, origin, messages, counts, declarations)) return *text;
    if (counts.size() > 1) {
        declarations.note_unexplained(fmt::format("the receivers or sizes of {}", origin));
        if (auto text =
                send_by_formula(construct, origin, {messages.front()}, {counts.front()}, declarations))
            return *text;
    }
    return send_from_tables(origin, messages.front(), counts.front(), construct, declarations);
}
} // namespace

std::string construct_of_messages(const Steps& steps, const Counts& counts, bool overlaps,
                                  Declarations& declarations) {
    Sets messages;
    bool receives_first = false;
    for (const Step* const step : steps) {
        messages.push_back(messages_of(*step));
        receives_first = receives_first || step->receives_first;
    }
    if (!receives_first)
        if (const auto idiom = idiom_of(steps.front()->origin, messages, counts, overlaps, declarations))
            return *idiom;
    return send_of(steps, counts, messages, declarations);
}

} // namespace loop::report::derive
