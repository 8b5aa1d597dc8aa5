#pragma once

#include "compiler/source/source.h"

#include <string>
#include <vector>

namespace loop::compiler {

/// Replacements in a text, applied all at once. Insertions at the same place keep the order in which they
/// were added.
class Edits {
public:
    void replace(Range range, std::string text) { edits_.push_back({range, std::move(text)}); }
    void insert(std::size_t at, std::string text) { edits_.push_back({{at, at}, std::move(text)}); }

    std::string apply(std::string_view text) const;

private:
    struct Edit {
        Range range;
        std::string text;
    };
    std::vector<Edit> edits_;
};

} // namespace loop::compiler
