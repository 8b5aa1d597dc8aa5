#include "differing_formats.h"

#include "base/text/escape.h"

#include <fmt/core.h>
#include <pugixml.hpp>

#include <cmath>
#include <cstdlib>
#include <sstream>

namespace loop::report {

namespace {

/// A value in an output format: its place, and its number if it has one.
struct Told {
    std::string place;
    std::optional<double> number;

    bool operator==(const Told& other) const { return place == other.place && number == other.number; }
    bool operator!=(const Told& other) const { return !(*this == other); }
};

std::string place_of(const std::string& section, const std::string& table, std::size_t row,
                     const std::string& column) {
    return fmt::format("{} {} {} {}", section, table, row, column);
}

std::optional<double> finite(const std::optional<double>& number) {
    return number && std::isfinite(*number) ? number : std::nullopt;
}

std::vector<Told> told_by(const Document& document) {
    std::vector<Told> result;
    for (const Conclusion& conclusion : document.conclusions)
        if (conclusion.figure.number)
            result.push_back({"conclusion " + conclusion.id, finite(conclusion.figure.number)});
    for (const Section& section : document.sections) {
        for (const Fact& fact : section.facts)
            result.push_back({section.id + " " + clean_text(fact.label), finite(fact.value.number)});
        for (const DataTable& table : section.tables)
            for (std::size_t row = 0; row < table.rows.size(); ++row)
                for (std::size_t column = 0; column < table.columns.size(); ++column)
                    if (const Value& value = table.rows[row][column]; !value.text.empty())
                        result.push_back({place_of(section.id, table.id, row + 1, table.columns[column]),
                                          finite(value.number)});
        for (const auto& [line, values] : section.line_values.rows)
            for (std::size_t i = 0; i < values.size(); ++i)
                if (!values[i].text.empty())
                    result.push_back({place_of(section.id, "lines", static_cast<std::size_t>(line),
                                               section.line_values.columns[i]),
                                      finite(values[i].number)});
    }
    return result;
}

std::vector<Told> told_by_json(const std::string& text) {
    std::vector<Told> result;
    const auto number = [](const Json& value) {
        return value.contains("value") ? std::optional(value["value"].get<double>()) : std::nullopt;
    };
    const Json sheet = Json::parse_or_discard(text);
    if (sheet.is_discarded()) return result;
    for (const Json& conclusion : sheet["conclusions"])
        if (conclusion.contains("value"))
            result.push_back({"conclusion " + conclusion["id"].get<std::string>(), number(conclusion)});
    for (const Json& section : sheet["sections"]) {
        const auto id = section["id"].get<std::string>();
        for (const Json& fact : section["facts"])
            result.push_back({id + " " + fact["label"].get<std::string>(), number(fact)});
        for (const Json& table : section["tables"])
            for (std::size_t row = 0; row < table["rows"].size(); ++row)
                for (std::size_t column = 0; column < table["columns"].size(); ++column)
                    if (const Json& cell = table["rows"][row][column]; !cell.is_null())
                        result.push_back({place_of(id, table["id"].get<std::string>(), row + 1,
                                                   table["columns"][column].get<std::string>()),
                                          number(cell)});
        if (!section.contains("lines")) continue;
        const Json& lines = section["lines"];
        for (const Json& row : lines["rows"])
            for (std::size_t i = 0; i < lines["columns"].size(); ++i)
                if (const Json& value = row["values"][i]; !value.is_null())
                    result.push_back({place_of(id, "lines", row["line"].get<std::size_t>(),
                                               lines["columns"][i].get<std::string>()),
                                      number(value)});
    }
    return result;
}

std::vector<Told> told_by_xml(const std::string& text) {
    std::vector<Told> result;
    const auto number = [](const pugi::xml_node& node) {
        const pugi::xml_attribute value = node.attribute("value");
        return value ? finite(std::strtod(value.value(), nullptr)) : std::nullopt;
    };
    pugi::xml_document sheet;
    if (!sheet.load_string(text.c_str())) return result;
    for (const pugi::xml_node conclusion : sheet.child("sheet").children("conclusion"))
        if (number(conclusion))
            result.push_back(
                {std::string("conclusion ") + conclusion.attribute("id").value(), number(conclusion)});
    for (const pugi::xml_node section : sheet.child("sheet").children("section")) {
        const std::string id = section.attribute("id").value();
        for (const pugi::xml_node fact : section.children("fact"))
            result.push_back({id + " " + fact.attribute("label").value(), number(fact)});
        for (const pugi::xml_node table : section.children("table")) {
            std::size_t row = 0;
            for (const pugi::xml_node cells : table.children("row")) {
                ++row;
                for (const pugi::xml_node cell : cells.children("cell"))
                    result.push_back(
                        {place_of(id, table.attribute("id").value(), row, cell.attribute("column").value()),
                         number(cell)});
            }
        }
        for (const pugi::xml_node line : section.children("line"))
            for (const pugi::xml_node cell : line.children("cell"))
                result.push_back({place_of(id, "lines", line.attribute("number").as_uint(),
                                           cell.attribute("column").value()),
                                  number(cell)});
    }
    return result;
}

/// Returns the cells of the record that begins at `at`, and moves `at` after it.
std::vector<std::string> csv_record(const std::string& text, std::size_t& at) {
    std::vector<std::string> cells(1);
    for (bool quoted = false; at < text.size(); ++at) {
        const char c = text[at];
        if (c == '"' && quoted && at + 1 < text.size() && text[at + 1] == '"') {
            cells.back() += c;
            ++at;
        } else if (c == '"') {
            quoted = !quoted;
        } else if (c == ',' && !quoted) {
            cells.emplace_back();
        } else if (c == '\n' && !quoted) {
            ++at;
            break;
        } else {
            cells.back() += c;
        }
    }
    return cells;
}

/// In CSV, texts and numbers look alike, so the document says which values are numbers.
std::vector<Told> told_by_csv(const std::string& text, const std::vector<Told>& document) {
    std::vector<Told> result;
    std::size_t at = 0;
    csv_record(text, at); // the head
    while (at < text.size()) {
        const auto cells = csv_record(text, at);
        if (cells.size() != 6) return {};
        if (cells[0] == "sheet" || (cells[0] == "conclusions" && cells[3] != "value")) continue;
        const bool is_fact = cells[1].empty();
        if (!is_fact && cells[3] == "file") continue; // of the line before
        const std::string place =
            is_fact ? cells[0] + " " + cells[3]
                    : place_of(cells[0], cells[1], std::strtoul(cells[2].c_str(), nullptr, 10), cells[3]);
        const bool numeric = result.size() < document.size() && document[result.size()].number;
        char* end = nullptr;
        const double number = std::strtod(cells[4].c_str(), &end);
        result.push_back(
            {place, numeric && *end == 0 && end != cells[4].c_str() ? std::optional(number) : std::nullopt});
    }
    return result;
}

void compare(const char* form, const std::vector<Told>& ours, const std::vector<Told>& theirs, bool places,
             std::vector<std::string>& differences) {
    if (ours.size() != theirs.size()) {
        differences.push_back(
            fmt::format("the sheet has {} values, and its form {} has {}", ours.size(), form, theirs.size()));
        return;
    }
    for (std::size_t i = 0; i < ours.size(); ++i)
        if (ours[i].number != theirs[i].number || (places && ours[i].place != theirs[i].place)) {
            differences.push_back(
                fmt::format("{} is not the same in {} ({})", ours[i].place, form, theirs[i].place));
            return;
        }
}

/// The begin of the terminal's table of states; a phase may be called `rank 0` too.
std::size_t states_in(const std::string& text) {
    for (std::size_t at = text.find("\nranks "); at != std::string::npos; at = text.find("\nranks ", at + 1))
        if (text.substr(at + 1, text.find('\n', at + 1) - at - 1).find(" busy ") != std::string::npos)
            return at;
    return text.size();
}

/// The words in this rank's row of the terminal's table, without the first one.
void compare_terminal(const Document& document, const std::string& text,
                      std::vector<std::string>& differences) {
    const std::size_t begin = states_in(text);
    for (const Section& section : document.sections)
        for (const DataTable& table : section.tables) {
            if (table.id != "utilization") continue;
            for (std::size_t rank = 0; rank < table.rows.size(); ++rank) {
                const std::size_t line = text.find(fmt::format("\nrank {} ", rank), begin);
                if (line == std::string::npos) continue; // only some of many ranks are shown
                std::string words = text.substr(line + 1, text.find('\n', line + 1) - line - 1);
                for (const std::size_t column : {2, 3, 4, 5}) {
                    const std::string& share = table.rows[rank][column].text;
                    const std::size_t at = words.find(share);
                    if (at == std::string::npos) {
                        differences.push_back(fmt::format("rank {}: {} is {}, and not so on the terminal",
                                                          rank, table.columns[column], share));
                        break;
                    }
                    words.erase(0, at + share.size());
                }
            }
        }
}

} // namespace

std::vector<std::string> differing_formats(const Document& document, const std::string& text,
                                           const std::string& csv, const std::string& json,
                                           const std::string& xml) {
    std::vector<std::string> differences;
    const std::vector<Told> told = told_by(document);
    // Places contain untrusted text, which each format escapes differently, so values are matched by their
    // order.
    compare("CSV", told, told_by_csv(csv, told), false, differences);
    compare("JSON", told, told_by_json(json), true, differences);
    compare("XML", told, told_by_xml(xml), true, differences);
    if (!text.empty()) compare_terminal(document, text, differences);
    return differences;
}

} // namespace loop::report
