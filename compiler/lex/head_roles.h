#pragma once

#include "compiler/lex/tokens.h"

#include <cstddef>

namespace loop::compiler {

/// Decides where the head of a construct ends: after its name, a list of arguments or names may follow. Any
/// other token belongs to the host code.
class HeadRoles {
public:
    explicit HeadRoles(Lexed& lexed) : lexed_(lexed) {}

    /// The role of the next token, which is not yet in the list. May change the last token to a label.
    Role next(const Token& token);
    bool in_arguments() const { return place_ == Place::Arguments; }
    /// A preprocessor directive ends a head.
    void end_head() { place_ = Place::Host; }

private:
    enum class Place { Host, Head, Arguments };

    Role in_head(const Token& token);
    Role in_list(const Token& token);
    Role bracket_in_list(char c);
    bool label_is_last() const;

    Lexed& lexed_;
    Place place_ = Place::Host;
    std::size_t depth_ = 0; ///< of brackets inside the list of arguments
};

} // namespace loop::compiler
