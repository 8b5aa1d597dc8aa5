#include "report/document/style.h"

namespace loop::report {

std::string Style::wrapped(const char* code, const std::string& text) const {
    return colour_ && !text.empty() ? std::string("\033[") + code + "m" + text + "\033[0m" : text;
}

std::string Style::verdict(const std::string& word) const {
    if (word == "VALID") return wrapped("1;32", word);
    return wrapped(word == "INVALID" ? "1;31" : "1;33", word);
}

} // namespace loop::report
