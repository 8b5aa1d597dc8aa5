#pragma once

namespace loop {

// A line in a .loop file. Runtime functions take the line of the call as their last argument. Its default
// uses builtins that honor `#line`, so the generated code need not pass it.
struct Site {
    const char* file;
    int line;

    static constexpr Site here(const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
        return Site{file, line};
    }
};

} // namespace loop
