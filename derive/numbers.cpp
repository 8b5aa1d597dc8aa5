#include "derive/numbers.h"

#include <fmt/core.h>

namespace loop::report::derive {

std::string Numbers::token(Number number) {
    all_.push_back(std::move(number));
    return token_of(all_.size() - 1);
}

std::string text_of(const Number& number) {
    return number.text + varied_text(number.spread);
}

std::string token_of(std::size_t id) {
    return fmt::format("\1{}\2", id);
}

std::string Numbers::plain(const std::string& text) const {
    return replaced(text, [&](std::size_t id, std::size_t) { return text_of(all_[id]); });
}

Ids ids_in(const std::string& text) {
    Ids ids;
    replaced(text, [&](std::size_t id, std::size_t) {
        ids.push_back(id);
        return std::string();
    });
    return ids;
}

Ids ids_in(const Codes& codes) {
    Ids ids;
    visit_texts(codes, [&](const std::string& text) {
        const Ids more = ids_in(text);
        ids.insert(ids.end(), more.begin(), more.end());
    });
    return ids;
}

std::string shape_of(const std::string& text) {
    return replaced(text, [](std::size_t, std::size_t) { return std::string("\1"); });
}

std::string shape_of(const Codes& codes) {
    std::string shape;
    for (const Code& code : codes)
        shape += fmt::format("{}\n{}\n{{{}}}\n", shape_of(code.text), code.comment, shape_of(code.body));
    return shape;
}

} // namespace loop::report::derive
