#pragma once

namespace loop {

// A line in a .loop file. As the last, defaulted argument of every runtime function, it names the line of the
// call. The builtins honor `#line`, so the generated code need not pass it.
struct Site {
    const char* file;
    int line;

    static constexpr Site here(const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
        return Site{file, line};
    }
};

} // namespace loop
