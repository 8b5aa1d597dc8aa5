#include "base/text/escape.h"

#include "base/text/json.h"

namespace loop {

std::string escaped(const std::string& text, bool lines) {
    std::string result;
    for (const char c : clean_text(text, lines)) {
        switch (c) {
        case '&':
            result += "&amp;";
            break;
        case '<':
            result += "&lt;";
            break;
        case '>':
            result += "&gt;";
            break;
        case '"':
            result += "&quot;";
            break;
        case '\'':
            result += "&#39;";
            break;
        default:
            result += c;
        }
    }
    return result;
}

std::string json_string(const std::string& text) {
    std::string result;
    for (const char c : Json(clean_text(text, true)).dump())
        result += c == '<' ? "\\u003c" : c == '>' ? "\\u003e" : c == '&' ? "\\u0026" : std::string(1, c);
    return result;
}

std::string csv_cell(const std::string& text) {
    std::string cell = clean_text(text, true);
    if (!cell.empty() && std::string("=+-@\t\n").find(cell[0]) != std::string::npos) cell.insert(0, 1, '\'');
    if (cell.find_first_of(",\"\n") == std::string::npos) return cell;
    std::string quoted = "\"";
    for (const char c : cell)
        quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
    return quoted + "\"";
}

} // namespace loop
