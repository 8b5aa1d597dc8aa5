#include "base/text/escape.h"

#include <map>

namespace loop {

std::string escaped(const std::string& text, bool lines) {
    static const std::map<char, const char*> entities{
        {'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"}, {'\'', "&#39;"}};
    std::string result;
    for (const char c : clean_text(text, lines))
        if (const auto entity = entities.find(c); entity != entities.end())
            result += entity->second;
        else
            result += c;
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
