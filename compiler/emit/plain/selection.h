#pragma once

#include "compiler/emit/plain/helpers.h"

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace loop::compiler::plain {

/// The helpers that a program needs, each after those that it needs itself.
class Selection {
public:
    /// Adds the helper that provides `name`. Returns false if there is none.
    bool use(std::string_view name);

    /// The `#include` lines of all helpers, and these, sorted.
    std::string includes(std::vector<std::string_view> more) const;
    /// The definitions, in the namespace `loop`, and the names that host code uses without it.
    std::string definitions() const;

private:
    void add(const Helper& helper);
    /// The helper of this name, or the one that takes its place.
    const Helper& standing_for(std::string_view name) const;
    std::string statements_in(std::string_view place, const Helper& of, std::string_view indent) const;
    std::string text_of(const Helper& helper) const;
    std::vector<const Helper*> ordered() const;
    void order(const Helper& helper, std::vector<const Helper*>& done) const;

    std::set<std::string_view> chosen_; ///< names of helpers
    std::set<std::string_view> used_;   ///< names that the program uses
};

} // namespace loop::compiler::plain
