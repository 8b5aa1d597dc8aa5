#include "base/formats/fields.h"

#include "base/text/clean.h"

#include <fmt/core.h>

namespace loop::formats {

namespace {

constexpr std::size_t max_problems = 100; ///< per file
constexpr std::size_t max_seen = 40;
constexpr double exact_integers = 1LL << 53; ///< the max integer up to which a double is exact

} // namespace

std::string Reader::Place::text() const {
    if (outer == nullptr) return {};
    const std::string before = outer->text();
    if (index != none) return fmt::format("{}[{}]", before, index);
    return before.empty() ? key : before + "." + key;
}

bool Reader::fail(const Place& at, std::string what) {
    if (at.problems.size() < max_problems)
        at.problems.push_back({clean_text(at.text()), clean_text(at.member()), std::move(what)});
    return false;
}

bool Reader::missing(const Place& at) {
    return fail(at, "is missing");
}

bool Reader::wrong(const Place& at, const Json& seen, const char* what) {
    return fail(at, seen.is_structured()
                        ? fmt::format("is {} with {} items, {}", seen.is_array() ? "a list" : "an object",
                                      seen.size(), what)
                        : fmt::format("is `{}`, {}", shortened(clean_text(seen.dump()), max_seen), what));
}

void Reader::schema(const char* key, const char* name) {
    const Json* const found = member(key);
    if (found != nullptr && *found == Json(name)) return;
    whole_ = false;
    if (found == nullptr)
        missing(place(key));
    else
        wrong(place(key), *found, "not the expected schema");
}

bool Reader::is_count(const Json& value) {
    return value.get<double>() >= 0 && value.get<double>() <= exact_integers;
}

std::string Reader::cleaned(std::string text, const Place& at) {
    return at.texts == Texts::Clean ? clean_text(text) : std::move(text);
}

bool Reader::read_text(const Json& json, std::string& text, const Place& at) {
    if (!json.is_string()) return wrong(at, json, "not a string");
    text = json.get<std::string>();
    return true;
}

bool Reader::read_figure(const Json& json, double& value, const Place& at) {
    const std::optional<double> number = number_of(json);
    if (!number) return wrong(at, json, "not a number");
    value = *number;
    return true;
}

/// A value that is not a string is read as its JSON text.
bool Reader::read_named(const Json& json, Pairs& pairs, const Place& at) {
    pairs.clear();
    if (!json.is_object()) return wrong(at, json, "not an object");
    for (const auto& [name, value] : json.items())
        pairs.emplace_back(cleaned(name, at),
                           cleaned(value.is_string() ? value.get<std::string>() : value.dump(), at));
    return true;
}

} // namespace loop::formats
