#pragma once

#include "compiler/check/checks.h"
#include "compiler/check/variables.h"

#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace loop::compiler {

/// Which words in the arguments of some constructs are variables, as far as the file shows.
class KnownVariables {
public:
    /// `asks`: whether the words of this construct's arguments will be asked for.
    KnownVariables(const CheckContext& context, bool (*asks)(const Construct&));

    bool contains(const Construct& construct, std::string_view word) const;
    /// Whether the word is the variable in which `\OPEN0` stores this rank.
    bool is_this_rank(const Construct& construct, std::string_view word) const;

private:
    std::size_t token(const Construct& construct) const { return context_.token_of(construct); }
    void rank_of(const Construct& open);
    bool is_array(const Construct& construct, std::string_view word) const;
    bool is_iterator(const Construct& construct, std::string_view word) const;
    bool is_parameter(std::uint32_t token) const;
    bool is_of_file(std::string_view word) const;

    const CheckContext& context_;
    Variables variables_;
    Occurrences occurrences_;
    std::unordered_set<std::string_view> names_; ///< run-time parameters
    std::unordered_multimap<std::string_view, const Construct*> arrays_;
    std::vector<std::string_view> rank_words_;
    std::vector<Variables::Variable> ranks_;
};

} // namespace loop::compiler
