#pragma once

#include "base/formats/verdict.h"
#include "base/text/distinct.h"

#include <cstddef>
#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace loop::formats {

/// How far a result can be trusted, and why not further: builds the verdicts of runs and of all that is
/// derived from them. A value derived from several results gets the worst of their verdicts and all their
/// reasons. Published figures have no verdict and add nothing.
class Trust {
public:
    using Word = Verdict::Word;

    void note(const std::string& reason, const std::string& of = {}) {
        add(Word::ValidWithNotes, reason, of);
    }
    void invalidate(const std::string& reason, const std::string& of = {}) { add(Word::Invalid, reason, of); }
    /// Makes the verdict at least as bad as the other's, and adds the other's reasons, which then apply to
    /// `of`.
    void add(const Trust& other, const std::string& of);

    bool is_invalid() const { return word_ == Word::Invalid; }
    Word word() const { return word_; }
    Verdict verdict() const { return {word_, reasons()}; }
    /// Each reason once, those that make the result INVALID first: "g is negative (local, and 2 more)".
    std::vector<std::string> reasons() const;
    /// The same with a count instead of names: "g is negative (3 points)".
    std::vector<std::string> reasons_counted(const std::string& what) const;
    /// The first reasons in one line; empty if there are none.
    std::string why() const;

private:
    struct Reason {
        Word word;
        std::string text;
        Distinct of; ///< what the reason applies to, each once; empty: the result itself
    };

    void add(Word word, const std::string& reason, const std::string& of);
    std::vector<const Reason*> sorted() const;

    Word word_ = Word::Valid;
    std::vector<Reason> reasons_;
    std::map<std::tuple<Word, std::string, bool>, std::size_t>
        places_; ///< in reasons_; true: of the result itself
};

} // namespace loop::formats
