#include "base/text/clean.h"
#include "compiler/diagnostics/diagnostic.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

namespace loop::compiler {

namespace {

struct Palette {
    std::string_view error, warning, remark, caret, strong, plain;
};

constexpr Palette colors{"\033[1;31m", "\033[1;35m", "\033[1;36m", "\033[1;32m", "\033[1m", "\033[0m"};
constexpr Palette monochrome{};

constexpr std::size_t widest = 160;

/// Returns a piece of a source line as printable text, with each tab as one blank.
std::string printable(std::string_view text) {
    std::string shown(text);
    std::replace(shown.begin(), shown.end(), '\t', ' ');
    return clean_text(shown);
}

/// The approximate width of UTF-8 text on a terminal, in columns: its number of code points.
std::size_t width(std::string_view text) {
    return static_cast<std::size_t>(std::count_if(
        text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

class Renderer {
public:
    Renderer(const Source& source, const RenderOptions& options)
        : source_(source), color_(options.colour ? colors : monochrome) {}

    std::string diagnostic(const Diagnostic& d) {
        std::string text = fmt::format("{}{}:{} {}{}:{} {} [{}]\n", color_.strong, where(d.range),
                                       color_.plain, color_of(d.severity), name_of(d.severity), color_.plain,
                                       clean_text(d.message), d.code);
        text += excerpt(d.range);
        for (const Note& note : d.notes)
            text += fmt::format("{}{}:{} note: {}\n", color_.strong, where(note.range), color_.plain,
                                clean_text(note.message)) +
                    excerpt(note.range);
        if (!d.hint.empty()) text += fmt::format("hint: {}\n", clean_text(d.hint));
        return text;
    }

private:
    std::string_view color_of(Severity severity) const {
        if (severity == Severity::Remark) return color_.remark;
        return severity == Severity::Error ? color_.error : color_.warning;
    }

    std::string where(Range range) const {
        const Position at = source_.position(range.begin);
        return fmt::format("{}:{}:{}", clean_text(source_.name()), at.line, at.column);
    }

    /// The line with a caret range below it; long lines are cut around the range.
    std::string excerpt(Range range) const {
        const Position at = source_.position(range.begin);
        std::string_view line = source_.line(at.line);
        std::size_t begin = std::min(static_cast<std::size_t>(at.column - 1), line.size());
        std::size_t end = std::clamp(begin + range.size(), begin, line.size());
        std::string_view before_cut, behind_cut;
        if (line.size() > widest) {
            const std::size_t cut = begin > widest / 2 ? begin - widest / 2 : 0;
            before_cut = cut > 0 ? "..." : "";
            behind_cut = cut + widest < line.size() ? "..." : "";
            line = line.substr(cut, widest);
            begin -= cut;
            end = std::min(end - cut, line.size());
        }
        const std::string number = fmt::format("{:>4} | ", at.line);
        const std::size_t indent = number.size() + before_cut.size() + width(line.substr(0, begin));
        const std::size_t carets = std::max<std::size_t>(1, width(line.substr(begin, end - begin)));
        return fmt::format("{}{}{}{}\n{}{}^{}{}\n", number, before_cut, printable(line), behind_cut,
                           std::string(indent, ' '), color_.caret, std::string(carets - 1, '~'),
                           color_.plain);
    }

    const Source& source_;
    const Palette& color_;
};

/// Without remarks, if they are not wanted or would take the place of problems.
std::vector<Diagnostic> shown_of(const Diagnostics& diagnostics, const RenderOptions& options) {
    std::vector<Diagnostic> all = diagnostics.sorted();
    if (options.remarks && all.size() <= options.limit) return all;
    const auto is_remark = [](const Diagnostic& each) { return each.severity == Severity::Remark; };
    const auto remarks = std::stable_partition(all.begin(), all.end(), std::not_fn(is_remark));
    if (!options.remarks) all.erase(remarks, all.end());
    return all;
}

} // namespace

std::string render(const Diagnostics& diagnostics, const Source& source, const RenderOptions& options) {
    Renderer renderer(source, options);
    std::string text;
    std::size_t shown = 0;
    const std::vector<Diagnostic> all = shown_of(diagnostics, options);
    for (const Diagnostic& diagnostic : all) {
        if (shown == options.limit) {
            text += fmt::format("... and {} more\n", all.size() - shown);
            break;
        }
        text += renderer.diagnostic(diagnostic);
        ++shown;
    }
    return text;
}

} // namespace loop::compiler
