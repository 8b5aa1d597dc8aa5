#include "report/derive/statements.h"

#include "report/derive/formulas.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <regex>

namespace loop::report::derive {

namespace {

using Set = std::vector<std::pair<Pair, long long>>; ///< pairs with the sizes of their messages

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

bool has_one_size(const Set& messages) {
    return std::all_of(messages.begin(), messages.end(),
                       [&](const auto& message) { return message.second == messages.front().second; });
}

/// A construct whose pairs are fixed, and the pairs that it has on this number of ranks.
struct Idiom {
    std::string construct;
    std::string arguments; ///< after the size
    bool overlaps = false; ///< may have a statement
    std::function<std::vector<int>(int)> receivers;
};

std::vector<Idiom> idioms_for(int p) {
    std::vector<Idiom> all;
    const auto others = [p](int r) {
        std::vector<int> to;
        for (int k = 1; k < p; ++k)
            to.push_back((r + k) % p);
        return to;
    };
    if (p > 2)
        for (const char* name : {"MULTIBCAST_ALTER", "MULTIBCAST_ME", "MULTIBCAST0"})
            all.push_back({name, "", false, others});
    for (int d = 1; d < p; ++d) {
        all.push_back({"EXCHANGE", fmt::format(", {}, 2", d), false, [=](int r) {
                           return std::vector<int>{r + d, r - d};
                       }});
        if (2 * d < p)
            all.push_back({"EXCHANGE", fmt::format(", {}, 2, RING: true", d), false, [=](int r) {
                               return std::vector<int>{(r + d) % p, (r + p - d) % p};
                           }});
        all.push_back({"EXCHANGE", fmt::format(", {}, 1", d), false,
                       [=](int r) { return std::vector<int>{r / d % 2 == 0 ? r + d : r - d}; }});
    }
    for (int d = 1; d < p; ++d)
        for (int partners = 1; partners * d < p; ++partners)
            all.push_back({"COMMUNICATE", fmt::format(", {}, {}", d, partners), true, [=](int r) {
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
        for (const int to : idiom.receivers(r))
            if (to >= 0 && to < ranks && to != r) pairs.emplace_back(r, to);
    std::sort(pairs.begin(), pairs.end());
    return pairs;
}

/// The idiom that sends these messages; that of the origin if several do.
std::optional<std::string> idiom_of(const Step& step, const Set& messages, int ranks, bool overlaps,
                                    Declarations& declarations) {
    if (step.receives_first || !has_one_size(messages)) return std::nullopt;
    const Pairs pairs = pairs_of(messages);
    std::vector<Idiom> idioms = idioms_for(ranks);
    std::stable_partition(idioms.begin(), idioms.end(), [&](const Idiom& idiom) {
        return step.origin.rfind("\\" + idiom.construct + " ", 0) == 0;
    });
    for (const Idiom& idiom : idioms)
        if ((!overlaps || idiom.overlaps) && pairs_of(idiom, ranks) == pairs)
            return fmt::format("\\{}({}{})", idiom.construct,
                               declarations.bytes(messages.front().second, step.origin), idiom.arguments);
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

/// The sizes of messages by place: one, a list, or a table.
std::string sizes_text(const Set& messages, const PairFormula& formula, const std::string& origin,
                       Declarations& declarations) {
    if (has_one_size(messages)) return declarations.bytes(messages.front().second, origin);
    const std::size_t places = formula.receivers.size();
    std::vector<std::vector<long long>> sizes; // by sender and place
    std::vector<long long> by_place(places, -1);
    bool depends_on_place = true;
    for (std::size_t r = 0; r < formula.values.size(); ++r) {
        sizes.emplace_back(places, 0);
        for (std::size_t place = 0; place < places; ++place) {
            const long long size = size_of(messages, {static_cast<int>(r), formula.values[r][place]});
            if (size < 0) continue;
            sizes.back()[place] = size;
            depends_on_place = depends_on_place && (by_place[place] < 0 || by_place[place] == size);
            by_place[place] = size;
        }
    }
    if (!depends_on_place)
        return "r -> " + declarations.table("sizes", "std::vector<long long>", table_of_lists(sizes)) + "[r]";
    std::vector<std::string> texts;
    for (const long long size : by_place)
        texts.push_back(declarations.bytes(std::max(size, 0LL), origin));
    return fmt::format("{{{}}}", fmt::join(texts, ", "));
}

/// Pairs that no formula gives.
std::string send_from_tables(const Step& step, const Set& messages, int ranks, const char* construct,
                             Declarations& declarations) {
    std::vector<std::vector<long long>> receivers(static_cast<std::size_t>(ranks)), sizes(receivers);
    for (const auto& [pair, bytes] : messages) {
        receivers[static_cast<std::size_t>(pair.first)].push_back(pair.second);
        sizes[static_cast<std::size_t>(pair.first)].push_back(bytes);
    }
    const std::string to = declarations.table("receivers", "std::vector<int>", table_of_lists(receivers));
    const std::string size =
        has_one_size(messages)
            ? declarations.bytes(messages.front().second, step.origin)
            : "r -> " + declarations.table("sizes", "std::vector<long long>", table_of_lists(sizes)) + "[r]";
    return fmt::format("\\{}({}, r -> {}[r])", construct, size, to);
}

/// Pairs with the sizes of their messages, where each formula has messages of one size.
struct SizedFormula {
    PairFormula pairs;
    std::vector<long long> sizes; ///< by place
};

std::optional<SizedFormula> formula_by_size(const Set& messages, int ranks) {
    std::map<long long, Pairs> by_size;
    for (const auto& [pair, bytes] : messages)
        by_size[bytes].push_back(pair);
    SizedFormula all;
    for (const auto& [bytes, pairs] : by_size) {
        std::optional<PairFormula> one = pair_formula(pairs, ranks);
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

bool are_different(const Pairs& pairs) {
    return std::adjacent_find(pairs.begin(), pairs.end()) == pairs.end();
}

std::string send_of(const Step& step, const Set& messages, int ranks, Declarations& declarations) {
    const char* const construct = step.receives_first ? "RELAY" : "SEND";
    if (messages.size() == 1)
        return fmt::format("\\{}({}, {} -> {})", construct,
                           declarations.bytes(messages.front().second, step.origin),
                           messages.front().first.first, messages.front().first.second);
    const auto text = [&](const std::string& size, const PairFormula& formula) {
        const std::string condition = formula.condition.empty() ? "" : ", IF: " + formula.condition;
        return fmt::format("\\{}({}, r -> {}{})", construct, size, list_text(formula.receivers), condition);
    };
    if (const std::optional<SizedFormula> formula = formula_by_size(messages, ranks)) {
        std::vector<std::string> sizes;
        for (const long long size : formula->sizes)
            sizes.push_back(declarations.bytes(size, step.origin));
        if (has_one_size(messages)) sizes.resize(1);
        return text(list_text(sizes), formula->pairs);
    }
    const Pairs pairs = pairs_of(messages);
    const std::optional<PairFormula> formula =
        are_different(pairs) ? pair_formula(pairs, ranks) : std::nullopt;
    if (!formula) return send_from_tables(step, messages, ranks, construct, declarations);
    return text(sizes_text(messages, *formula, step.origin, declarations), *formula);
}

/// A reduction combines whole elements.
std::string type_argument(const std::string& name, long long bytes) {
    if (name != "REDUCE" && name != "ALLREDUCE" && name != "SCAN" && name != "EXSCAN" &&
        name != "REDUCE_SCATTER")
        return "";
    return bytes % 8 == 0 ? "" : bytes % 4 == 0 ? ", TYPE: int" : ", TYPE: char";
}

/// `\AMONG` for a collective operation of groups.
std::string among_of(const Step& step, int ranks, Declarations& declarations) {
    if (step.groups.empty()) return "";
    std::vector<int> group(static_cast<std::size_t>(ranks), -1);
    for (std::size_t i = 0; i < step.groups.size(); ++i)
        for (const int member : step.groups[i])
            group[static_cast<std::size_t>(member)] = static_cast<int>(i);
    if (const std::optional<std::string> formula = group_formula(group))
        return fmt::format("\\AMONG(r -> {}) ", *formula);
    return fmt::format("\\AMONG(r -> {}[r]) ",
                       declarations.table("groups", "int", fmt::format("{{{}}}", fmt::join(group, ", "))));
}

/// The bytes that each rank contributes, by rank.
std::vector<long long> contributions_of(const Step& step) {
    std::vector<long long> all;
    for (const auto& [rank, part] : step.parts)
        all.push_back(part.bytes);
    return all;
}

bool are_equal(const std::vector<long long>& values) {
    return std::adjacent_find(values.begin(), values.end(), std::not_equal_to<>()) == values.end();
}

/// A function of the rank; a table if it is not linear.
std::string size_by_rank(const std::vector<long long>& sizes, Declarations& declarations) {
    const long long slope = sizes.size() > 1 ? sizes[1] - sizes[0] : 0;
    bool is_linear = true;
    for (std::size_t r = 0; r < sizes.size(); ++r)
        is_linear = is_linear && sizes[r] == sizes[0] + slope * static_cast<long long>(r);
    if (is_linear && slope > 0) return fmt::format("r -> {} * r + {}", slope, sizes[0]);
    return "r -> " + declarations.table("sizes", "long long", fmt::format("{{{}}}", fmt::join(sizes, ", "))) +
           "[r]";
}

/// Of what a rank contributes to all slots, the trace has only the sum: slots get equal parts of it.
std::string slots_text(const Step& step, const std::vector<long long>& all, long long ranks,
                       Declarations& declarations) {
    const long long total = *std::max_element(all.begin(), all.end());
    const long long unit = step.name == "REDUCE_SCATTER" ? (total % 8 == 0 ? 8 : total % 4 == 0 ? 4 : 1) : 1;
    const bool is_equal = step.name != "ALLTOALL" || are_equal(all);
    if (is_equal && total % (ranks * unit) == 0) return declarations.bytes(total / ranks, step.origin);
    const std::string factor = unit == 1 ? "" : fmt::format("{} * ", unit);
    const std::string of =
        is_equal
            ? std::to_string(total / unit)
            : declarations.table("totals", "long long", fmt::format("{{{}}}", fmt::join(all, ", "))) + "[r]";
    const char* const to = step.name == "ALLTOALL" ? "s" : "r";
    return fmt::format("{} -> {}({} / {} + ({} < {} % {}))", step.name == "ALLTOALL" ? "(r, s)" : "r", factor,
                       of, ranks, to, of, ranks);
}

std::string collective_size(const Step& step, Declarations& declarations) {
    const std::vector<long long> all = contributions_of(step);
    if (step.name == "SCATTER" || step.name == "ALLTOALL" || step.name == "REDUCE_SCATTER") {
        const std::size_t ranks = step.groups.empty() ? all.size() : step.groups.front().size();
        return slots_text(step, all, static_cast<long long>(ranks), declarations);
    }
    if ((step.name == "GATHER" || step.name == "ALLGATHER") && !are_equal(all))
        return size_by_rank(all, declarations);
    return declarations.bytes(*std::max_element(all.begin(), all.end()), step.origin);
}

std::string collective_of(const Step& step, int ranks, Declarations& declarations) {
    if (step.name == "VISIBLE_SYNC") return "\\VISIBLE_SYNC()";
    std::string text = among_of(step, ranks, declarations);
    if (step.name == "BARRIER") return text + "\\BARRIER()";
    text += fmt::format("\\{}({}", step.name, collective_size(step, declarations));
    int root = step.root;
    if (root >= 0 && !step.groups.empty()) {
        const std::vector<int>& members = step.groups.front();
        root = static_cast<int>(std::find(members.begin(), members.end(), root) - members.begin());
    }
    if (root > 0) text += fmt::format(", ROOT: {}", root);
    if (!step.combine.empty() && step.combine != "sum") text += ", OP: " + step.combine;
    const std::vector<long long> all = contributions_of(step);
    return text + type_argument(step.name, *std::max_element(all.begin(), all.end())) + ")";
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
    const std::optional<std::string> condition = plain_condition_on(is_upper);
    if (!condition) return std::nullopt;
    const double above = sums[1] / static_cast<double>(sorted.size() - upper),
                 below = sums[0] / static_cast<double>(upper);
    return fmt::format("({} ? {} : {})", std::regex_replace(*condition, std::regex("\\br\\b"), "me"),
                       seconds_text(above), seconds_text(below));
}

} // namespace

std::string construct_of(const Step& step, int ranks, bool overlaps, Declarations& declarations) {
    if (step.is_collective()) return collective_of(step, ranks, declarations);
    const Set messages = messages_of(step);
    if (const auto idiom = idiom_of(step, messages, ranks, overlaps, declarations)) return *idiom;
    return send_of(step, messages, ranks, declarations);
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
