#pragma once

#include "base/formats/numbers.h"
#include "base/text/json.h"

#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

/// Converts structs to JSON objects and back. A struct lists its members once for both directions: its
/// generic function `members(fields, self)` calls `fields(KEY, self.member)` for each member.
namespace loop::formats {

using Pairs = std::vector<std::pair<std::string, std::string>>;

template <typename T, typename = void>
constexpr bool has_members = false;
template <typename T>
constexpr bool has_members<T, std::void_t<decltype(T::members)>> = true;

template <typename T>
constexpr bool is_list = false;
template <typename T>
constexpr bool is_list<std::vector<T>> = true;
template <typename T>
constexpr bool is_optional = false;
template <typename T>
constexpr bool is_optional<std::optional<T>> = true;

/// Writes members in the order of the calls.
class Writer {
public:
    template <typename T>
    void operator()(const char* key, const T& value) {
        json[key] = written(value);
    }
    /// Writes an enumeration as one of `words`, which are in the order of its enumerators.
    template <typename Enumeration, std::size_t n>
    void operator()(const char* key, Enumeration value, const std::array<const char*, n>& words) {
        json[key] = words[static_cast<std::size_t>(value)];
    }
    /// Reader: the object is invalid without this member.
    template <typename... Value>
    void needed(const char* key, const Value&... value) {
        (*this)(key, value...);
    }
    /// Reader: reports a problem if this member is missing.
    template <typename... Value>
    void expected(const char* key, const Value&... value) {
        (*this)(key, value...);
    }
    /// Writes one of `words`. Reader: any other value becomes `unknown`.
    template <typename Enumeration, std::size_t n>
    void word_or(const char* key, Enumeration value, const std::array<const char*, n>& words, Enumeration) {
        (*this)(key, value, words);
    }
    template <typename T>
    void count(const char* key, const T& value) {
        (*this)(key, value);
    }
    template <typename T>
    void count_unless_zero(const char* key, const T& value) {
        if (value != 0) (*this)(key, value);
    }
    template <typename T>
    void figure(const char* key, const T& value) {
        (*this)(key, value);
    }
    /// Writes a member that is computed from other members. Reader: ignores it.
    template <typename Make>
    void made(const char* key, const Make& make) {
        json[key] = make();
    }
    /// Writes the name and version of the format.
    void schema(const char* key, const char* name) { json[key] = name; }
    void as_it_is(const char* key, const std::string& text) { json[key] = text; }
    /// Writes pairs as an object: names become keys.
    void named(const char* key, const Pairs& pairs) {
        Json object = Json::object();
        for (const auto& [name, value] : pairs)
            object[name] = value;
        json[key] = object;
    }
    void named(const char* key, const std::optional<Pairs>& pairs) {
        if (pairs) named(key, *pairs);
    }
    template <typename T>
    void unless_empty(const char* key, const T& value) {
        if (const Json all = written(value); !all.is_null() && !all.empty() && all != Json(""))
            json[key] = all;
    }
    template <typename T>
    void unless_null(const char* key, const std::optional<T>& value) {
        if (value) (*this)(key, *value);
    }
    /// Call it first. If `whole` is not null, writes this object as another program wrote it, including
    /// unlisted members, and returns true.
    bool all(const Json& whole) {
        if (!whole.is_null()) json = whole;
        return !whole.is_null();
    }

    Json json = Json::object();

private:
    template <typename T>
    static Json written(const T& value) {
        if constexpr (has_members<T>) {
            Writer inner;
            T::members(inner, value);
            return std::move(inner.json);
        } else if constexpr (std::is_floating_point_v<T>) {
            return json_number(value);
        } else {
            return value;
        }
    }
    template <typename T>
    static Json written(const std::optional<T>& value) {
        return value ? written(*value) : Json(nullptr);
    }
    template <typename T>
    static Json written(const std::vector<T>& values) {
        Json list = Json::array();
        for (const T& value : values)
            list.push_back(written(value));
        return list;
    }
};

template <typename T>
Json to_json(const T& value) {
    Writer writer;
    T::members(writer, value);
    return std::move(writer.json);
}

/// The text of a JSON file; always valid UTF-8.
template <typename T>
std::string text_of(const T& value) {
    return to_json(value).dump(2) + "\n";
}

/// Reads structs from any JSON, and adds all faults to `problems`. A member that is missing or has the wrong
/// type keeps its value. List items of the wrong type are left out. Members may be missing unless they are
/// needed or expected.
class Reader {
public:
    enum class Texts {
        AsTheyAre,
        Clean ///< applies clean_text(): for untrusted texts that will be shown
    };

    Reader(const Json& json, Problems& problems, Texts texts = Texts::AsTheyAre)
        : Reader(json, {problems, texts, nullptr, "", none}) {}

    template <typename T>
    bool operator()(const char* key, T& value) {
        const Json* const found = member(key);
        return found != nullptr && read(*found, value, place(key));
    }
    template <typename Enumeration, std::size_t n>
    bool operator()(const char* key, Enumeration& value, const std::array<const char*, n>& words) {
        const Json* const found = member(key);
        if (found == nullptr) return false;
        for (std::size_t i = 0; i < n; ++i)
            if (found->is_string() && found->get<std::string>() == words[i]) {
                value = static_cast<Enumeration>(i);
                return true;
            }
        return wrong(place(key), *found, "not a known word");
    }
    template <typename... Value>
    void needed(const char* key, Value&&... value) {
        if (!expected(key, value...)) whole_ = false;
    }
    template <typename... Value>
    bool expected(const char* key, Value&&... value) {
        if (member(key) == nullptr) return missing(place(key));
        return (*this)(key, value...);
    }
    template <typename Enumeration, std::size_t n>
    void word_or(const char* key, Enumeration& value, const std::array<const char*, n>& words,
                 Enumeration unknown) {
        if (!expected(key, value, words)) value = unknown;
    }
    /// Reads a non-negative integer that a double represents exactly.
    template <typename T>
    void count(const char* key, T& value) {
        const Json* const found = member(key);
        if (found == nullptr || !read(*found, value, place(key))) return;
        if (!is_count(*found)) wrong(place(key), *found, "not a count");
    }
    template <typename T>
    void count_unless_zero(const char* key, T& value) {
        count(key, value);
    }
    /// Reads a number, or one of the strings "nan", "inf", and "-inf".
    void figure(const char* key, double& value) {
        if (const Json* const found = member(key)) read_figure(*found, value, place(key));
    }
    /// Reads a list of such numbers. Other items become NaN.
    void figure(const char* key, std::vector<double>& values) {
        const Json* const found = member(key);
        if (found == nullptr) return;
        values.clear();
        if (!found->is_array()) {
            wrong(place(key), *found, "not a list");
            return;
        }
        for (const Json& item : *found) {
            double value = std::nan("");
            read_figure(item, value, place(key));
            values.push_back(value);
        }
    }
    template <typename Make>
    void made(const char*, const Make&) {}
    void schema(const char* key, const char* name);
    void as_it_is(const char* key, std::string& text) {
        if (const Json* const found = member(key)) read_text(*found, text, place(key));
    }
    void named(const char* key, Pairs& pairs) {
        if (const Json* const found = member(key)) read_named(*found, pairs, place(key));
    }
    void named(const char* key, std::optional<Pairs>& pairs) {
        if (const Json* const found = member(key)) read_named(*found, pairs.emplace(), place(key));
    }
    template <typename T>
    void unless_empty(const char* key, T& value) {
        (*this)(key, value);
    }
    template <typename T>
    void unless_null(const char* key, std::optional<T>& value) {
        const Json* const found = member(key);
        if (found != nullptr && found->is_null())
            wrong(place(key), *found, "not left out");
        else
            (*this)(key, value);
    }
    /// Copies the whole object to `whole`, unless texts are cleaned.
    bool all(Json& whole) {
        if (at_.texts == Texts::AsTheyAre) whole = json_;
        return false;
    }

    /// Whether all needed members are present and valid.
    bool is_whole() const { return whole_; }

private:
    static constexpr std::size_t none = static_cast<std::size_t>(-1);

    /// A position in the file, linked to the outer ones. Converted to text only if there is a problem.
    struct Place {
        Problems& problems;
        Texts texts;
        const Place* outer;
        const char* key;
        std::size_t index;

        std::string text() const;
        const char* member() const { return *key != '\0' || outer == nullptr ? key : outer->member(); }
    };

    Reader(const Json& json, const Place& at)
        : json_(json), at_(at), whole_(json.is_object() || wrong(at, json, "not an object")) {}

    const Json* member(const char* key) const { return json_.find(key); }
    Place place(const char* key) const { return {at_.problems, at_.texts, &at_, key, none}; }
    static bool wrong(const Place& at, const Json& seen, const char* what);
    static bool missing(const Place& at);
    static bool fail(const Place& at, std::string what);
    static bool is_count(const Json& value);

    static bool read_text(const Json& json, std::string& text, const Place& at);
    static bool read_figure(const Json& json, double& value, const Place& at);
    static bool read_named(const Json& json, Pairs& pairs, const Place& at);
    static std::string cleaned(std::string text, const Place& at);

    template <typename T>
    static bool read(const Json& json, T& value, const Place& at) {
        if constexpr (std::is_same_v<T, Json>) {
            value = json;
        } else if constexpr (std::is_same_v<T, bool>) {
            if (!json.is_boolean()) return wrong(at, json, "not true or false");
            value = json.get<bool>();
        } else if constexpr (std::is_same_v<T, std::string>) {
            if (!read_text(json, value, at)) return false;
            value = cleaned(std::move(value), at);
        } else if constexpr (std::is_arithmetic_v<T>) {
            if (!json.is_number()) return wrong(at, json, "not a number");
            value = nearest_number<T>(json);
            if (std::is_integral_v<T> && !json.is_number_integer())
                return wrong(at, json, "not a whole number");
        } else {
            static_assert(has_members<T>);
            Reader inner(json, at);
            T::members(inner, value);
            return inner.is_whole();
        }
        return true;
    }
    template <typename T>
    static bool read(const Json& json, std::optional<T>& value, const Place& at) {
        value.reset();
        T inner{};
        if (json.is_null()) return true;
        const bool is_good = read(json, inner, at);
        if (is_good || (is_list<T> && json.is_array())) value = std::move(inner);
        return is_good;
    }
    template <typename T>
    static bool read(const Json& json, std::vector<T>& values, const Place& at) {
        values.clear();
        if (!json.is_array()) return wrong(at, json, "not a list");
        bool all = true;
        for (std::size_t i = 0; i < json.size(); ++i) {
            T value{};
            const bool is_good = read(json[i], value, {at.problems, at.texts, &at, "", i});
            if (is_good || is_optional<T>) values.push_back(std::move(value));
            all = all && is_good;
        }
        return all;
    }
    template <typename A, typename B>
    static bool read(const Json& json, std::pair<A, B>& value, const Place& at) {
        if (!json.is_array() || json.size() != 2) return wrong(at, json, "not a pair");
        const bool first = read(json[std::size_t(0)], value.first, at);
        return read(json[std::size_t(1)], value.second, at) && first;
    }
    template <typename T>
    static bool read(const Json& json, std::map<std::string, T>& values, const Place& at) {
        values.clear();
        if (!json.is_object()) return wrong(at, json, "not an object");
        bool all = true;
        for (const auto& [name, item] : json.items()) {
            T value{};
            const bool is_good = read(item, value, {at.problems, at.texts, &at, name.c_str(), none});
            if (is_good) values[cleaned(name, at)] = std::move(value);
            all = all && is_good;
        }
        return all;
    }

    const Json& json_;
    const Place at_;
    bool whole_;
};

/// Reads a struct; empty if a needed member is missing or invalid. Accepts any JSON.
template <typename T>
std::optional<T> from_json(const Json& json, Problems& problems,
                           Reader::Texts texts = Reader::Texts::AsTheyAre) {
    T value;
    Reader reader(json, problems, texts);
    T::members(reader, value);
    return reader.is_whole() ? std::optional(std::move(value)) : std::nullopt;
}

} // namespace loop::formats
