#include "compiler/lex/keywords.h"

#include <algorithm>
#include <cstddef>
#include <unordered_set>

namespace loop::compiler {

namespace {

/// The words of a list that has one blank between words.
std::unordered_set<std::string_view> words_of(std::string_view list) {
    std::unordered_set<std::string_view> words;
    for (std::size_t at = 0, end = 0; end != list.size(); at = end + 1) {
        end = std::min(list.find(' ', at), list.size());
        words.insert(list.substr(at, end - at));
    }
    return words;
}

} // namespace

bool is_type_keyword(std::string_view word) {
    static const std::unordered_set<std::string_view> words = words_of(
        "auto bool char char16_t char32_t class const constexpr double enum extern float inline int long "
        "mutable "
        "register short signed static struct thread_local typename union unsigned void volatile wchar_t");
    return words.count(word) != 0;
}

bool is_keyword(std::string_view word) {
    static const std::unordered_set<std::string_view> words = words_of(
        "alignas alignof and and_eq asm bitand bitor break case catch compl const_cast continue decltype "
        "default "
        "delete do dynamic_cast else explicit export false for friend goto if namespace new noexcept not "
        "not_eq "
        "nullptr operator or or_eq private protected public reinterpret_cast return sizeof static_assert "
        "static_cast switch template this throw true try typedef typeid using virtual while xor xor_eq");
    return is_type_keyword(word) || words.count(word) != 0;
}

} // namespace loop::compiler
