#pragma once

#include "compiler/source/source.h"

#include <fmt/format.h>

#include <cstddef>
#include <string>
#include <vector>

namespace loop::compiler {

enum class Severity { Error, Warning };

/// A second place that a diagnostic has_messages of.
struct Note {
    std::string message;
    Range range;
};

/// One problem: what was seen, where, and what to do. `code` is stable (`loop explain CODE`);
/// messages are lower case, without a full stop, code in backticks.
struct Diagnostic {
    Severity severity = Severity::Error;
    std::string code;
    std::string message;
    Range range;
    std::vector<Note> notes;
    std::string hint;

    Diagnostic& note(std::string text, Range where) {
        notes.push_back({std::move(text), where});
        return *this;
    }
};

/// The sink that every phase reports to.
class Diagnostics {
public:
    Diagnostic& error(std::string code, Range range, std::string message);
    Diagnostic& warning(std::string code, Range range, std::string message);
    /// The message as a format with its arguments.
    template <class First, class... Rest>
    Diagnostic& error(std::string code, Range range, fmt::format_string<const First&, const Rest&...> format,
                      const First& first, const Rest&... rest) {
        return add(Severity::Error, std::move(code), range, fmt::format(format, first, rest...));
    }
    template <class First, class... Rest>
    Diagnostic& warning(std::string code, Range range,
                        fmt::format_string<const First&, const Rest&...> format, const First& first,
                        const Rest&... rest) {
        return add(Severity::Warning, std::move(code), range, fmt::format(format, first, rest...));
    }

    bool has_errors() const { return errors_ > 0; }
    std::size_t errors() const { return errors_; }
    std::size_t warnings() const { return all_.size() - errors_; }
    bool empty() const { return all_.empty(); }

    /// All problems in source order.
    std::vector<Diagnostic> sorted() const;

private:
    Diagnostic& add(Severity severity, std::string code, Range range, std::string message);

    std::vector<Diagnostic> all_;
    std::size_t errors_ = 0;
};

struct RenderOptions {
    bool colour = false;
    std::size_t limit = 20; ///< problems shown; the rest is counted in a last line
};

/// The text that a person reads: file:line:col, source line, caret range, notes, hint; in source order.
std::string render(const Diagnostics& diagnostics, const Source& source, const RenderOptions& options = {});

} // namespace loop::compiler
