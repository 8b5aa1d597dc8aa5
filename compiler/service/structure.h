#pragma once

#include "compiler/service/symbols.h"

#include <string>
#include <vector>

namespace loop::compiler {

/// An entry of a file's outline: a function, parameter, array, or construct with a statement.
struct OutlineEntry {
    enum class Kind { Function, Parameter, Array, Phase, Region };
    Kind kind;
    std::string name;
    Range range; ///< all of it
    Range head;  ///< what to select
    std::vector<OutlineEntry> children;
};

std::vector<OutlineEntry> outline_of(const Analysis& analysis);

/// Statements and blocks of more than one line, as lines counted from 1.
struct Fold {
    int first;
    int last;
};

std::vector<Fold> folds_of(const Analysis& analysis);

/// A word that editors color: what it means, as far as C++ does not know.
struct ColoredWord {
    enum class Kind { Construct, Argument, Value, Parameter, Array, Iterator };
    Kind kind;
    Range range; ///< on one line
};

/// In source order.
std::vector<ColoredWord> colored_words_of(const Analysis& analysis, const std::vector<Symbol>& symbols);

} // namespace loop::compiler
