#pragma once

#include <cstring>

namespace loop {

// Where a construct stands in a .loop file. Runtime functions take the site of the call as their last
// argument. Its default uses builtins that honor `#line`, so the generated code passes it only for a
// construct that follows another one of the same name in its line.
struct Site {
    const char* file;
    int line;
    int column = 0; // of the second and later constructs of one name in a line, else 0

    static constexpr Site here(int column = 0, const char* file = __builtin_FILE(),
                               int line = __builtin_LINE()) {
        return Site{file, line, column};
    }
    // Not the text of the file's name: a name that is stored twice counts as two.
    friend constexpr bool operator==(const Site& a, const Site& b) {
        return a.line == b.line && a.column == b.column && a.file == b.file;
    }
    friend constexpr bool operator!=(const Site& a, const Site& b) { return !(a == b); }
};

// Whether two constructs stand in one line of one file, by the text of its name.
inline bool is_same_line(const Site& a, const Site& b) {
    return a.line == b.line && (a.file == b.file || std::strcmp(a.file, b.file) == 0);
}

} // namespace loop
