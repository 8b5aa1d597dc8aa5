#include "base/text/csv.h"

#include "base/text/escape.h"
#include "base/text/strings.h"

namespace loop {

namespace {

std::string cell(const std::string& text) {
    return number_in<double>(text) ? text : csv_cell(text);
}

} // namespace

std::string csv_line(const std::vector<std::string>& cells) {
    std::string line;
    for (std::size_t i = 0; i < cells.size(); ++i)
        line += (i == 0 ? "" : ",") + cell(cells[i]);
    return line + "\n";
}

std::vector<std::vector<std::string>> csv_cells(const std::string& text) {
    std::vector<std::vector<std::string>> lines;
    std::vector<std::string> line;
    std::string current;
    bool quoted = false, any = false;
    const auto end_line = [&] {
        if (any || !current.empty()) {
            line.push_back(current);
            lines.push_back(line);
        }
        line.clear();
        current.clear();
        any = false;
    };
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (quoted) {
            if (c != '"')
                current += c;
            else if (i + 1 < text.size() && text[i + 1] == '"')
                current += text[++i];
            else
                quoted = false;
        } else if (c == '"') {
            quoted = any = true;
        } else if (c == ',') {
            line.push_back(current);
            current.clear();
            any = true;
        } else if (c == '\n') {
            end_line();
        } else if (c != '\r') {
            current += c;
        }
    }
    end_line();
    return lines;
}

} // namespace loop
