#include "base/text/escape.h"
#include "report/document/output_formats.h"
#include "report/page/embedded.h"

#include <fmt/core.h>
#include <pugixml.hpp>

#include <sstream>

namespace loop::report {

namespace {

void set_text(pugi::xml_node node, const std::string& text) {
    node.text().set(clean_text(text, true).c_str());
}

void set_number(pugi::xml_node node, const Value& value) {
    if (value.number) node.append_attribute("value").set_value(fmt::format("{}", *value.number).c_str());
    if (!value.unit.empty()) node.append_attribute("unit").set_value(clean_text(value.unit).c_str());
}

void set_value(pugi::xml_node node, const Value& value) {
    set_number(node, value);
    if (!value.file.empty()) node.append_attribute("file").set_value(clean_text(value.file).c_str());
    set_text(node, value.text);
}

void add_table(pugi::xml_node section, const DataTable& table) {
    if (table.rows.empty()) return;
    pugi::xml_node node = section.append_child("table");
    node.append_attribute("id").set_value(table.id.c_str());
    node.append_attribute("title").set_value(clean_text(table.title).c_str());
    for (const std::string& column : table.columns)
        set_text(node.append_child("column"), column);
    for (const auto& values : table.rows) {
        pugi::xml_node row = node.append_child("row");
        for (std::size_t i = 0; i < values.size(); ++i) {
            if (values[i].text.empty() || table.is_drawn(i)) continue;
            pugi::xml_node cell = row.append_child("cell");
            cell.append_attribute("column").set_value(clean_text(table.columns[i]).c_str());
            set_value(cell, values[i]);
        }
    }
    if (!table.note.empty()) set_text(node.append_child("note"), table.note);
}

void add_conclusion(pugi::xml_node sheet, const Conclusion& conclusion) {
    pugi::xml_node node = sheet.append_child("conclusion");
    node.append_attribute("id").set_value(conclusion.id.c_str());
    if (!conclusion.section.empty()) node.append_attribute("section").set_value(conclusion.section.c_str());
    if (conclusion.line > 0) node.append_attribute("line").set_value(conclusion.line);
    set_number(node, conclusion.figure);
    set_text(node, conclusion.text);
}

void add_lines(pugi::xml_node section, const LineValues& lines) {
    for (const auto& [line, values] : lines.rows) {
        pugi::xml_node node = section.append_child("line");
        node.append_attribute("number").set_value(line);
        for (std::size_t i = 0; i < values.size(); ++i) {
            if (values[i].text.empty()) continue;
            pugi::xml_node cell = node.append_child("cell");
            cell.append_attribute("column").set_value(clean_text(lines.columns[i]).c_str());
            set_value(cell, values[i]);
        }
    }
}

void add_section(pugi::xml_node sheet, const Section& section) {
    pugi::xml_node node = sheet.append_child("section");
    node.append_attribute("id").set_value(section.id.c_str());
    node.append_attribute("title").set_value(clean_text(section.title).c_str());
    for (const std::string& paragraph : section.paragraphs)
        set_text(node.append_child("paragraph"), paragraph);
    for (const std::string& item : section.items)
        set_text(node.append_child("item"), item);
    for (const Fact& fact : section.facts) {
        pugi::xml_node child = node.append_child("fact");
        child.append_attribute("label").set_value(clean_text(fact.label).c_str());
        set_value(child, fact.value);
    }
    for (const DataTable& table : section.tables)
        add_table(node, table);
    if (!section.listing.empty()) set_text(node.append_child("listing"), section.listing);
    add_lines(node, section.line_values);
}

} // namespace

std::string render_xml(const Document& document) {
    pugi::xml_document xml;
    pugi::xml_node declaration = xml.append_child(pugi::node_declaration);
    declaration.append_attribute("version").set_value("1.0");
    declaration.append_attribute("encoding").set_value("UTF-8");
    if (!document.style_sheet.empty()) {
        pugi::xml_node style = xml.append_child(pugi::node_pi);
        style.set_name("xml-stylesheet");
        style.set_value(fmt::format("type=\"text/xsl\" href=\"{}\"", document.style_sheet).c_str());
    }
    pugi::xml_node sheet = xml.append_child("sheet");
    sheet.append_attribute("schema").set_value("loop-sheet/1");
    sheet.append_attribute("title").set_value(clean_text(document.title).c_str());
    if (!document.subtitle.empty())
        sheet.append_attribute("subtitle").set_value(clean_text(document.subtitle).c_str());
    sheet.append_attribute("verdict").set_value(document.verdict_text().c_str());
    for (const std::string& reason : document.reasons)
        set_text(sheet.append_child("reason"), reason);
    for (const Conclusion& conclusion : document.conclusions)
        add_conclusion(sheet, conclusion);
    for (const Section& section : document.sections)
        add_section(sheet, section);
    std::ostringstream text;
    xml.save(text, " ");
    return text.str();
}

const std::string& xml_style_sheet() {
    static const std::string text = embedded::sheet_xsl;
    return text;
}

} // namespace loop::report
