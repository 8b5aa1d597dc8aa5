#include "report/derive/declarations.h"

#include <fmt/core.h>

namespace loop::report::derive {

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

std::string Declarations::bytes(long long value, const std::string& used_by) {
    constexpr long long small = 16;
    if (value <= small) return std::to_string(value);
    if (const auto found = sizes_.find(value); found != sizes_.end()) return found->second;
    if (sizes_.size() >= most_parameters) return std::to_string(value);
    std::string name = fmt::format("bytes_{}", sizes_.size() + 1);
    const std::string call = used_by.substr(used_by.rfind('\\', 0) == 0 ? 1 : 0);
    parameters_.push_back(
        fmt::format("\\PARAM(long long {} = {}, \"bytes of a message: {}\")", name, value, call));
    return sizes_[value] = std::move(name);
}

std::string Declarations::table(const std::string& name, const std::string& type,
                                const std::string& content) {
    std::string numbered = fmt::format("{}_{}", name, tables_.size() + 1);
    tables_.push_back(fmt::format("const std::vector<{}> {}{};", type, numbered, content));
    return numbered;
}

std::vector<std::string> Declarations::parameters() const {
    std::vector<std::string> all = parameters_;
    all.emplace_back("\\PARAM(double work = 1, \"factor of all computation\")");
    return all;
}

} // namespace loop::report::derive
