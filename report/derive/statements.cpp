#include "report/derive/statements.h"

#include "report/derive/formulas.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>
#include <regex>

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

std::string table_of_lists(const std::vector<std::vector<long long>>& lists) {
    std::string text;
    for (const std::vector<long long>& list : lists)
        text += fmt::format("{}{{{}}}", text.empty() ? "" : ", ", fmt::join(list, ", "));
    return "{" + text + "}";
}

/// The sizes of messages that depend on the place only, by place and number of ranks.
std::optional<std::vector<Values>> sizes_by_place(const Sets& messages, const PairFormula& formula) {
    std::vector<Values> sizes(formula.receivers.size(), Values(messages.size(), -1));
    for (std::size_t which = 0; which < messages.size(); ++which)
        for (std::size_t r = 0; r < formula.values[which].size(); ++r)
            for (std::size_t place = 0; place < sizes.size(); ++place) {
                const Pair pair{static_cast<int>(r), formula.values[which][r][place]};
                const long long size = size_of(messages[which], pair);
                if (size < 0) continue;
                if (sizes[place][which] >= 0 && sizes[place][which] != size) return std::nullopt;
                sizes[place][which] = size;
            }
    return sizes;
}

/// The sizes of messages by sender and place.
std::string table_of_sizes(const Set& messages, const PairFormula& formula, Declarations& declarations) {
    std::vector<std::vector<long long>> sizes;
    for (std::size_t r = 0; r < formula.values.front().size(); ++r) {
        sizes.emplace_back();
        for (const int to : formula.values.front()[r])
            sizes.back().push_back(std::max(size_of(messages, {static_cast<int>(r), to}), 0LL));
    }
    return "r -> " + declarations.table("sizes", "std::vector<long long>", table_of_lists(sizes)) + "[r]";
}

/// Pairs that no formula gives.
std::string send_from_tables(const std::string& origin, const Set& messages, int ranks, const char* construct,
                             Declarations& declarations) {
    std::vector<std::vector<long long>> receivers(static_cast<std::size_t>(ranks)), sizes(receivers);
    for (const auto& [pair, bytes] : messages) {
        receivers[static_cast<std::size_t>(pair.first)].push_back(pair.second);
        sizes[static_cast<std::size_t>(pair.first)].push_back(bytes);
    }
    const std::string to = declarations.table("receivers", "std::vector<int>", table_of_lists(receivers));
    const std::string size =
        has_one_size(messages)
            ? declarations.bytes({messages.front().second}, {ranks}, origin)
            : "r -> " + declarations.table("sizes", "std::vector<long long>", table_of_lists(sizes)) + "[r]";
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

std::optional<SizedFormula> formula_by_size(const Sets& messages, const Counts& counts) {
    const auto groups = by_size(messages);
    if (!groups) return std::nullopt;
    SizedFormula all;
    for (const auto& [bytes, pairs] : *groups) {
        std::optional<PairFormula> one = pair_formula(pairs, counts);
        if (!one || (!all.sizes.empty() && one->condition != all.pairs.condition)) return std::nullopt;
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

/// "0", "nodes - 1"
std::optional<std::string> rank_text(const Values& ranks, const Counts& counts) {
    if (are_equal(ranks)) return std::to_string(ranks.front());
    for (std::size_t which = 0; which < counts.size(); ++which)
        if (ranks[which] != counts[which] - 1) return std::nullopt;
    return "nodes - 1";
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

/// Nothing if no formula was found on all numbers of ranks.
std::optional<std::string> send_by_formula(const char* construct, const std::string& origin,
                                           const Sets& messages, const Counts& counts,
                                           Declarations& declarations) {
    if (auto text = one_message(construct, origin, messages, counts, declarations)) return text;
    const auto text = [&](const std::string& size, const PairFormula& formula) {
        const std::string condition = formula.condition.empty() ? "" : ", IF: " + formula.condition;
        return fmt::format("\\{}({}, r -> {}{})", construct, size, list_text(formula.receivers), condition);
    };
    const auto sizes_text = [&](const std::vector<Values>& sizes) {
        std::vector<std::string> texts;
        for (Values one : sizes) {
            for (long long& size : one)
                size = std::max(size, 0LL);
            texts.push_back(declarations.bytes(one, counts, origin));
        }
        const bool is_one =
            std::adjacent_find(texts.begin(), texts.end(), std::not_equal_to<>()) == texts.end();
        return is_one ? texts.front() : list_text(texts);
    };
    if (const std::optional<SizedFormula> formula = formula_by_size(messages, counts))
        return text(sizes_text(formula->sizes), formula->pairs);
    const std::vector<Pairs> pairs = pairs_of(messages);
    const std::optional<PairFormula> formula =
        are_different(pairs) ? pair_formula(pairs, counts) : std::nullopt;
    if (!formula) return std::nullopt;
    if (const auto sizes = sizes_by_place(messages, *formula)) return text(sizes_text(*sizes), *formula);
    if (counts.size() > 1) return std::nullopt;
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
        declarations.misfit(fmt::format("the receivers or sizes of {}", origin));
        if (auto text =
                send_by_formula(construct, origin, {messages.front()}, {counts.front()}, declarations))
            return *text;
    }
    return send_from_tables(origin, messages.front(), counts.front(), construct, declarations);
}

/// A reduction combines whole elements; operations on bits combine integers.
std::string type_argument(const Step& step, long long bytes) {
    const std::string& name = step.name;
    if (name != "REDUCE" && name != "ALLREDUCE" && name != "SCAN" && name != "EXSCAN" &&
        name != "REDUCE_SCATTER")
        return "";
    const bool on_bits = step.combine.rfind('b', 0) == 0 || step.combine.rfind('l', 0) == 0;
    if (bytes % 8 == 0) return on_bits ? ", TYPE: long long" : "";
    return bytes % 4 == 0 ? ", TYPE: int" : ", TYPE: char";
}

/// The group of each rank, by its number; -1: none.
std::vector<int> groups_of(const Step& step, int ranks) {
    std::vector<int> group(static_cast<std::size_t>(ranks), step.groups.empty() ? 0 : -1);
    for (std::size_t i = 0; i < step.groups.size(); ++i)
        for (const int member : step.groups[i])
            group[static_cast<std::size_t>(member)] = static_cast<int>(i);
    return group;
}

/// `\AMONG` for a collective operation of groups.
std::string among_of(const Steps& steps, const Counts& counts, Declarations& declarations) {
    if (std::all_of(steps.begin(), steps.end(), [](const Step* step) { return step->groups.empty(); }))
        return "";
    std::vector<std::vector<int>> groups;
    for (std::size_t which = 0; which < steps.size(); ++which)
        groups.push_back(groups_of(*steps[which], counts[which]));
    if (const std::optional<std::string> formula = group_formula(groups))
        return fmt::format("\\AMONG(r -> {}) ", *formula);
    if (counts.size() > 1) declarations.misfit("the groups of " + steps.front()->origin);
    return fmt::format(
        "\\AMONG(r -> {}[r]) ",
        declarations.table("groups", "int", fmt::format("{{{}}}", fmt::join(groups.front(), ", "))));
}

/// The bytes that each rank contributes, by rank.
Values contributions_of(const Step& step) {
    Values all;
    for (const auto& [rank, part] : step.parts)
        all.push_back(part.bytes);
    return all;
}

long long most_of(const Step& step) {
    const Values all = contributions_of(step);
    return *std::max_element(all.begin(), all.end());
}

Values most_of(const Steps& steps) {
    Values all;
    for (const Step* const step : steps)
        all.push_back(most_of(*step));
    return all;
}

/// A function of the rank; a table if it is not linear.
std::string size_by_rank(const Values& sizes, Declarations& declarations) {
    const long long slope = sizes.size() > 1 ? sizes[1] - sizes[0] : 0;
    bool is_linear = true;
    for (std::size_t r = 0; r < sizes.size(); ++r)
        is_linear = is_linear && sizes[r] == sizes[0] + slope * static_cast<long long>(r);
    if (is_linear && slope > 0) return fmt::format("r -> {} * r + {}", slope, sizes[0]);
    return "r -> " + declarations.table("sizes", "long long", fmt::format("{{{}}}", fmt::join(sizes, ", "))) +
           "[r]";
}

/// The ranks that take part in an operation of one group.
long long members_of(const Step& step) {
    return static_cast<long long>(step.groups.empty() ? step.parts.size() : step.groups.front().size());
}

/// The elements of a reduction have several bytes.
long long unit_of(const Step& step) {
    const long long total = most_of(step);
    return step.name != "REDUCE_SCATTER" ? 1 : total % 8 == 0 ? 8 : total % 4 == 0 ? 4 : 1;
}

bool has_slots(const Step& step) {
    return step.name == "SCATTER" || step.name == "ALLTOALL" || step.name == "REDUCE_SCATTER";
}

/// Whether each slot gets the same, of what each rank contributes.
bool has_equal_slots(const Step& step) {
    const bool is_equal = step.name != "ALLTOALL" || are_equal(contributions_of(step));
    return is_equal && most_of(step) % (members_of(step) * unit_of(step)) == 0;
}

/// Of what a rank contributes to all slots, the trace has only the sum: slots get equal parts of it.
std::string slots_text(const Step& step, Declarations& declarations) {
    const Values all = contributions_of(step);
    const long long total = most_of(step), unit = unit_of(step), ranks = members_of(step);
    const bool is_equal = step.name != "ALLTOALL" || are_equal(all);
    const std::string factor = unit == 1 ? "" : fmt::format("{} * ", unit);
    const std::string of =
        is_equal
            ? std::to_string(total / unit)
            : declarations.table("totals", "long long", fmt::format("{{{}}}", fmt::join(all, ", "))) + "[r]";
    const char* const to = step.name == "ALLTOALL" ? "s" : "r";
    return fmt::format("{} -> {}({} / {} + ({} < {} % {}))", step.name == "ALLTOALL" ? "(r, s)" : "r", factor,
                       of, ranks, to, of, ranks);
}

bool contribute_equally(const Step* step) {
    return (step->name != "GATHER" && step->name != "ALLGATHER") || are_equal(contributions_of(*step));
}

/// The slots of all ranks, if all have some.
std::vector<Values> all_slots(const Step& step) {
    std::vector<Values> all;
    for (const auto& [rank, part] : step.parts)
        if (part.slots.size() == step.parts.size()) all.push_back(part.slots);
    return all.size() == step.parts.size() && step.groups.empty() ? all : std::vector<Values>();
}

std::string collective_size(const Steps& steps, const Counts& counts, Declarations& declarations) {
    const Step& step = *steps.front();
    if (const std::vector<Values> slots = all_slots(step); counts.size() == 1 && !slots.empty())
        return fmt::format("(r, s) -> {}[r][s]",
                           declarations.table("slots", "std::vector<long long>", table_of_lists(slots)));
    const bool is_regular = std::all_of(steps.begin(), steps.end(), [](const Step* one) {
        return has_slots(*one) ? has_equal_slots(*one) : contribute_equally(one);
    });
    if (is_regular) {
        Values sizes = most_of(steps);
        for (std::size_t which = 0; which < steps.size() && has_slots(step); ++which)
            sizes[which] /= members_of(*steps[which]);
        return declarations.bytes(sizes, counts, step.origin);
    }
    if (counts.size() > 1) declarations.misfit("the sizes of " + step.origin);
    if (!has_slots(step))
        return contribute_equally(&step) ? declarations.bytes({most_of(step)}, {counts.front()}, step.origin)
                                         : size_by_rank(contributions_of(step), declarations);
    return has_equal_slots(step)
               ? declarations.bytes({most_of(step) / members_of(step)}, {counts.front()}, step.origin)
               : slots_text(step, declarations);
}

/// The root's number in its group.
long long root_of(const Step& step) {
    if (step.root < 0 || step.groups.empty()) return step.root;
    const std::vector<int>& members = step.groups.front();
    return std::find(members.begin(), members.end(), step.root) - members.begin();
}

std::string root_text(const Steps& steps, const Counts& counts, Declarations& declarations) {
    Values roots;
    for (const Step* const step : steps)
        roots.push_back(root_of(*step));
    const std::optional<std::string> text = rank_text(roots, counts);
    if (!text) declarations.misfit("the root of " + steps.front()->origin);
    if (!text && roots.front() <= 0) return "";
    return text && are_equal(roots) && roots.front() <= 0
               ? ""
               : ", ROOT: " + text.value_or(std::to_string(roots.front()));
}

std::string collective_of(const Steps& steps, const Counts& counts, Declarations& declarations) {
    const Step& step = *steps.front();
    if (step.name == "VISIBLE_SYNC") return "\\VISIBLE_SYNC()";
    std::string text = among_of(steps, counts, declarations);
    if (step.name == "BARRIER") return text + "\\BARRIER()";
    text += fmt::format("\\{}({}", step.name, collective_size(steps, counts, declarations));
    text += root_text(steps, counts, declarations);
    if (!step.combine.empty() && step.combine != "sum") text += ", OP: " + step.combine;
    return text + type_argument(step, most_of(step)) + ")";
}

std::string seconds_text(double seconds) {
    return fmt::format("{:.3g}", seconds);
}

/// Whether times differ by no more than clocks and other programs make them differ.
bool are_alike(double least, double most) {
    return most - least <= 0.1 * most + 10e-6;
}

/// Seconds that have two values, as a condition on the rank.
std::optional<std::string> two_values(const std::vector<double>& seconds) {
    std::vector<double> sorted = seconds;
    std::sort(sorted.begin(), sorted.end());
    std::size_t upper = 1; // index of the first value of the upper class
    for (std::size_t i = 1; i < sorted.size(); ++i)
        if (sorted[i] - sorted[i - 1] > sorted[upper] - sorted[upper - 1]) upper = i;
    if (!are_alike(sorted.front(), sorted[upper - 1]) || !are_alike(sorted[upper], sorted.back()))
        return std::nullopt;
    std::vector<bool> is_upper;
    double sums[2] = {0, 0};
    for (const double value : seconds) {
        is_upper.push_back(value >= sorted[upper]);
        sums[is_upper.back() ? 1 : 0] += value;
    }
    const std::optional<std::string> condition = plain_condition_on({is_upper});
    if (!condition) return std::nullopt;
    const double above = sums[1] / static_cast<double>(sorted.size() - upper),
                 below = sums[0] / static_cast<double>(upper);
    return fmt::format("({} ? {} : {})", std::regex_replace(*condition, std::regex("\\br\\b"), "me"),
                       seconds_text(above), seconds_text(below));
}

/// A mean time by the law of the number of ranks that fits best: constant, or divided by it or its root. That
/// of the first number if none fits.
std::string mean_text(const std::vector<double>& means, const Counts& counts) {
    constexpr double shortest = 10e-6;  // shorter times show no law
    constexpr double most_spread = 1.5; // between the largest and the smallest constant of a law
    std::string text = seconds_text(means.front());
    if (*std::min_element(means.begin(), means.end()) < shortest) return text;
    const std::pair<double, const char*> laws[] = {{0, ""}, {1, " / nodes"}, {0.5, " / std::sqrt(nodes)"}};
    double best = most_spread;
    for (const auto& [power, after] : laws) {
        std::vector<double> constants;
        for (std::size_t which = 0; which < means.size(); ++which)
            constants.push_back(means[which] * std::pow(counts[which], power));
        const auto [least, most] = std::minmax_element(constants.begin(), constants.end());
        if (*most / *least >= best) continue;
        best = *most / *least;
        text = seconds_text(std::sqrt(*most * *least)) + after;
    }
    return text;
}

} // namespace

std::string construct_of(const Steps& steps, const Counts& counts, bool overlaps,
                         Declarations& declarations) {
    const Step& first = *steps.front();
    if (first.is_collective()) return collective_of(steps, counts, declarations);
    Sets messages;
    bool receives_first = false;
    for (const Step* const step : steps) {
        messages.push_back(messages_of(*step));
        receives_first = receives_first || step->receives_first;
    }
    if (!receives_first)
        if (const auto idiom = idiom_of(first.origin, messages, counts, overlaps, declarations))
            return *idiom;
    return send_of(steps, counts, messages, declarations);
}

std::string work_of(const LoadAt& load) {
    std::vector<double> means;
    for (const Load* const one : load.loads)
        means.push_back(one->mean());
    return fmt::format("\\WORK(work * {});", mean_text(means, load.counts));
}

std::string work_of(const Load& load, Declarations& declarations) {
    const auto [least, most] = std::minmax_element(load.seconds.begin(), load.seconds.end());
    if (are_alike(*least, *most)) return fmt::format("\\WORK(work * {});", seconds_text(load.mean()));
    if (const auto text = two_values(load.seconds)) return fmt::format("\\WORK(work * {});", *text);
    std::vector<std::string> values;
    for (const double seconds : load.seconds)
        values.push_back(seconds_text(seconds));
    return fmt::format(
        "\\WORK(work * {}[me]);",
        declarations.table("seconds", "double", fmt::format("{{{}}}", fmt::join(values, ", "))));
}

} // namespace loop::report::derive
