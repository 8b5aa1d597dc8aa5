#include "report/derive/declarations.h"

#include <fmt/format.h>

namespace loop::report::derive {

namespace {

/// "8 on 4 ranks, 6 on 9"
std::string all_text(const Values& values, const Counts& counts) {
    std::string text;
    for (std::size_t i = 0; i < values.size(); ++i)
        text += fmt::format("{}{} on {}{}", i == 0 ? "" : ", ", values[i], counts[i], i == 0 ? " ranks" : "");
    return text;
}

} // namespace

std::string Declarations::count(const Values& times, const Counts& counts, bool is_main) {
    const std::optional<ValueFormula> formula = value_formula(times, counts);
    if (!formula) misfit("the passes of a loop: " + all_text(times, counts));
    if (!formula || formula->is_constant()) return count(times.front(), is_main);
    return formula->text(formula->constant == 1 ? "1" : count(formula->constant, false));
}

std::string Declarations::bytes(const Values& values, const Counts& counts, const std::string& used_by) {
    const std::optional<ValueFormula> formula = value_formula(values, counts);
    if (!formula) misfit(fmt::format("the bytes of {}: {}", used_by, all_text(values, counts)));
    const std::string call = used_by.substr(used_by.rfind('\\', 0) == 0 ? 1 : 0);
    if (!formula || formula->is_constant()) return bytes(values.front(), "bytes of a message: " + call);
    return formula->text(bytes(formula->constant, "bytes in the sizes of messages: " + call));
}

std::string Declarations::count(long long times, bool is_main) {
    if (is_main) {
        if (has_iterations_) return "iterations";
        has_iterations_ = true;
        parameters_.push_back(
            fmt::format("\\PARAM(int iterations = {}, \"passes of the main loop\")", times));
        return "iterations";
    }
    if (const auto found = counts_.find(times); found != counts_.end()) return found->second;
    if (counts_.size() >= most_parameters) return std::to_string(times);
    std::string name = fmt::format("repeats_{}", counts_.size() + 1);
    parameters_.push_back(fmt::format("\\PARAM(int {} = {}, \"passes of another loop\")", name, times));
    return counts_[times] = std::move(name);
}

std::string Declarations::bytes(long long value, const std::string& help) {
    constexpr long long small = 16;
    if (value <= small) return std::to_string(value);
    if (const auto found = sizes_.find(value); found != sizes_.end()) return found->second;
    if (sizes_.size() >= most_parameters) return std::to_string(value);
    std::string name = fmt::format("bytes_{}", sizes_.size() + 1);
    parameters_.push_back(fmt::format("\\PARAM(long long {} = {}, \"{}\")", name, value, help));
    return sizes_[value] = std::move(name);
}

std::string Declarations::table(const std::string& name, const std::string& type,
                                const std::string& content) {
    const auto [known, fresh] = table_names_.try_emplace({type, content});
    if (fresh) {
        known->second = fmt::format("{}_{}", name, tables_.size() + 1);
        tables_.push_back(fmt::format("const std::vector<{}> {}{};", type, known->second, content));
        only_times_ = only_times_ && type == "double";
    }
    return known->second;
}

std::string Declarations::table(const std::string& name, const std::string& type,
                                const std::vector<std::vector<long long>>& lists) {
    std::string text;
    for (const std::vector<long long>& list : lists)
        text += fmt::format("{}{{{}}}", text.empty() ? "" : ", ", fmt::join(list, ", "));
    return table(name, type, "{" + text + "}");
}

std::vector<std::string> Declarations::parameters() const {
    std::vector<std::string> all = parameters_;
    all.emplace_back("\\PARAM(double work = 1, \"factor of all computation\")");
    return all;
}

} // namespace loop::report::derive
