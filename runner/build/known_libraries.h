#pragma once

#include <string_view>

namespace loop::runner {

/// What a program that uses a well-known library needs. Names in a list are separated by blanks; `name*` is a
/// prefix.
struct KnownLibrary {
    std::string_view symbols; ///< functions that only this library defines
    std::string_view headers; ///< as in `#include`
    std::string_view flags;   ///< for `\BUILD(FLAGS: ...)`
    std::string_view names;   ///< for `\BUILD(LIBRARIES: ...)`; empty: no library to link
    std::string_view package; ///< the Debian package with headers and libraries
};

/// Each returns the library, or nullptr if it is unknown.
const KnownLibrary* library_with_symbol(std::string_view symbol);
const KnownLibrary* library_with_header(std::string_view header);
const KnownLibrary* library_with_name(std::string_view name);

} // namespace loop::runner
