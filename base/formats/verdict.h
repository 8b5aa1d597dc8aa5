#pragma once

#include <loop/judgement.h>

#include <array>
#include <string>
#include <vector>

namespace loop::formats {

/// Whether a result can be trusted, with reasons. Ordered from good to bad: the worst of several is std::max.
struct Verdict {
    enum class Word { Valid, ValidWithNotes, Invalid };

    static constexpr std::array<const char*, 3> words{verdict_words[0], verdict_words[1], verdict_words[2]};

    Word word = Word::Valid;
    std::vector<std::string> reasons; ///< those that make it invalid come first

    static constexpr auto members = [](auto& fields, auto& self) {
        fields.word_or("word", self.word, words, Word::Invalid);
        fields("reasons", self.reasons);
    };
};

inline std::string verdict_text(Verdict::Word word) {
    return Verdict::words[static_cast<std::size_t>(word)];
}

} // namespace loop::formats
