#pragma once

#include "report/style.h"
#include "base/text/clean.h"

#include <string>
#include <vector>

namespace loop::report {

/// Text in columns: the first to the left, the others to the right, as wide as their widest cell.
/// Columns without any text below their head are left out.
class Table {
public:
    explicit Table(std::vector<std::string> head) : head_(std::move(head)) {}

    void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }
    bool empty() const { return rows_.empty(); }

    /// Lines with line ends; the first column is at least `first_width` wide, so that tables stand under each
    /// other.
    std::string text(const Style& style, std::size_t first_width = 0) const;

private:
    std::vector<std::string> head_;
    std::vector<std::vector<std::string>> rows_;
};

/// clean_text() of one line: a run.json may come from anyone, and nothing in it may steer the terminal.
std::string printable(const std::string& text);

} // namespace loop::report
