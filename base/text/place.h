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

/// Whether two records are of one file. A file that is not recorded is any file.
template <class A, class B>
bool is_same_file(const A& a, const B& b) {
    return a.file == b.file || a.file.empty() || b.file.empty();
}

/// Whether two records have one line of one file.
template <class A, class B>
bool is_same_line(const A& a, const B& b) {
    return a.line == b.line && is_same_file(a, b);
}

/// Whether a record's `file` is the program itself, wherever it was compiled, and no header.
inline bool is_file_of_program(const std::string& file, const std::string& program) {
    const auto name = [](const std::string& path) { return path.substr(path.rfind('/') + 1); };
    return file.empty() || name(file) == name(program);
}

/// "line 12" of the program, "halo.h:12" of another file.
inline std::string placed_text(const std::string& program, const std::string& file, int line,
                               int column = 0) {
    return (is_file_of_program(file, program) ? "line " : file + ":") + line_text(line, column);
}

/// Whether two records are of the same construct of the program.
template <class A, class B>
bool is_same_place(const A& a, const B& b) {
    return is_same_line(a, b) && a.column == b.column && a.construct == b.construct;
}

} // namespace loop
