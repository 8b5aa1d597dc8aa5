#include "runner/system/toml_depth.h"

#include <algorithm>
#include <vector>

namespace loop::runner {

namespace {

/// Where the string that begins at `begin` ends. One that is not closed ends with its line, or with the text.
std::size_t end_of_string(std::string_view text, std::size_t begin) {
    const char quote = text[begin];
    const std::string_view three = text.substr(begin, 3);
    const bool is_long = three.size() == 3 && three[1] == quote && three[2] == quote;
    std::size_t i = begin + (is_long ? 3 : 1);
    for (; i < text.size(); ++i) {
        if (text[i] == '\\' && quote == '"') {
            ++i;
        } else if (is_long && text.substr(i, 3) == three) {
            // Up to two quotes of the content may stand before the closing three.
            i += 3;
            for (const std::size_t last = i + 2; i < last && text.substr(i, 1) == three.substr(0, 1); ++i) {
            }
            return i;
        } else if (!is_long && (text[i] == quote || text[i] == '\n')) {
            return text[i] == quote ? i + 1 : i;
        }
    }
    return text.size();
}

/// Counts levels as the text goes by: those of the last `[header]`, of the brackets around, and of the key.
class Levels {
public:
    void take(char c) {
        if (c == '\n') end_line();
        if (c == '=') has_value_ = true;
        if (c == '.') ++key_;
        if (c == ',') key_ = 0;
        if (c == '{' || c == '[') open(c);
        if (c == '}' || c == ']') close();
    }

    bool are_too_many() const { return header_ + around_ + key_ > most_toml_levels; }

private:
    void end_line() {
        key_ = 0;
        if (enclosing_.empty()) has_value_ = false;
    }

    void open(char c) {
        if (c == '[' && !has_value_) { // a header, which counts from the root
            header_ = key_ = 0;
            is_header_ = true;
            return;
        }
        enclosing_.push_back(key_ + 1);
        around_ += key_ + 1;
        key_ = 0;
    }

    void close() {
        if (is_header_) {
            header_ = std::max(header_, key_ + 1);
            is_header_ = false;
        } else if (!enclosing_.empty()) {
            around_ -= enclosing_.back();
            enclosing_.pop_back();
        }
        key_ = 0;
    }

    std::size_t header_ = 0, around_ = 0, key_ = 0;
    std::vector<std::size_t> enclosing_; ///< the levels that each open bracket adds
    bool is_header_ = false, has_value_ = false;
};

} // namespace

std::size_t too_deep_line(std::string_view text) {
    Levels levels;
    std::size_t line = 1;
    for (std::size_t i = 0; i < text.size();) {
        const char c = text[i];
        std::size_t end = i + 1;
        if (c == '#') end = std::min(text.find('\n', i), text.size());
        if (c == '"' || c == '\'') end = std::min(end_of_string(text, i), text.size());
        levels.take(c);
        if (levels.are_too_many()) return line;
        line += static_cast<std::size_t>(std::count(text.begin() + i, text.begin() + end, '\n'));
        i = end;
    }
    return 0;
}

} // namespace loop::runner
