#pragma once

#include <string>
#include <string_view>
#include <vector>

/// What a plain program defines itself instead of calling LOOP's runtime: one file per helper in `helpers/`,
/// which the build embeds; and headers of the runtime that need nothing else of it. A file begins with lines
/// of directives, each of which may occur several times:
///
///     // provides: NAME ...   what programs use: `loop::exchange` for a construct or host code, `send0` for
///     PICL's calls
///     // needs: HELPER ...    helpers that it uses
///     // after: HELPER ...    helpers that come before it if the program has them
///     #include <...>
///
/// A line that ends with `//@NAME ...` is only for programs that have one of these helpers or use one of
/// these names;
/// `//@!NAME` is only for others.
namespace loop::compiler::plain {

struct Helper {
    std::string_view name; ///< of its file
    std::vector<std::string_view> provides;
    std::vector<std::string_view> needs;
    std::vector<std::string_view> after;
    std::vector<std::string_view> includes; ///< lines
    std::string_view text;                  ///< what follows the directives
};

/// In the order of their names.
const std::vector<Helper>& all_helpers();

/// The helper that provides a name, or nullptr.
const Helper* helper_for(std::string_view name);

/// The words of a text, separated by blanks.
std::vector<std::string_view> words_of(std::string_view text);

} // namespace loop::compiler::plain
