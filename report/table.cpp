#include "report/table.h"

#include "text/clean.h"

#include <algorithm>

namespace loop::report {

namespace {

bool begins_character(char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
}

std::string padded(const std::string& text, std::size_t width, bool to_the_left) {
    const std::string space(width - std::min(width, display_width(text)), ' ');
    return to_the_left ? text + space : space + text;
}

std::string trimmed(std::string line) {
    line.erase(line.find_last_not_of(' ') + 1);
    return line;
}

} // namespace

std::size_t display_width(const std::string& text) {
    std::size_t width = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        // Our own colours take no room.
        if (text[i] == '\033')
            i = std::min(text.find('m', i), text.size());
        else
            width += begins_character(text[i]) ? 1 : 0;
    }
    return width;
}

std::string printable(const std::string& text) {
    return clean_text(text);
}

std::string shortened(const std::string& text, std::size_t width) {
    const std::string clean = printable(text);
    if (display_width(clean) <= width) return clean;
    std::string result;
    std::size_t used = 0;
    for (const char c : clean) {
        if (begins_character(c) && ++used + 3 > width) break;
        result += c;
    }
    return result + "...";
}

std::string Table::text(const Style& style, std::size_t first_width) const {
    std::vector<std::size_t> widths(head_.size());
    std::vector<bool> used(head_.size());
    for (const auto& row : rows_)
        for (std::size_t i = 0; i < head_.size(); ++i) {
            widths[i] = std::max({widths[i], display_width(row[i]), display_width(head_[i])});
            used[i] = used[i] || !row[i].empty();
        }
    widths[0] = std::max(widths[0], first_width);

    const auto line = [&](const std::vector<std::string>& cells) {
        std::string result;
        for (std::size_t i = 0; i < cells.size(); ++i)
            if (used[i]) result += (i == 0 ? "" : "  ") + padded(cells[i], widths[i], i == 0);
        return trimmed(result);
    };
    std::string result = style.dim(line(head_)) + "\n";
    for (const auto& row : rows_)
        result += line(row) + "\n";
    return result;
}

} // namespace loop::report
