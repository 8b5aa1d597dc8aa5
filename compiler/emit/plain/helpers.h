#pragma once

#include <string>
#include <string_view>
#include <vector>

/// What a plain program defines itself instead of calling LOOP's runtime: the files in `helpers/`, which the
/// build embeds; and headers of the runtime that need nothing else of it. A file has one helper of its name,
/// or several, each behind a line `// helper: NAME`; what comes before the first such line belongs to the one
/// of the file's name. A helper begins with lines of directives, each of which may occur several times:
///
///     // provides: NAME ...     what programs use: `loop::exchange` for a construct or host code, `send0`
///     for PICL's calls
///     // needs: HELPER ...      helpers that it uses
///     // after: HELPER ...      helpers that come before it if the program has them
///     // instead of: HELPER     if the program has this helper, it takes the place of that one
///     // if: HELPER             so it does if the program has that helper
///     // in close0: STATEMENT   with those of other helpers in place of the line `// @ close0`, in the order
///     of the names in `after` there
///     #include <...>
namespace loop::compiler::plain {

/// A line that a helper has in another one.
struct Statement {
    std::string_view place; ///< `close0`
    std::string_view text;
};

struct Helper {
    std::string_view name;
    std::vector<std::string_view> provides;
    std::vector<std::string_view> needs;
    std::vector<std::string_view> after;
    std::vector<std::string_view> instead_of;
    std::vector<std::string_view> when; ///< `if`
    std::vector<Statement> statements;
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
