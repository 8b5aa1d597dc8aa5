#include "base/text/clean.h"
#include "report/document/output_formats.h"

#include <fmt/core.h>

#include <cctype>

namespace loop::report {

namespace {

/// Returns the text on one line, with the special characters of Markdown and HTML escaped.
std::string plain(const std::string& text) {
    std::string result;
    for (const char c : clean_text(text)) {
        if (c == '<' || c == '>' || c == '&')
            result += c == '<' ? "&lt;" : c == '>' ? "&gt;" : "&amp;";
        else
            result += (std::string("\\`*_[]|~").find(c) == std::string::npos ? "" : "\\") + std::string(1, c);
    }
    return result;
}

/// For the beginning of a line: also prevents headings, lists, rules, and code blocks.
std::string opening(const std::string& text) {
    const std::string safe = plain(text.substr(std::min(text.find_first_not_of(" \t"), text.size())));
    const std::size_t digits = safe.find_first_not_of("0123456789");
    if (digits == std::string::npos) return safe;
    const bool is_number = digits > 0 && (safe[digits] == '.' || safe[digits] == ')');
    const bool is_sign = std::string("#+-=").find(safe[digits]) != std::string::npos && digits == 0;
    return is_number || is_sign ? safe.substr(0, digits) + "\\" + safe.substr(digits) : safe;
}

/// The same for a text of several lines; keeps its line breaks.
std::string opening_lines(const std::string& text) {
    std::string result;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        result += (begin == 0 ? "" : "  \n") + opening(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return result;
}

std::string marked_points(const std::vector<std::string>& items) {
    std::string text;
    for (const std::string& item : items)
        text += "- " + opening(item) + "\n";
    return text.empty() ? text : text + "\n";
}

std::string marked_row(const std::vector<std::string>& cells) {
    std::string text = "|";
    for (const std::string& cell : cells)
        text += " " + cell + " |";
    return text + "\n";
}

std::string marked_table(const DataTable& table) {
    if (table.rows.empty()) return {};
    std::vector<std::string> head, lines;
    std::vector<std::size_t> shown;
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        if (!table.is_shown(i) || table.is_drawn(i)) continue;
        shown.push_back(i);
        head.push_back(plain(table.columns[i]));
        lines.emplace_back(i == 0 ? "---" : "---:");
    }
    std::string text = (table.title.empty() ? "" : "**" + plain(table.title) + "**\n\n") + marked_row(head) +
                       marked_row(lines);
    for (const auto& values : table.rows) {
        std::vector<std::string> cells;
        for (const std::size_t i : shown)
            cells.push_back(plain(values[i].text));
        text += marked_row(cells);
    }
    return text + "\n" + (table.note.empty() ? "" : opening_lines(table.note) + "\n\n");
}

/// Indented text is code, whatever it contains.
std::string code_block(const std::string& source) {
    std::string text = source.empty() ? "" : "    ";
    for (const char c : clean_text(source, true))
        text += c == '\n' ? "\n    " : std::string(1, c);
    return text.empty() ? text : text + "\n\n";
}

std::string marked_body(const Section& section) {
    std::string text;
    for (const std::string& paragraph : section.paragraphs)
        text += opening(paragraph) + "\n\n";
    text += marked_points(section.items);
    std::vector<std::string> facts;
    for (const Fact& fact : section.facts)
        facts.push_back(fact.label + ": " + (fact.value.text.empty() ? "unknown" : fact.value.text));
    text += marked_points(facts);
    for (const DataTable& table : section.tables)
        text += marked_table(table);
    return text + code_block(section.listing_text());
}

std::string marked_section(const Section& section) {
    std::string body = marked_body(section);
    if (body.empty() && !section.pictures.empty()) body = "See the HTML output for the pictures.\n\n";
    return (section.title.empty() ? "" : "## " + plain(section.title) + "\n\n") + body;
}

/// The anchor that Markdown renderers derive from a heading.
std::string anchor_of(const std::string& heading) {
    std::string anchor;
    for (const char c : clean_text(heading)) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == ' ') anchor += '-';
        if (std::isalnum(byte) != 0 || c == '-' || c == '_' || byte >= 0x80)
            anchor += static_cast<char>(std::tolower(byte));
    }
    return anchor;
}

std::string marked_conclusions(const Document& document) {
    std::string text;
    for (const Conclusion& conclusion : document.conclusions) {
        text += "- " + opening(conclusion.text);
        if (const std::string place = document.place_of(conclusion); !place.empty())
            text += fmt::format(" [{}](#{})", plain(place), anchor_of(place));
        text += "\n";
    }
    return text.empty() ? text : "**Conclusions**\n\n" + text + "\n";
}

} // namespace

std::string render_markdown(const Document& document) {
    std::string text = "# " + plain(document.title) + "\n\n";
    if (!document.subtitle.empty()) text += opening(document.subtitle) + "\n\n";
    if (document.simulated) text += "**SIMULATED**\n\n";
    if (document.verdict) text += "**" + document.verdict_text() + "**\n\n";
    text += marked_points(document.reasons) + marked_conclusions(document);
    for (const Section& section : document.sections)
        text += marked_section(section);
    return text;
}

} // namespace loop::report
