#include "compiler/check/program.h"

#include <numeric>

namespace loop::compiler {

std::string Construct::function_name() const {
    std::string name(info->forms.empty() ? info->function : info->forms[form].function);
    return started_by == none ? name : name.insert(std::string_view("loop::").size(), "start_");
}

std::vector<std::size_t> Construct::parameters() const {
    if (!info->forms.empty()) return info->forms[form].parameters;
    std::vector<std::size_t> all(info->parameters.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    return all;
}

bool Construct::chosen_by(ParameterKind kind) const {
    return !info->forms.empty() && info->parameters[info->forms[form].parameters.front()].kind == kind;
}

std::size_t Construct::threads() const {
    for (std::size_t i = 0; i < arguments.size(); ++i)
        if (has(i) && info->parameters[i].kind == ParameterKind::Threads) return i;
    return none;
}

bool Construct::communicates() const {
    if (info->communicates) return true;
    for (std::size_t i = 0; i < info->parameters.size(); ++i)
        if (has(i) && info->parameters[i].communicates) return true;
    return false;
}

} // namespace loop::compiler
