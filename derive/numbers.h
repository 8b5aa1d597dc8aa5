#pragma once

#include "derive/code.h"
#include "derive/spread.h"

#include <string>
#include <vector>

namespace loop::report::derive {

enum class NumberKind {
    passes,
    bytes,
    seconds,
    table, ///< the name of a table
    local, ///< the name of a variable of a function or loop of the program
    scope, ///< no text: marks the function or loop that declares variables
};

/// A number in the text of a program, of which the name is not yet known.
struct Number {
    NumberKind kind = NumberKind::bytes;
    long long value = 0;   ///< of a `scope`, and of a `local` in it: the number of the scope
    std::string text{};    ///< without its variation
    std::string type{};    ///< of a variable
    std::string used_by{}; ///< the call that the construct is from
    double seconds = -1;   ///< of one time for all ranks; below 0: of several
    double weight = 1;     ///< how often ranks compute for this time
    Spread spread{};       ///< of times
    bool is_main = false;  ///< the passes of the main loop
    std::string name{};    ///< of a parameter: "halo_bytes"; numbers with the same name and value are one
    std::string title{};   ///< what the construct or loop does: "halo exchange"
    std::string phase{};   ///< around it
};

/// What the program has if no parameter stands for the number.
std::string text_of(const Number& number);

/// All such numbers. In the text of the program they are tokens.
class Numbers {
public:
    std::string token(Number number);
    const Number& at(std::size_t id) const { return all_[id]; }
    std::size_t count() const { return all_.size(); }
    Number& at(std::size_t id) { return all_[id]; }
    /// Removes all numbers but the first `count`.
    void shrink_to(std::size_t count) { all_.resize(count); }
    /// The text with the numbers themselves.
    std::string plain(const std::string& text) const;

private:
    std::vector<Number> all_;
};

std::string token_of(std::size_t id);

using Ids = std::vector<std::size_t>;

/// The numbers in a text, in order.
Ids ids_in(const std::string& text);
Ids ids_in(const Codes& codes);

/// The text with the same token for all numbers.
std::string shape_of(const std::string& text);
std::string shape_of(const Codes& codes);

/// Replaces each token by what the function says of its number and place.
template <class Function>
std::string replaced(const std::string& text, const Function& name_of);

} // namespace loop::report::derive

template <class Function>
std::string loop::report::derive::replaced(const std::string& text, const Function& name_of) {
    std::string result;
    std::size_t place = 0;
    for (std::size_t at = 0; at < text.size();) {
        if (text[at] != '\1') {
            result += text[at++];
            continue;
        }
        const std::size_t end = text.find('\2', at);
        result += name_of(std::stoul(text.substr(at + 1, end - at - 1)), place++);
        at = end + 1;
    }
    return result;
}
