#include "report/clue/columns.h"
#include "report/clue/forms.h"
#include "report/sheet/escape.h"

#include <fmt/core.h>
#include <pugixml.hpp>

#include <functional>
#include <sstream>

namespace loop::report {

namespace {

void set(pugi::xml_node node, const char* name, const std::string& value) {
    node.append_attribute(name).set_value(clean_text(value).c_str());
}

void set_numbers(pugi::xml_node node,
                 const std::function<std::optional<double>(const ClueQuantity&)>& value) {
    for (const ClueQuantity& quantity : clue_quantities()) {
        const std::string text = clue_number(quantity, value(quantity));
        if (!text.empty()) set(node, quantity.name, text);
    }
}

} // namespace

std::string clue_xml(const ClueReport& report) {
    pugi::xml_document xml;
    pugi::xml_node declaration = xml.append_child(pugi::node_declaration);
    declaration.append_attribute("version") = "1.0";
    declaration.append_attribute("encoding") = "UTF-8";
    pugi::xml_node style = xml.append_child(pugi::node_pi);
    style.set_name("xml-stylesheet");
    style.set_value("type=\"text/xsl\" href=\"clue.xsl\"");
    pugi::xml_node root = xml.append_child("clue");
    set(root, "schema", "loop-clue/1");
    set(root, "system", report.system);
    set(root, "started", report.started);
    set(root, "hardware", report.hardware);
    set(root, "trials", std::to_string(report.trials));
    if (report.grid) {
        set(root, "width", std::to_string(report.grid->width));
        set(root, "height", std::to_string(report.grid->height));
    }
    if (report.verdict) {
        set(root, "verdict", report.verdict->word);
        for (const std::string& reason : report.verdict->reasons)
            root.append_child("reason").text().set(clean_text(reason).c_str());
    }
    for (const ClueFigure& figure : report.figures) {
        pugi::xml_node node = root.append_child("figure");
        set(node, "variation", figure.variation);
        set(node, "ranks", std::to_string(figure.ranks));
        set_numbers(node, [&](const ClueQuantity& quantity) { return quantity.of_figure(figure); });
        for (const auto& [round, act] : figure.trials) {
            pugi::xml_node trial = node.append_child("trial");
            set(trial, "act_million_per_s", fmt::format("{:.10g}", act));
            if (figure.disturbed.count(round) != 0) set(trial, "disturbed", "true");
        }
    }
    for (const ClueAverageRow& row : clue_averages(report)) {
        pugi::xml_node node = root.append_child("average");
        set(node, "kind", row.kind);
        set(node, "of", row.of);
        set_numbers(node, [&](const ClueQuantity& quantity) { return quantity.of_average(row.average); });
    }
    for (const ClueMissing& missing : report.missing) {
        pugi::xml_node node = root.append_child("missing");
        set(node, "variation", missing.variation);
        set(node, "ranks", std::to_string(missing.ranks));
        set(node, "why", missing.why);
    }
    for (const ClueObservation& item : observe(report)) {
        pugi::xml_node node = root.append_child("observation");
        set(node, "kind", item.kind == ClueObservation::Kind::Weakness ? "weakness" : "remark");
        set(node, "about", item.about);
        set(node, "sureness", item.sureness);
        node.text().set(clean_text(item.sentence).c_str());
    }
    std::ostringstream out;
    xml.save(out, "  ");
    return out.str();
}

} // namespace loop::report
