#pragma once

#include "compiler/source/source.h"

#include <string>
#include <vector>

namespace loop::compiler {

/// A piece of a text that is unchanged after edits.
struct KeptText {
    std::size_t source = 0; ///< where it begins in the text
    std::size_t result = 0; ///< where it begins in the result
    std::size_t size = 0;
};

/// Replacements in a text, applied all at once. Insertions at the same place keep the order in which they
/// were added.
class Edits {
public:
    void replace(Range range, std::string text) { edits_.push_back({range, std::move(text)}); }
    void insert(std::size_t at, std::string text) { edits_.push_back({{at, at}, std::move(text)}); }

    /// `kept`, if given, gets the pieces that stay, in order.
    std::string apply(std::string_view text, std::vector<KeptText>* kept = nullptr) const;

private:
    struct Edit {
        Range range;
        std::string text;
    };
    std::vector<Edit> edits_;
};

/// Removes the mark from the beginning of a text, because lines of LOOP come before it.
void drop_byte_order_mark(std::string_view text, Edits& edits);

} // namespace loop::compiler
