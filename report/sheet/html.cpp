#include "report/figures/figure.h"
#include "report/sheet/escape.h"
#include "report/sheet/forms.h"
#include "report/sheet/values.h"
#include "report/viewer/assets.h"
#include "report/viewer/page_data.h"

#include <fmt/core.h>

#include <algorithm>

namespace loop::report {

namespace {

constexpr std::size_t listed_lines = 20000;

std::string verdict_class(const std::string& word) {
    return word == "VALID" ? "good" : word == "INVALID" ? "bad" : "notes";
}

std::string head(const Document& document) {
    return fmt::format(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src '{}'; "
        "style-src '{}'; "
        "base-uri 'none'; form-action 'none'\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<meta name=\"referrer\" content=\"no-referrer\">\n<title>{}</title>\n<style>{}</style>\n</head>\n",
        viewer_script_hash(), page_style_hash(), escaped(document.title + " - LOOP result sheet"),
        page_style());
}

std::string headline(const SheetInput& input) {
    std::string text = "<dl class=\"headline\">\n";
    const auto add = [&](const char* style, const char* label, const Value& value) {
        text += fmt::format("<div class=\"{}\"><dt>{}</dt><dd>{}</dd></div>\n", style, label,
                            escaped(value.text));
    };
    const Run& run = input.run();
    add("time", run.simulated ? "execution time, simulated" : "execution time", run.program.seconds ? seconds_value(run.program.seconds->max) : unknown());
    add("ranks", "processors", count_value(run.ranks));
    if (input.analysis != nullptr) {
        const auto shares = state_values(input.analysis->times);
        add("busy", "busy", shares[0]);
        add("overhead", "overhead", shares[1]);
        add("idle", "idle", shares[2]);
        if (!shares[3].text.empty()) add("mpi", state_words(State::InMpi), shares[3]);
    }
    return text + "</dl>\n";
}

std::string page_header(const Document& document, const SheetInput& input) {
    std::string text = fmt::format(
        "<body>\n<a class=\"skip\" href=\"#results\">To the results</a>\n<header>\n"
        "<div class=\"brand\">LOOP result sheet</div>\n<h1>{}</h1>\n<p class=\"subtitle\">{}</p>\n",
        escaped(document.title), escaped(document.subtitle));
    if (document.simulated) text += "<span class=\"verdict model\">SIMULATED</span>\n";
    if (!document.verdict.empty())
        text += fmt::format("<span class=\"verdict {}\">{}</span>\n", verdict_class(document.verdict),
                            escaped(document.verdict));
    if (!document.reasons.empty()) {
        text += "<ul class=\"reasons\">\n";
        for (const std::string& reason : document.reasons)
            text += "<li>" + escaped(reason) + "</li>\n";
        text += "</ul>\n";
    }
    return text + headline(input) + "</header>\n";
}

std::string contents(const Document& document) {
    std::string text = "<nav class=\"contents\" aria-label=\"Contents\"><ol>\n";
    for (const Section& section : document.sections)
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

bool is_shown(const DataTable& table, std::size_t column) {
    return std::any_of(table.rows.begin(), table.rows.end(),
                       [&](const auto& row) { return !row[column].text.empty(); });
}

std::string data_table(const DataTable& table) {
    if (table.rows.empty()) return {};
    std::vector<bool> shown;
    for (std::size_t i = 0; i < table.columns.size(); ++i)
        shown.push_back(is_shown(table, i));
    std::string text = fmt::format(
        "<div class=\"table\"><div class=\"data\" tabindex=\"0\" role=\"region\" aria-label=\"{0}\">"
        "<table><caption>{0}</caption>\n<thead><tr>",
        escaped(table.title));
    for (std::size_t i = 0; i < table.columns.size(); ++i)
        if (shown[i]) text += fmt::format("<th scope=\"col\">{}</th>", escaped(table.columns[i]));
    text += "</tr></thead>\n<tbody>\n";
    for (const auto& row : table.rows) {
        text += "<tr>";
        for (std::size_t i = 0; i < row.size(); ++i) {
            if (!shown[i]) continue;
            const char* style = row[i].number || i == 0 ? "" : " class=\"text\"";
            text += i == 0 ? fmt::format("<th scope=\"row\">{}</th>", escaped(row[i].text))
                           : fmt::format("<td{}>{}</td>", style, escaped(row[i].text));
        }
        text += "</tr>\n";
    }
    text += "</tbody></table></div>\n";
    if (!table.note.empty()) text += "<p class=\"note\">" + escaped(table.note) + "</p>\n";
    return text + "</div>\n";
}

std::string figure(const FigurePlace& place, const FigureInput& input) {
    const Svg svg = draw_figure(place.kind, input);
    return fmt::format(
        "<figure class=\"{}\"><figcaption><b>{}</b>{}</figcaption><div class=\"scroll\">{}</div></figure>\n",
        place.kind == FigureKind::SpaceTime ? "static-figure" : "plain-figure", escaped(place.title),
        escaped(place.caption), svg.element(place.title + ". " + place.caption));
}

/// Small figures stand beside each other where there is room.
std::string figures(const Section& section, const SheetInput& input) {
    if (input.analysis == nullptr || section.figures.empty()) return {};
    const FigureInput drawn{input.trace(), *input.analysis};
    std::string text = "<div class=\"side-by-side\">\n";
    for (const FigurePlace& place : section.figures)
        text += figure(place, drawn);
    return text + "</div>\n";
}

std::string pictures(const std::vector<Picture>& all) {
    std::string text;
    for (const Picture& picture : all)
        text += fmt::format("<figure class=\"plain-figure\"><figcaption><b>{}</b>{}</figcaption>"
                            "<div class=\"scroll\">{}</div></figure>\n",
                            escaped(picture.title), escaped(picture.caption), picture.svg);
    return text;
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

std::string section_text(const Section& section, const SheetInput& input, const ViewLimits& limits) {
    std::string text =
        fmt::format("<section id=\"{0}\" aria-labelledby=\"{0}-title\">\n<h2 id=\"{0}-title\">{1}</h2>\n",
                    section.id, escaped(section.title));
    for (const std::string& paragraph : section.paragraphs)
        text += "<p>" + escaped(paragraph) + "</p>\n";
    if (section.id == "space-time" && input.analysis != nullptr)
        text += page_data(input.trace(), *input.analysis, limits).markup;
    text += facts_table(section.facts) + figures(section, input) + pictures(section.pictures);
    for (const DataTable& table : section.tables)
        text += data_table(table);
    return text + listing(section.listing) + "</section>\n";
}

} // namespace

std::string html_sheet(const SheetInput& input, const ViewLimits& limits) {
    const Document document = sheet_document(input);
    std::string text = head(document) + page_header(document, input) + contents(document);
    for (const Section& section : document.sections)
        text += section_text(section, input, limits);
    text += fmt::format(
        "</main>\n<footer>Written by loop {}. This page needs no network and asks for none.</footer>\n",
        escaped(input.run().loop_version));
    return text + "<script>" + viewer_script() + "</script>\n</body>\n</html>\n";
}

} // namespace loop::report
