#pragma once

#include <string>

namespace loop::report {

/// Emphasis for terminals; plain text when colour is off. A colour never says what a word does not.
class Style {
public:
    explicit Style(bool colour) : colour_(colour) {}

    std::string bold(const std::string& text) const { return wrapped("1", text); }
    std::string dim(const std::string& text) const { return wrapped("2", text); }
    std::string better(const std::string& text) const { return wrapped("32", text); }
    std::string worse(const std::string& text) const { return wrapped("31", text); }
    /// The verdict's word: green, yellow or red.
    std::string verdict(const std::string& word) const;

private:
    std::string wrapped(const char* code, const std::string& text) const;

    bool colour_;
};

} // namespace loop::report
