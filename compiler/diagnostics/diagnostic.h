#pragma once

#include "compiler/source/source.h"

#include <fmt/format.h>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace loop::compiler {

/// A remark is no problem: it says what may be missing, where that depends on what the program is for.
enum class Severity { Error, Warning, Remark };
/// "error", "warning", or "remark".
std::string_view name_of(Severity severity);

/// A second place that a diagnostic refers to.
struct Note {
    std::string message;
    Range range;
};

/// A change of the source that solves a problem.
struct Fix {
    Range range;
    std::string text; ///< in place of the range
};

/// One problem: what was seen, where, and what to do. `code` is stable (`loop explain CODE`). Messages begin
/// in lower case, have no period at the end, and show code in backticks.
struct Diagnostic {
    Severity severity = Severity::Error;
    std::string code;
    std::string message;
    Range range;
    std::vector<Note> notes;
    std::string hint;
    std::optional<Fix> fix = {}; ///< for editors
    bool is_late = false;        ///< beyond the first problems, which are those that are read

    Diagnostic& note(std::string text, Range where) {
        notes.push_back({std::move(text), where});
        return *this;
    }
    /// Hints at the known name nearest to `seen`, which is the text of `where`; if none is near, the hint is
    /// `otherwise`, as it always is for a late problem: the search takes long.
    void suggest(Range where, std::string_view seen, const std::vector<std::string>& known,
                 const std::string& otherwise = {});
};

/// The sink that every phase reports to.
class Diagnostics {
public:
    Diagnostic& error(std::string code, Range range, std::string message);
    Diagnostic& warning(std::string code, Range range, std::string message);
    Diagnostic& remark(std::string code, Range range, std::string message);
    /// These take the message as a format string and its arguments.
    template <class First, class... Rest>
    Diagnostic& error(const std::string& code, Range range,
                      fmt::format_string<const First&, const Rest&...> format, const First& first,
                      const Rest&... rest) {
        return add(Severity::Error, code, range, fmt::format(format, first, rest...));
    }
    template <class First, class... Rest>
    Diagnostic& warning(const std::string& code, Range range,
                        fmt::format_string<const First&, const Rest&...> format, const First& first,
                        const Rest&... rest) {
        return add(Severity::Warning, code, range, fmt::format(format, first, rest...));
    }

    bool has_errors() const { return errors_ > 0; }
    std::size_t errors() const { return errors_; }
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
    std::size_t limit = 20; ///< max problems shown; a last line counts the others
    bool remarks = true;    ///< shown, but only as long as problems leave room for them
};

/// Returns the problems as text, in source order: file:line:column, source line, caret range, notes, and
/// hint.
std::string render(const Diagnostics& diagnostics, const Source& source, const RenderOptions& options = {});

} // namespace loop::compiler
