#include "compiler/lex/keywords.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

namespace loop::compiler {

namespace {

/// Words by their first letters. All words are short and lower case, so few comparisons tell whether one is
/// there.
class WordList {
public:
    /// `list`: words with one blank between them.
    explicit WordList(std::string_view list) {
        for (std::size_t at = 0, end = 0; end != list.size(); at = end + 1) {
            end = std::min(list.find(' ', at), list.size());
            by_letter_[place(list[at])].push_back(list.substr(at, end - at));
        }
    }

    bool has(std::string_view word) const {
        if (word.empty() || word[0] < 'a' || word[0] > 'z') return false;
        const auto& words = by_letter_[place(word[0])];
        return std::find(words.begin(), words.end(), word) != words.end();
    }

private:
    static std::size_t place(char letter) { return static_cast<std::size_t>(letter - 'a'); }

    std::array<std::vector<std::string_view>, 26> by_letter_;
};

} // namespace

bool is_type_keyword(std::string_view word) {
    static const WordList words("auto bool char char16_t char32_t class const constexpr double enum extern "
                                "float inline int long mutable register short signed static struct "
                                "thread_local typename union unsigned void volatile wchar_t");
    return words.has(word);
}

bool is_keyword(std::string_view word) {
    static const WordList words(
        "alignas alignof and and_eq asm bitand bitor break case catch compl const_cast continue decltype "
        "default delete do dynamic_cast else explicit export false for friend goto if namespace new noexcept "
        "not not_eq nullptr operator or or_eq private protected public reinterpret_cast return sizeof "
        "static_assert static_cast switch template this throw true try typedef typeid using virtual while "
        "xor xor_eq");
    return words.has(word) || is_type_keyword(word);
}

} // namespace loop::compiler
