#pragma once

#include "compiler/service/symbols.h"

#include <optional>
#include <string>
#include <vector>

namespace loop::compiler {

/// What is shown for a place in the file, as Markdown.
struct Hover {
    Range range; ///< what it describes
    std::string text;
};

/// The page of a construct, an argument, or what a name is.
std::optional<Hover> hover_at(const Analysis& analysis, const std::vector<Symbol>& symbols,
                              std::size_t offset);

/// The usage of the construct whose arguments contain a place.
struct Signature {
    std::string usage;
    struct Argument {
        std::string name;
        std::string description;
    };
    std::vector<Argument> arguments;
    std::size_t active = 0; ///< the argument at the place; `arguments.size()` if it is none
};

std::optional<Signature> signature_at(const Analysis& analysis, std::size_t offset);

struct Completion {
    enum class Kind { Construct, Argument, Value, Symbol };
    Kind kind;
    std::string label;  ///< what is inserted
    std::string detail; ///< in a few words
    std::string page;   ///< Markdown, may be empty
};

/// What may be typed at a place, and the beginning of it that is there already.
struct Completions {
    Range replaced;
    std::vector<Completion> items;
};

Completions completions_at(const Analysis& analysis, const std::vector<Symbol>& symbols, std::size_t offset);

} // namespace loop::compiler
