#include "base/text/escape.h"
#include "report/document/output_formats.h"
#include "report/viewer/assets.h"
#include "report/viewer/base64.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>

namespace loop::report {

namespace {

constexpr std::size_t listed_lines = 20000;

constexpr std::array<const char*, 3> verdict_classes{"good", "notes", "bad"};

/// The content security policy allows only the viewer's script and the page's style, and no network access,
/// whatever a text contains.
std::string head(const Document& document, bool has_script) {
    return fmt::format("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                       "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; {}"
                       "style-src '{}'; img-src data:; "
                       "base-uri 'none'; form-action 'none'\">\n"
                       "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                       "<meta name=\"referrer\" content=\"no-referrer\">\n<title>{} - "
                       "{}</title>\n<style>{}</style>\n</head>\n",
                       has_script ? "script-src '" + viewer_script_hash() + "'; " : "", page_style_hash(),
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

std::string page_header(const Document& document) {
    std::string text =
        fmt::format("<body>\n<a class=\"skip\" href=\"#{}\">To the results</a>\n<header>\n"
                    "<div class=\"brand\">{}</div>\n<h1>{}</h1>\n<p class=\"subtitle\">{}</p>\n",
                    document.sections.empty() ? "" : document.sections[0].id, document.kind,
                    escaped(document.title), escaped(document.subtitle));
    if (document.simulated) text += "<span class=\"verdict model\">SIMULATED</span>\n";
    if (document.verdict)
        text += fmt::format("<span class=\"verdict {}\">{}</span>\n",
                            verdict_classes[static_cast<std::size_t>(*document.verdict)],
                            document.verdict_text());
    return text + list(document.reasons, "reasons") + headline(document) + "</header>\n";
}

std::string contents(const Document& document) {
    std::string text = "<nav class=\"contents\" aria-label=\"Contents\"><ol>\n";
    for (const Section& section : document.sections)
        if (!section.title.empty())
            text += fmt::format("<li><a href=\"#{}\">{}</a></li>\n", section.id, escaped(section.title));
    return text + "</ol></nav>\n<main>\n";
}

std::string facts_table(const std::vector<Fact>& facts) {
    if (facts.empty()) return {};
    std::string text = "<table class=\"facts\"><tbody>\n";
    for (const Fact& fact : facts)
        text += fmt::format("<tr><th scope=\"row\">{}</th><td>{}</td></tr>\n", escaped(fact.label),
                            escaped(fact.value.text.empty() ? "unknown" : fact.value.text));
    return text + "</tbody></table>\n";
}

const char* style_of(const Value& value) {
    if (value.mark != Mark::None)
        return value.mark == Mark::Better ? " class=\"better\"" : " class=\"worse\"";
    return value.number || !value.svg.empty() ? "" : " class=\"text\"";
}

std::string data_table(const DataTable& table) {
    if (table.rows.empty()) return {};
    std::vector<bool> shown;
    for (std::size_t i = 0; i < table.columns.size(); ++i)
        shown.push_back(table.is_shown(i));
    const std::string title = escaped(table.title);
    std::string text = fmt::format("<div class=\"table\"><div class=\"data\" tabindex=\"0\" role=\"region\" "
                                   "aria-label=\"{}\"><table>{}\n"
                                   "<thead><tr>",
                                   title.empty() ? escaped(table.columns[0]) : title,
                                   title.empty() ? "" : "<caption>" + title + "</caption>");
    for (std::size_t i = 0; i < table.columns.size(); ++i)
        if (shown[i]) text += fmt::format("<th scope=\"col\">{}</th>", escaped(table.columns[i]));
    text += "</tr></thead>\n<tbody>\n";
    for (const auto& row : table.rows) {
        text += "<tr>";
        for (std::size_t i = 0; i < row.size(); ++i) {
            if (!shown[i]) continue;
            text += i == 0
                        ? fmt::format("<th scope=\"row\">{}</th>", escaped(row[i].text))
                        : fmt::format("<td{}>{}{}</td>", style_of(row[i]), escaped(row[i].text), row[i].svg);
        }
        text += "</tr>\n";
    }
    text += "</tbody></table></div>\n";
    if (!table.note.empty()) text += "<p class=\"note\">" + escaped(table.note, true) + "</p>\n";
    return text + "</div>\n";
}

/// A picture drawn by another program becomes an <img>, so that nothing in it can affect the page.
std::string element(const Picture& picture) {
    const std::string svg = picture.svg();
    if (!picture.is_file || svg.empty()) return svg;
    return fmt::format("<img src=\"data:image/svg+xml;base64,{}\" alt=\"{}\">", base64(svg),
                       escaped(picture.title));
}

/// Small pictures are side by side if there is room. The interactive diagram, if any, replaces them.
std::string pictures(const Section& section) {
    std::string text;
    for (const Picture& picture : section.pictures)
        if (const std::string drawn = element(picture); !drawn.empty())
            text += fmt::format("<figure class=\"{}\"><figcaption><b>{}</b>{}</figcaption>"
                                "<div class=\"scroll\">{}</div></figure>\n",
                                section.interactive ? "static-figure" : "plain-figure",
                                escaped(picture.title), escaped(picture.caption), drawn);
    return text.empty() ? text : "<div class=\"side-by-side\">\n" + text + "</div>\n";
}

std::string listing(const std::string& source) {
    if (source.empty()) return {};
    std::string text = "<pre tabindex=\"0\" aria-label=\"source\">";
    std::size_t lines = 0;
    for (std::size_t begin = 0; begin < source.size() && lines < listed_lines; ++lines) {
        const std::size_t end = std::min(source.find('\n', begin), source.size());
        text += "<span class=\"line\">" + escaped(source.substr(begin, end - begin), true) + "\n</span>";
        begin = end + 1;
    }
    return text + "</pre>\n" +
           (lines == listed_lines ? "<p class=\"note\">The rest of the source is left out here.</p>\n" : "");
}

std::string section_text(const Section& section) {
    std::string text = section.title.empty()
                           ? fmt::format("<section id=\"{}\">\n", section.id)
                           : fmt::format("<section id=\"{0}\" aria-labelledby=\"{0}-title\">\n"
                                         "<h2 id=\"{0}-title\">{1}</h2>\n",
                                         section.id, escaped(section.title));
    for (const std::string& paragraph : section.paragraphs)
        text += "<p>" + escaped(paragraph) + "</p>\n";
    text += list(section.items, "points");
    if (section.interactive) text += section.interactive();
    text += facts_table(section.facts) + pictures(section);
    for (const DataTable& table : section.tables)
        text += data_table(table);
    return text + listing(section.listing) + "</section>\n";
}

} // namespace

std::string render_html(const Document& document) {
    const bool has_script = document.has_script;
    std::string text = head(document, has_script) + page_header(document) + contents(document);
    for (const Section& section : document.sections)
        text += section_text(section);
    text += "</main>\n<footer>";
    if (!document.loop_version.empty()) text += "Written by loop " + escaped(document.loop_version) + ". ";
    text += "This page needs no network and asks for none.</footer>\n";
    if (has_script) text += "<script>" + viewer_script() + "</script>\n";
    return text + "</body>\n</html>\n";
}

} // namespace loop::report
