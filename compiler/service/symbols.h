#pragma once

#include "compiler/service/analysis.h"

#include <string>
#include <vector>

namespace loop::compiler {

/// A name that a construct declares.
struct Symbol {
    enum class Kind { Parameter, Array, Iterator, Phase, Handle };

    Kind kind;
    std::string name;
    Range declaration;         ///< of the name; of a phase or handle: its first use
    Range scope;               ///< where the name means this
    std::size_t construct = 0; ///< that declares it: an index in Analysis::constructs
    std::vector<Range> uses;   ///< with the declaration, in order
    std::string obstacle;      ///< why it cannot be renamed; empty if it can
};

/// All symbols of the file, in order of their declarations.
std::vector<Symbol> symbols_of(const Analysis& analysis);

/// The symbol that is used at an offset (also directly behind it), or nullptr.
const Symbol* symbol_at(const std::vector<Symbol>& symbols, std::size_t offset);

/// What a symbol is: "`int n = 10`: elements".
std::string description(const Symbol& symbol, const Analysis& analysis);

/// Why a symbol cannot get a new name; empty if it can.
std::string refusal(const Symbol& symbol, const std::string& new_name, const std::vector<Symbol>& all,
                    const Analysis& analysis);

} // namespace loop::compiler
