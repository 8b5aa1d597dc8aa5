#include "derive/declarations.h"

#include <fmt/format.h>

namespace loop::report::derive {

namespace {

/// "8 on 4 ranks, 6 on 9"; "8 on 4 ranks (size 64), 16 on 4 (size 128)"
std::string all_text(const Values& values, const Counts& counts) {
    std::string text;
    for (std::size_t i = 0; i < values.size(); ++i) {
        text += fmt::format("{}{} on {}{}", i == 0 ? "" : ", ", values[i], counts[i].ranks,
                            i == 0 ? " ranks" : "");
        if (have_sizes(counts)) text += fmt::format(" (size {})", counts[i].size);
    }
    return text;
}

} // namespace

std::string Declarations::number(const ValueFormula& formula, Number number) {
    number.value = formula.constant;
    number.text = std::to_string(formula.constant);
    return formula.constant == 1 && !formula.is_constant() ? formula.text("1")
                                                           : formula.text(numbers_.token(std::move(number)));
}

std::string Declarations::count(const Values& times, const Counts& counts, bool is_main) {
    const std::optional<ValueFormula> formula = value_formula(times, counts);
    if (!formula) note_unexplained("the passes of a loop: " + all_text(times, counts));
    Number passes{NumberKind::passes};
    passes.type = "int";
    passes.is_main = is_main;
    return number(formula.value_or(ValueFormula{times.front(), "", ""}), std::move(passes));
}

std::string Declarations::bytes(const Values& values, const Counts& counts, const std::string& used_by) {
    const std::optional<ValueFormula> formula = value_formula(values, counts);
    if (!formula) note_unexplained(fmt::format("the bytes of {}: {}", used_by, all_text(values, counts)));
    Number bytes{NumberKind::bytes};
    bytes.type = "long long";
    bytes.used_by = used_by;
    return number(formula.value_or(ValueFormula{values.front(), "", ""}), std::move(bytes));
}

std::string Declarations::seconds(const std::string& text, double seconds, double weight,
                                  const Spread& spread) {
    Number time{NumberKind::seconds};
    time.text = text;
    time.type = "double";
    time.seconds = seconds;
    time.weight = weight;
    time.spread = spread;
    return numbers_.token(std::move(time));
}

std::string Declarations::times_by_rank(const std::vector<std::string>& values, double weight,
                                        const Spread& spread) {
    const std::string name =
        numbers_.plain(table("seconds", "double", fmt::format("{{{}}}", fmt::join(values, ", "))));
    return seconds(fmt::format("{}[me * {} / nodes]", name, values.size()), -1, weight, spread);
}

std::string Declarations::table(const std::string& name, const std::string& type,
                                const std::string& content) {
    const auto [known, fresh] = table_names_.try_emplace({type, content});
    if (fresh) {
        known->second = fmt::format("{}_{}", name, tables_.size() + 1);
        tables_.push_back(
            {known->second, fmt::format("const std::vector<{}> {}{};", type, known->second, content)});
        has_tables_of_ranks_ = has_tables_of_ranks_ || type != "double";
    }
    Number of{NumberKind::table};
    of.text = known->second;
    of.type = fmt::format("const std::vector<{}>&", type);
    return numbers_.token(std::move(of));
}

std::string Declarations::table(const std::string& name, const std::string& type,
                                const std::vector<std::vector<long long>>& lists) {
    std::string text;
    for (const std::vector<long long>& list : lists)
        text += fmt::format("{}{{{}}}", text.empty() ? "" : ", ", fmt::join(list, ", "));
    return table(name, type, "{" + text + "}");
}

std::string Declarations::function(const std::string& name, const std::string& value) {
    const std::string text = fmt::format("[&](int r) {{ return {}; }}", numbers_.plain(value));
    const auto [known, fresh] = table_names_.try_emplace({"auto", text});
    if (fresh) {
        known->second = fmt::format("{}_{}", name, tables_.size() + 1);
        tables_.push_back({known->second, fmt::format("const auto {} = {};", known->second, text)});
    }
    return known->second;
}

} // namespace loop::report::derive
