#include "compiler/diagnostics/diagnostic.h"

#include "base/text/nearest.h"

#include <algorithm>

namespace loop::compiler {

void Diagnostic::suggest(Range where, std::string_view seen, const std::vector<std::string>& known,
                         const std::string& otherwise) {
    hint = otherwise;
    if (is_late) return;
    const std::string near = nearest(seen, known);
    hint = did_you_mean(seen, known, otherwise);
    if (!near.empty()) fix = Fix{where, near};
}

std::string_view name_of(Severity severity) {
    switch (severity) {
    case Severity::Error:
        return "error";
    case Severity::Warning:
        return "warning";
    case Severity::Remark:
        break;
    }
    return "remark";
}

Diagnostic& Diagnostics::error(std::string code, Range range, std::string message) {
    return add(Severity::Error, std::move(code), range, std::move(message));
}

Diagnostic& Diagnostics::warning(std::string code, Range range, std::string message) {
    return add(Severity::Warning, std::move(code), range, std::move(message));
}

Diagnostic& Diagnostics::remark(std::string code, Range range, std::string message) {
    return add(Severity::Remark, std::move(code), range, std::move(message));
}

Diagnostic& Diagnostics::add(Severity severity, std::string code, Range range, std::string message) {
    errors_ += severity == Severity::Error ? 1 : 0;
    constexpr std::size_t most_suggestions = 100;
    const bool is_late = all_.size() >= most_suggestions;
    all_.push_back({severity, std::move(code), std::move(message), range, {}, {}, {}, is_late});
    return all_.back();
}

std::vector<Diagnostic> Diagnostics::sorted() const {
    std::vector<Diagnostic> ordered = all_;
    std::stable_sort(ordered.begin(), ordered.end(),
                     [](const Diagnostic& a, const Diagnostic& b) { return a.range.begin < b.range.begin; });
    return ordered;
}

} // namespace loop::compiler
