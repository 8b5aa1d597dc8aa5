#pragma once

#include "base/text/json.h"

#include <array>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

/// Values as JSON objects whose members are named once, for both directions: a function template
/// `name_fields(fields, value)` calls `fields("member", value.member)` for each of them.
namespace loop::runner {

/// Writes members; an optional that is empty becomes null, an enumeration one of `words`.
class FieldWriter {
public:
    template <typename Value>
    void operator()(const char* name, const Value& value) {
        json[name] = value;
    }
    template <typename Value>
    void operator()(const char* name, const std::optional<Value>& value) {
        json[name] = nullptr;
        if (value) json[name] = *value;
    }
    /// A member that older files lack.
    template <typename Value>
    void added(const char* name, const Value& value) {
        (*this)(name, value);
    }
    template <typename Enumeration, std::size_t n>
    void operator()(const char* name, Enumeration value, const std::array<const char*, n>& words) {
        json[name] = words[static_cast<std::size_t>(value)];
    }

    Json json = Json::object();
};

/// Reads them again. Json::Error or std::invalid_argument where one is missing or is something
/// else.
class FieldReader {
public:
    explicit FieldReader(const Json& json) : json_(json) {}

    template <typename Value>
    void operator()(const char* name, Value& value) const {
        expect_whole(json_.at(name), value);
        json_.at(name).get_to(value);
    }
    template <typename Value>
    void operator()(const char* name, std::optional<Value>& value) const {
        const Json& member = json_.at(name);
        value = member.is_null() ? std::nullopt : std::optional<Value>(member.get<Value>());
    }
    /// Keeps what it is where the file lacks it.
    template <typename Value>
    void added(const char* name, Value& value) const {
        if (json_.contains(name)) (*this)(name, value);
    }
    template <typename Enumeration, std::size_t n>
    void operator()(const char* name, Enumeration& value, const std::array<const char*, n>& words) const {
        const std::string word = json_.at(name).get<std::string>();
        for (std::size_t i = 0; i < n; ++i)
            if (word == words[i]) {
                value = static_cast<Enumeration>(i);
                return;
            }
        throw std::invalid_argument("`" + word + "` is no `" + name + "`");
    }

private:
    /// The JSON library turns any number into any other.
    template <typename Value>
    static void expect_whole(const Json& json, const Value&) {
        if (std::is_integral_v<Value> && !std::is_same_v<Value, bool> && !json.is_number_integer())
            throw std::invalid_argument("`" + json.dump() + "` is no whole number");
    }
    template <typename Item>
    static void expect_whole(const Json& json, const std::vector<Item>&) {
        for (const Json& item : json)
            expect_whole(item, Item());
    }

    const Json& json_;
};

} // namespace loop::runner
