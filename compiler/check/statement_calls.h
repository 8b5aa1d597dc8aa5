#pragma once

#include "compiler/check/checks.h"

#include <string_view>
#include <unordered_map>
#include <vector>

namespace loop::compiler {

/// What a piece of host code does.
struct Messages {
    bool communicates = false;   ///< by constructs, or by calls of MPI or PICL
    bool not_by_threads = false; ///< by such calls, or by constructs that threads cannot execute
};

/// Functions of the file and lambdas with a name: whether they communicate, directly or through others that
/// they call. Of functions with the same name, all must do it.
class StatementCalls {
public:
    explicit StatementCalls(const CheckContext& context);

    /// What the functions do that are called at `token`: the one that it names, or those in the arguments of
    /// its construct. Nothing if no such function is called there, or if it belongs to an object or a
    /// namespace.
    Messages at(std::uint32_t token) const;
    /// The first call in `range` of a function that communicates, or an empty range.
    Range first_in(Range range) const;
    /// Whether code in `range` names a function that communicates: calls it as a member, or hands it to
    /// others.
    bool are_named_in(Range range) const;

private:
    struct Body {
        std::string_view name;
        Messages messages{};
        std::vector<std::string_view> callees{};
    };

    void add(std::string_view name, std::uint32_t first, std::uint32_t last);
    bool calls_function(std::uint32_t token) const;
    std::vector<std::string_view> called_at(std::uint32_t token) const;
    Messages of(std::string_view name) const;
    bool follow_calls();

    const CheckContext& context_;
    std::vector<Body> bodies_;
    std::unordered_map<std::string_view, std::vector<std::size_t>> by_name_;
};

/// Whether the token is a call of MPI or PICL, or a construct with one in its arguments.
bool sends_by_call(const CheckContext& context, const Token& token);

} // namespace loop::compiler
