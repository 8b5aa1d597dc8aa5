#include "compiler/format/layout.h"

#include "compiler/check/host_tokens.h"
#include "compiler/format/head_parts.h"
#include "compiler/source/text.h"

#include <algorithm>

namespace loop::compiler {

namespace {

constexpr std::size_t tab_columns = 4;
constexpr std::size_t hanging_columns = 4;

std::string_view last_line(std::string_view text) {
    return text.substr(text.rfind('\n') + 1);
}

/// Columns of one line; a tab counts up to the next multiple of four.
std::size_t columns(std::string_view line) {
    std::size_t count = 0;
    for (const char c : line) {
        const bool continues = (static_cast<unsigned char>(c) & 0xc0) == 0x80; // of a character of UTF-8
        if (c == '\t')
            count += tab_columns - count % tab_columns;
        else if (!continues)
            ++count;
    }
    return count;
}

std::string_view trimmed_right(std::string_view text) {
    return text.substr(0, text.find_last_not_of(' ') + 1);
}

bool has_line_end(std::string_view text) {
    return text.find('\n') != std::string_view::npos;
}

/// What must stay on the line of a head: a semicolon, or the beginning of a block.
std::size_t columns_behind(std::string_view rest) {
    const std::size_t at = std::min(rest.find_first_not_of(" \t"), rest.size());
    if (at == rest.size() || (rest[at] != ';' && rest[at] != '{')) return 0;
    return at + 1;
}

/// A piece of a head behind which a line may end.
struct Chunk {
    std::string text;
    std::string_view separator; ///< if the line does not end behind it
};

class HeadWriter {
public:
    /// `before`: the laid out text up to the head.
    HeadWriter(const ast::Construct& seen, const Construct& construct, const Source& source,
               std::string_view line_end, std::string_view before)
        : source_(source), head_(with_semicolon(seen, construct)), gaps_(gaps_of(seen, construct)),
          line_(last_line(before)), behind_(columns_behind(source.text().substr(head_.end))),
          line_end_(line_end) {}

    std::string text(bool in_conditional) const {
        if (in_conditional || keeps_lines()) return with_own_lines();
        const std::vector<Chunk> chunks = chunks_of_head();
        const std::string one_line = joined(chunks);
        if (overflow(one_line) == 0 || chunks.size() < 3) return one_line; // `\NAME(` and one argument
        const std::string aligned = filled(chunks, false);
        if (overflow(aligned) == 0) return aligned;
        const std::string hanging = filled(chunks, true);
        return overflow(hanging) < overflow(aligned) ? hanging : aligned;
    }

private:
    /// Calls `part` for each part of the head and `gap` for each gap, in order.
    template <class Part, class ForGap>
    void walk(Part part, ForGap gap) const {
        std::size_t at = head_.begin;
        for (const Gap& g : gaps_) {
            part(source_.text({at, g.range.begin}));
            gap(g);
            at = g.range.end;
        }
        part(source_.text({at, head_.end}));
    }

    bool keeps_lines() const {
        bool keeps = false;
        walk([&](std::string_view part) { keeps |= has_line_end(part); },
             [&](const Gap& gap) { keeps |= !is_plain(gap, source_); });
        return keeps;
    }

    /// Line ends stay where they are; spaces within lines change.
    std::string with_own_lines() const {
        std::string text;
        walk([&](std::string_view part) { text += part; },
             [&](const Gap& gap) {
                 const std::string_view own = source_.text(gap.range);
                 const bool changes = is_plain(gap, source_) && !has_line_end(own);
                 text += changes ? gap.canonical : own;
             });
        return text;
    }

    std::vector<Chunk> chunks_of_head() const {
        std::vector<Chunk> chunks(1);
        walk([&](std::string_view part) { chunks.back().text += part; },
             [&](const Gap& gap) {
                 if (!gap.may_break) {
                     chunks.back().text += gap.canonical;
                     return;
                 }
                 const std::string_view punctuation = trimmed_right(gap.canonical);
                 chunks.back().text += punctuation;
                 chunks.back().separator = gap.canonical.substr(punctuation.size());
                 chunks.emplace_back();
             });
        return chunks;
    }

    static std::string joined(const std::vector<Chunk>& chunks) {
        std::string text;
        for (const Chunk& chunk : chunks)
            text.append(chunk.text).append(chunk.separator);
        return text;
    }

    /// As many chunks on each line as fit. Lines begin below the first argument, or, if `hanging`, a little
    /// to the right of the construct's line, also the first argument.
    std::string filled(const std::vector<Chunk>& chunks, bool hanging) const {
        const std::string_view margin = indentation(line_);
        const std::size_t first = columns(std::string(line_) + chunks[0].text);
        const std::size_t begin = hanging ? columns(margin) + hanging_columns : first;
        const std::string next_line =
            std::string(line_end_) + std::string(margin) + std::string(begin - columns(margin), ' ');

        std::string text = chunks[0].text;
        std::size_t column = first;
        std::string_view separator = chunks[0].separator;
        for (std::size_t i = 1; i < chunks.size(); ++i) {
            const std::size_t width = columns(chunks[i].text);
            const std::size_t last = i + 1 == chunks.size() ? behind_ : 0;
            const bool fits = column + separator.size() + width + last <= layout_columns;
            if ((i == 1 && hanging) || (i > 1 && !fits)) {
                text += next_line;
                column = begin;
            } else {
                text += separator;
                column += separator.size();
            }
            text += chunks[i].text;
            column += width;
            separator = chunks[i].separator;
        }
        return text;
    }

    /// By how many columns the longest line is too long.
    std::size_t overflow(const std::string& head) const {
        std::string text = std::string(line_) + head;
        std::size_t longest = columns(last_line(text)) + behind_;
        for (std::size_t end; (end = text.rfind('\n')) != std::string::npos; text.resize(end))
            longest = std::max(longest, columns(last_line(std::string_view(text).substr(0, end))));
        return longest - std::min(longest, layout_columns);
    }

    const Source& source_;
    Range head_;
    std::vector<Gap> gaps_;
    std::string_view line_;
    std::size_t behind_;
    std::string_view line_end_;
};

} // namespace

std::string lay_out(const ast::File& file, const Program& program, const Source& source) {
    const std::string_view line_end = source.text().find("\r\n") == std::string_view::npos ? "\n" : "\r\n";
    std::string text;
    text.reserve(source.text().size());
    std::size_t at = 0;
    for (std::size_t i = 0; i < program.constructs.size(); ++i) {
        const Construct& construct = program.constructs[i];
        text += source.text({at, construct.head.begin});
        const HeadWriter writer(file.constructs[i], construct, source, line_end, text);
        text += writer.text(within(program.conditionals, construct.head.begin));
        at = with_semicolon(file.constructs[i], construct).end;
    }
    return text.append(source.text().substr(at));
}

} // namespace loop::compiler
