#include "base/text/escape.h"
#include "report/document/output_formats.h"
#include "report/page/assets.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>

namespace loop::report {

namespace {

constexpr int listed_lines = 20000;

constexpr std::array<const char*, 3> verdict_classes{"good", "notes", "bad"};

/// The content security policy allows only the page's own script and style, and no network access, whatever a
/// text contains.
std::string head(const Document& document) {
    return fmt::format("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                       "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                       "script-src '{}'; style-src '{}'; "
                       "base-uri 'none'; form-action 'none'\">\n"
                       "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                       "<meta name=\"referrer\" content=\"no-referrer\">\n<title>{} - "
                       "{}</title>\n<style>{}</style>\n</head>\n",
                       document.has_viewer ? viewer_script_hash() : frame_script_hash(), page_style_hash(),
                       escaped(document.title), document.kind, page_style());
}

std::string headline(const Document& document) {
    if (document.headline.empty()) return {};
    std::string text = "<dl class=\"headline\">\n";
    for (const auto& [style, fact] : document.headline)
        text += fmt::format("<div class=\"{}\"><dt>{}</dt><dd>{}</dd></div>\n", style, escaped(fact.label),
                            escaped(fact.value.text));
    return text + "</dl>\n";
}

std::string list(const std::vector<std::string>& items, const char* style) {
    if (items.empty()) return {};
    std::string text = fmt::format("<ul class=\"{}\">\n", style);
    for (const std::string& item : items)
        text += "<li>" + escaped(item) + "</li>\n";
    return text + "</ul>\n";
}

/// The text, in which a number stays on one line with its percent sign.
std::string unbroken(std::string text) {
    for (std::size_t at = 0; (at = text.find(" %", at)) != std::string::npos;)
        text.replace(at, 1, "&nbsp;");
    return text;
}

/// The sentence; the line that it names becomes a link.
std::string linked(const Conclusion& conclusion, int source_lines) {
    std::string text = unbroken(escaped(conclusion.text));
    const std::string name = fmt::format("(line {0}", conclusion.line);
    const std::size_t at = std::min(text.find(name + ")"), text.find(name + ":")); // with a column
    if (conclusion.line <= 0 || conclusion.line > source_lines || at == std::string::npos) return text;
    const std::string link = text.substr(at + 1, text.find(')', at) - at - 1);
    return text.replace(at + 1, link.size(),
                        fmt::format("<a href=\"#line-{}\">{}</a>", conclusion.line, link));
}

/// The number of lines of the source that the page contains.
int linked_lines(const Document& document) {
    return std::min(document.source_lines(), listed_lines);
}

std::string conclusions(const Document& document) {
    if (document.conclusions.empty()) return {};
    const int source_lines = linked_lines(document);
    std::string text = "<ol class=\"conclusions\" aria-label=\"Conclusions\">\n";
    for (const Conclusion& conclusion : document.conclusions) {
        text += "<li>" + linked(conclusion, source_lines);
        if (const std::string place = document.place_of(conclusion); !place.empty())
            text += fmt::format(" <a class=\"see\" href=\"#{}\">{}</a>", conclusion.section, escaped(place));
        text += "</li>\n";
    }
    return text + "</ol>\n";
}

std::string page_header(const Document& document) {
    std::string text = fmt::format("<body>\n<a class=\"skip\" href=\"#{}\">To the results</a>\n<header>\n"
                                   "<div class=\"brand\">{}</div>\n<div class=\"title\"><h1>{}</h1>\n",
                                   document.sections.empty() ? "" : document.sections[0].id, document.kind,
                                   escaped(document.title));
    if (document.simulated) text += "<span class=\"verdict model\">SIMULATED</span>\n";
    if (document.verdict)
        text += fmt::format("<span class=\"verdict {}\">{}</span>\n",
                            verdict_classes[static_cast<std::size_t>(*document.verdict)],
                            document.verdict_text());
    text += "</div>\n";
    if (!document.subtitle.empty()) text += "<p class=\"subtitle\">" + escaped(document.subtitle) + "</p>\n";
    return text + list(document.reasons, "reasons") + conclusions(document) + headline(document) +
           "</header>\n";
}

std::string contents(const Document& document) {
    std::string text =
        "<nav class=\"contents\" aria-label=\"Contents\"><details open><summary>Contents</summary><ol>\n";
    for (const Section& section : document.sections)
        if (!section.title.empty())
            text += fmt::format("<li><a href=\"#{}\">{}</a></li>\n", section.id, escaped(section.title));
    return text + "</ol></details></nav>\n<main>\n";
}

/// Many short facts take two columns, where there is room.
bool are_many(const std::vector<Fact>& facts) {
    return facts.size() >= 8 && std::all_of(facts.begin(), facts.end(), [](const Fact& fact) {
               return fact.label.size() + fact.value.text.size() <= 60;
           });
}

std::string facts_table(const std::vector<Fact>& facts) {
    if (facts.empty()) return {};
    std::string text = fmt::format("<div class=\"fact-list{}\"><table class=\"facts\"><tbody>\n",
                                   are_many(facts) ? " many" : "");
    for (const Fact& fact : facts)
        text += fmt::format("<tr><th scope=\"row\">{}</th><td>{}</td></tr>\n", escaped(fact.label),
                            escaped(fact.value.text.empty() ? "unknown" : fact.value.text));
    return text + "</tbody></table></div>\n";
}

const char* style_of(const Value& value) {
    if (value.mark != Mark::None)
        return value.mark == Mark::Better ? " class=\"better\"" : " class=\"worse\"";
    return value.number || !value.svg.empty() ? "" : " class=\"text\"";
}

/// Whether a column consists of words, which begin at its left edge, as does its head.
bool has_words(const DataTable& table, std::size_t column) {
    return std::all_of(table.rows.begin(), table.rows.end(), [&](const auto& row) {
        return row[column].text.empty() || (!row[column].number && row[column].svg.empty());
    });
}

std::string cell_text(const Value& value, int source_lines) {
    const std::string text = escaped(value.text);
    return value.line <= 0 || value.line > source_lines
               ? text
               : fmt::format("<a href=\"#line-{}\">{}</a>", value.line, text);
}

std::string data_table(const DataTable& table, int source_lines) {
    if (table.rows.empty()) return {};
    std::vector<bool> shown;
    for (std::size_t i = 0; i < table.columns.size(); ++i)
        shown.push_back(table.is_shown(i));
    const std::string title = escaped(table.title);
    std::string text = fmt::format("<div class=\"table\"><div class=\"table-head\"><h3>{}</h3></div>\n"
                                   "<div class=\"data\" tabindex=\"0\" role=\"region\" aria-label=\"{}\">"
                                   "<table>\n<thead><tr>",
                                   title, title.empty() ? escaped(table.columns[0]) : title);
    for (std::size_t i = 0; i < table.columns.size(); ++i)
        if (shown[i])
            text += fmt::format("<th scope=\"col\"{}>{}</th>", has_words(table, i) ? " class=\"text\"" : "",
                                escaped(table.columns[i]));
    text += "</tr></thead>\n<tbody>\n";
    for (const auto& row : table.rows) {
        text += "<tr>";
        for (std::size_t i = 0; i < row.size(); ++i) {
            if (!shown[i]) continue;
            text += i == 0 ? fmt::format("<th scope=\"row\">{}</th>", escaped(row[i].text))
                           : fmt::format("<td{}>{}{}</td>", style_of(row[i]), cell_text(row[i], source_lines),
                                         row[i].svg);
        }
        text += "</tr>\n";
    }
    text += "</tbody></table></div>\n";
    if (!table.note.empty()) text += "<p class=\"note\">" + escaped(table.note, true) + "</p>\n";
    return text + "</div>\n";
}

/// Small pictures are side by side if there is room. The interactive diagram, if any, replaces them.
std::string pictures(const Section& section) {
    std::string text;
    for (const Picture& picture : section.pictures)
        if (const std::string drawn = picture.svg(); !drawn.empty())
            text += fmt::format("<figure class=\"{}\"><figcaption><b>{}</b>{}</figcaption>"
                                "<div class=\"scroll\">{}</div></figure>\n",
                                section.interactive ? "static-figure" : "plain-figure",
                                escaped(picture.title), escaped(picture.caption), drawn);
    return text.empty() ? text : "<div class=\"side-by-side\">\n" + text + "</div>\n";
}

/// Calls `add` with each line of the source and its number, up to a limit. Returns a note if lines are left
/// out.
template <typename Add>
std::string each_line(const std::string& source, const Add& add) {
    int number = 0;
    for (std::size_t begin = 0; begin < source.size();) {
        if (number == listed_lines) return "<p class=\"note\">The rest of the source is left out here.</p>\n";
        const std::size_t end = std::min(source.find('\n', begin), source.size());
        add(++number, escaped(source.substr(begin, end - begin), true));
        begin = end + 1;
    }
    return {};
}

/// Lines with much of the time are marked. The first percentage of the values counts.
const char* heat(const std::vector<Value>& values) {
    for (const Value& value : values)
        if (value.number && value.unit == "%")
            return *value.number >= 10 ? " hot" : *value.number >= 1 ? " warm" : "";
    return "";
}

/// The lines of the program's source are link targets, with their values.
std::string source_listing(const Section& section) {
    const LineValues& lines = section.line_values;
    const auto cells = [&](const auto& text_of) {
        std::string text;
        for (std::size_t i = 0; i < lines.columns.size(); ++i)
            text += "<span class=\"value\">" + text_of(i) + "</span>";
        return text;
    };
    const std::string blank = cells([](std::size_t) { return std::string(); });
    std::string text = "<pre class=\"source\" tabindex=\"0\" aria-label=\"source\">";
    if (!lines.rows.empty())
        text += "<span class=\"head\"><b class=\"number\">line</b>" +
                cells([&](std::size_t i) { return escaped(lines.columns[i]); }) + "\n</span>";
    const std::string note = each_line(section.listing, [&](int number, const std::string& code) {
        const auto values = lines.rows.find(number);
        const bool has_values = values != lines.rows.end();
        text += fmt::format(
            "<span class=\"line{0}\" id=\"line-{1}\"><a class=\"number\" href=\"#line-{1}\">{1}</a>",
            has_values ? heat(values->second) : "", number);
        text += has_values ? cells([&](std::size_t i) { return escaped(values->second[i].text); }) : blank;
        text += code + "\n</span>";
    });
    return text + "</pre>\n" + note;
}

std::string listing(const Section& section) {
    if (section.listing.empty()) return {};
    if (section.is_source) return source_listing(section);
    std::string text = "<pre tabindex=\"0\" aria-label=\"listing\">";
    const std::string note = each_line(section.listing, [&](int number, const std::string& code) {
        text += fmt::format("<span class=\"line\"><span class=\"number\">{}</span>{}\n</span>", number, code);
    });
    return text + "</pre>\n" + note;
}

/// `data` receives what the section's interactive diagram reads.
std::string section_body(const Section& section, int source_lines, std::string& data) {
    std::string text;
    for (const std::string& paragraph : section.paragraphs)
        text += "<p>" + escaped(paragraph) + "</p>\n";
    text += list(section.items, "points");
    if (section.interactive) {
        Interactive diagram = section.interactive();
        text += diagram.element;
        data += diagram.data;
    }
    text += facts_table(section.facts) + pictures(section);
    for (const DataTable& table : section.tables)
        text += data_table(table, source_lines);
    return text + listing(section);
}

/// A section folds, if it has a title. Details are folded at first.
std::string section_text(const Section& section, int source_lines, std::string& data) {
    const std::string body = section_body(section, source_lines, data);
    if (section.title.empty())
        return fmt::format("<section id=\"{}\">\n", section.id) + body + "</section>\n";
    return fmt::format("<section id=\"{0}\" aria-labelledby=\"{0}-title\">\n<details{2}><summary>"
                       "<h2 id=\"{0}-title\">{1}</h2></summary>\n",
                       section.id, escaped(section.title), section.is_detail ? "" : " open") +
           body + "</details></section>\n";
}

} // namespace

std::string render_html(const Document& document) {
    std::string text = head(document) + page_header(document) + contents(document);
    const int source_lines = linked_lines(document);
    std::string data;
    for (const Section& section : document.sections)
        text += section_text(section, source_lines, data);
    text += "</main>\n<footer>";
    if (!document.loop_version.empty()) text += "Written by loop " + escaped(document.loop_version) + ". ";
    text += "This page needs no network and asks for none.</footer>\n";
    // The data of diagrams may be large, so they come last: the browser shows the page before it reads them.
    text += data;
    text += "<script>" + (document.has_viewer ? viewer_script() : frame_script()) + "</script>\n";
    return text + "</body>\n</html>\n";
}

} // namespace loop::report
