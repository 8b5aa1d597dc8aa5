#include "runner/build/language_hint.h"

namespace loop::runner {

namespace {

bool has(std::string_view messages, std::string_view part) {
    return messages.find(part) != std::string_view::npos;
}

/// Whether GCC found a backslash outside of a text: it does not see those of the program itself.
bool has_construct_in_header(std::string_view messages) {
    return has(messages, "error: stray") && has(messages, "\\") && has(messages, "in program");
}

/// `int twice(x) int x; { ... }`
bool has_old_parameters(std::string_view messages) {
    return has(messages, "was not declared in this scope") &&
           has(messages, "expected unqualified-id before") && has(messages, "cannot be used as a function");
}

} // namespace

std::string language_hint(std::string_view messages) {
    if (has(messages, "invalid conversion from") && has(messages, "void*"))
        return "LOOP compiles C++, which does not convert `void*` by itself: write the type in front, such "
               "as "
               "`(int*)malloc(n * sizeof(int))`";
    if (has_construct_in_header(messages))
        return "constructs belong in the `.loop` file, because LOOP does not translate the headers that it "
               "includes: move the function there";
    if (has_old_parameters(messages))
        return "in C++, the types of parameters are in the parentheses: write `int twice(int x) {`, not `int "
               "twice(x) int x; {`";
    return {};
}

} // namespace loop::runner
