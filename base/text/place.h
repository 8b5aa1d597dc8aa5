#pragma once

#include <string>

/// Where constructs stand in sources. The column of a construct is 0 unless an earlier construct of the same
/// name stands in its line: <loop/site.h>.
namespace loop {

/// "12", or "12:45" with a column.
inline std::string line_text(int line, int column) {
    return column > 0 ? std::to_string(line) + ":" + std::to_string(column) : std::to_string(line);
}

template <class A>
std::string line_text(const A& a) {
    return line_text(a.line, a.column);
}

/// Whether two records are of the same construct of the program. A file that is not recorded is any file.
template <class A, class B>
bool is_same_place(const A& a, const B& b) {
    return a.line == b.line && a.column == b.column && a.construct == b.construct &&
           (a.file == b.file || a.file.empty() || b.file.empty());
}

} // namespace loop
