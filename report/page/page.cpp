#include "report/page/page.h"

#include "report/sheet/escape.h"
#include "report/viewer/base64.h"

namespace loop::report {

namespace {

constexpr const char* style = R"(
:root { color-scheme: light dark; --ink: #1a1c20; --paper: #fff; --faint: #5f6570; --line: #d5d9e0; --better: #00695c; --worse: #b3401b; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e8ec; --paper: #16181c; --faint: #a0a7b4; --line: #3a3f49; --better: #5fd0bd; --worse: #ff9d76; }
}
body { margin: 2rem auto; max-width: 75rem; padding: 0 1rem; color: var(--ink); background: var(--paper); font: 1rem/1.5 system-ui, sans-serif; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-top: 2rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; margin: 0.5rem 0 1rem; min-width: min(100%, 38rem); }
caption { text-align: left; color: var(--faint); padding-bottom: 0.3rem; }
th, td { padding: 0.25rem 0.9rem 0.25rem 0; text-align: right; border-bottom: 1px solid var(--line); white-space: nowrap; }
th:first-child, td:first-child { text-align: left; }
thead th { font-weight: 600; color: var(--faint); }
tbody tr:hover { background: color-mix(in srgb, var(--line) 35%, transparent); }
td small { display: block; color: var(--faint); font-size: 0.8rem; line-height: 1.2; }
tbody th { font-weight: 400; }
.better { color: var(--better); font-weight: 600; } .worse { color: var(--worse); font-weight: 600; }
img { background: #fff; border: 1px solid var(--line); width: min(36rem, 100%); height: auto; margin: 0 0.5rem 0.5rem 0; }
.figure { vertical-align: middle; }
.strip .one { stroke: var(--faint); stroke-dasharray: 2 2; } .strip .range { stroke: var(--faint); stroke-width: 3; } .strip .quotient { fill: var(--ink); }
.strip.slower .range { stroke: var(--worse); } .strip.faster .range { stroke: var(--better); }
.verdict { border: 2px solid var(--line); padding: 0.6rem 1rem; margin: 1rem 0; }
.verdict strong { font-size: 1.1rem; }
@media print { body { margin: 0; max-width: none; } .wide { overflow: visible; } }
)";

std::string element(const std::string& tag, const std::string& text) {
    return "<" + tag + ">" + escaped(text) + "</" + tag.substr(0, tag.find(' ')) + ">";
}

std::string data_cell(const PageCell& cell) {
    std::string text = cell.kind.empty() ? "<td>" : "<td class=\"" + cell.kind + "\">";
    text += escaped(cell.text) + cell.svg;
    if (!cell.note.empty()) text += element("small", cell.note);
    return text + "</td>";
}

} // namespace

Page::Page(const std::string& title) : title_(title) {}

void Page::heading(const std::string& text) {
    body_ += element("h2", text) + "\n";
}

void Page::paragraph(const std::string& text) {
    body_ += element("p", text) + "\n";
}

void Page::list(const std::vector<std::string>& items) {
    if (items.empty()) return;
    body_ += "<ul>\n";
    for (const std::string& item : items)
        body_ += element("li", item) + "\n";
    body_ += "</ul>\n";
}

void Page::table(const std::string& caption, const std::vector<std::string>& head,
                 const std::vector<std::vector<PageCell>>& rows) {
    std::vector<bool> used(head.size());
    for (const auto& row : rows)
        for (std::size_t i = 0; i < head.size(); ++i)
            used[i] = used[i] || !row[i].text.empty() || !row[i].svg.empty();
    body_ += "<div class=\"wide\"><table>\n" + element("caption", caption) + "\n<thead><tr>";
    for (std::size_t i = 0; i < head.size(); ++i)
        if (used[i]) body_ += element("th scope=\"col\"", head[i]);
    body_ += "</tr></thead>\n<tbody>\n";
    for (const auto& row : rows) {
        body_ += "<tr>";
        for (std::size_t i = 0; i < head.size(); ++i) {
            if (!used[i]) continue;
            body_ += i == 0 ? element("th scope=\"row\"", row[i].text) : data_cell(row[i]);
        }
        body_ += "</tr>\n";
    }
    body_ += "</tbody></table></div>\n";
}

void Page::picture(const std::string& svg, const std::string& description) {
    body_ +=
        "<img src=\"data:image/svg+xml;base64," + base64(svg) + "\" alt=\"" + escaped(description) + "\">\n";
}

void Page::verdict(const std::string& word, const std::vector<std::string>& reasons) {
    body_ += "<div class=\"verdict\">" + element("strong", word) + "\n";
    list(reasons);
    body_ += "</div>\n";
}

std::string Page::text() const {
    // Nothing runs and nothing is fetched, whatever has slipped in.
    return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
           "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
           "'unsafe-inline'; img-src data:\">\n"
           "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n" +
           element("title", title_) + "\n<style>" + style + "</style>\n</head>\n<body>\n<main>\n" +
           element("h1", title_) + "\n" + body_ + "</main>\n</body>\n</html>\n";
}

} // namespace loop::report
