#include "base/text/clean.h"
#include "report/document/output_formats.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>

namespace loop::report {

namespace {

constexpr std::size_t label_width = 12, max_first = 48;

/// Emphasis for terminals; plain text if color is off. Color never carries information that the words lack.
class Style {
public:
    explicit Style(bool colour) : color_(colour) {}

    std::string bold(const std::string& text) const { return dressed("1", text); }
    std::string dim(const std::string& text) const { return dressed("2", text); }
    std::string marked(const std::string& text, Mark mark) const {
        return mark == Mark::None ? text : dressed(mark == Mark::Better ? "32" : "31", text);
    }
    /// The verdict's word in green, yellow, or red.
    std::string verdict(formats::Verdict::Word word) const {
        constexpr std::array<const char*, 3> codes{"1;32", "1;33", "1;31"};
        return dressed(codes[static_cast<std::size_t>(word)], verdict_text(word));
    }

private:
    std::string dressed(const char* code, const std::string& text) const {
        return color_ && !text.empty() ? std::string("\033[") + code + "m" + text + "\033[0m" : text;
    }

    bool color_;
};

/// Wraps `text` at `width` columns and begins all lines but the first with `indent`.
std::string wrapped(const std::string& text, std::size_t width, const std::string& indent) {
    std::string result;
    std::size_t column = 0;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find(' ', begin), text.size());
        const std::string word = text.substr(begin, end - begin);
        if (column > 0 && column + 1 + display_width(word) > width) {
            result += "\n" + indent;
            column = indent.size();
        } else if (column > 0) {
            result += " ";
            ++column;
        }
        result += word;
        column += display_width(word);
        begin = end + 1;
    }
    return result;
}

std::string trimmed(std::string line) {
    line.erase(line.find_last_not_of(' ') + 1);
    return line;
}

/// The cells of a table as shown, and the widths of its columns. The first column is left-aligned, the others
/// right-aligned. Columns without any text below their head are left out.
class Columns {
public:
    Columns(const DataTable& table, std::size_t min_first, const Style& style)
        : table_(table), style_(style) {
        const std::size_t count = table.compact > 0 ? table.compact : table.columns.size();
        widths_.resize(count);
        for (std::size_t i = 0; i < count; ++i)
            used_.push_back(table.is_shown(i));
        for (const auto& row : table.rows)
            for (std::size_t i = 0; i < count; ++i)
                widths_[i] = std::max({widths_[i], display_width(cell(row, i)), display_width(head(i))});
        widths_[0] = std::max(widths_[0], min_first);
    }

    std::string text() const {
        std::string result = style_.dim(line([&](std::size_t i) { return Value{head(i), {}, {}}; })) + "\n";
        for (const auto& row : table_.rows)
            result += line([&](std::size_t i) { return Value{cell(row, i), {}, {}, row[i].mark}; }) + "\n";
        return result;
    }

private:
    std::string head(std::size_t column) const { return shortened(table_.columns[column], table_.max_width); }

    std::string cell(const std::vector<Value>& row, std::size_t column) const {
        return shortened(row[column].text, column == 0 ? max_first : table_.max_width);
    }

    template <class Cell>
    std::string line(const Cell& cell) const {
        std::string result;
        for (std::size_t i = 0; i < widths_.size(); ++i) {
            if (!used_[i]) continue;
            const Value value = cell(i);
            const std::string space(widths_[i] - std::min(widths_[i], display_width(value.text)), ' ');
            const std::string words = style_.marked(value.text, value.mark);
            result += (i == 0 ? "" : "  ") + (i == 0 ? words + space : space + words);
        }
        return trimmed(result);
    }

    const DataTable& table_;
    const Style& style_;
    std::vector<std::size_t> widths_;
    std::vector<bool> used_;
};

class TextWriter {
public:
    TextWriter(const Document& document, const TextOptions& options)
        : document_(document), style_(options.colour), width_(options.width) {}

    std::string text() const {
        std::string result = title();
        for (const Section& section : document_.compact.empty() ? document_.sections : document_.compact)
            if (const std::string body = section.is_detail ? "" : section_text(section); !body.empty())
                result += "\n" + body;
        return result + verdict() + conclusions();
    }

private:
    std::string title() const {
        const std::string name = clean_text(document_.title);
        if (document_.subtitle.empty()) return style_.bold(name) + "\n";
        const std::string text = wrapped(name + "  " + clean_text(document_.subtitle), width_, "  ");
        if (text.compare(0, name.size(), name) != 0)
            return style_.bold(text) + "\n"; // wrapped within the title
        return style_.bold(name) + text.substr(name.size()) + "\n";
    }

    std::string verdict() const {
        if (!document_.verdict && document_.reasons.empty()) return {};
        std::string text = "\n";
        if (document_.verdict) text += style_.verdict(*document_.verdict) + "\n";
        for (const std::string& reason : document_.reasons)
            text += point(reason);
        return text;
    }

    std::string conclusions() const {
        if (document_.conclusions.empty()) return {};
        std::string text = "\n" + style_.bold("Conclusions") + "\n";
        for (const Conclusion& conclusion : document_.conclusions)
            text += point(conclusion.text);
        return text;
    }

    std::string point(const std::string& sentence) const {
        return "  - " + wrapped(clean_text(sentence), width_ - 4, "    ") + "\n";
    }

    std::string fact(const Fact& fact) const {
        const std::string label = clean_text(fact.label), text = clean_text(fact.value.text, fact.is_command);
        const std::string head = fmt::format("{:<{}}", label, std::max(label_width, label.size() + 1));
        if (fact.is_command) return style_.dim(head) + text + "\n";
        const std::string body = wrapped(head + text, width_, std::string(label_width, ' '));
        return style_.dim(head) + body.substr(std::min(head.size(), body.size())) + "\n";
    }

    std::string table_text(const DataTable& table) const {
        std::string text = table.title.empty() ? "" : clean_text(table.title) + "\n";
        text += Columns(table, document_.min_first_column, style_).text();
        if (table.compact > 0 && table.compact < table.columns.size() && !table.left_out.empty())
            text += style_.dim(clean_text(table.left_out, true)) + "\n";
        return table.note.empty() ? text : text + clean_text(table.note, true) + "\n";
    }

    std::string section_text(const Section& section) const {
        std::string text;
        for (const std::string& paragraph : section.paragraphs)
            text += wrapped(clean_text(paragraph), width_, "    ") + "\n";
        bool is_first = true;
        for (const DataTable& table : section.tables) {
            if (table.rows.empty()) continue;
            text += (is_first && text.empty() ? "" : "\n") + table_text(table);
            is_first = false;
        }
        for (const std::string& item : section.items)
            text += point(item);
        for (const Fact& each : section.facts)
            text += fact(each);
        text += clean_text(section.listing_text(), true);
        return text.empty() || section.title.empty() ? text
                                                     : style_.bold(clean_text(section.title)) + "\n" + text;
    }

    const Document& document_;
    const Style style_;
    const std::size_t width_;
};

} // namespace

std::string render_text(const Document& document, const TextOptions& options) {
    return TextWriter(document, options).text();
}

} // namespace loop::report
