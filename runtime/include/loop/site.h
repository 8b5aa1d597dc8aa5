#pragma once

namespace loop {

// A place in a .loop file. As the last, defaulted argument of every runtime function it names the line that
// made the call: the builtins honour `#line`, so the emitter has nothing to add.
struct Site {
    const char* file;
    int line;

    static constexpr Site here(const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
        return Site{file, line};
    }
};

} // namespace loop
