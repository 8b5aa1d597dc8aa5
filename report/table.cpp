#include "report/table.h"

#include "base/text/clean.h"

#include <algorithm>

namespace loop::report {

namespace {

std::string padded(const std::string& text, std::size_t width, bool to_the_left) {
    const std::string space(width - std::min(width, display_width(text)), ' ');
    return to_the_left ? text + space : space + text;
}

std::string trimmed(std::string line) {
    line.erase(line.find_last_not_of(' ') + 1);
    return line;
}

} // namespace

std::string printable(const std::string& text) {
    return clean_text(text);
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
