#pragma once

#include <nlohmann/json.hpp>

#include <array>
#include <optional>
#include <stdexcept>
#include <string>

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
    template <typename Enumeration, std::size_t n>
    void operator()(const char* name, Enumeration value, const std::array<const char*, n>& words) {
        json[name] = words[static_cast<std::size_t>(value)];
    }

    nlohmann::ordered_json json = nlohmann::ordered_json::object();
};

/// Reads them again. ordered_json::exception or std::invalid_argument where one is missing or is something
/// else.
class FieldReader {
public:
    explicit FieldReader(const nlohmann::ordered_json& json) : json_(json) {}

    template <typename Value>
    void operator()(const char* name, Value& value) const {
        json_.at(name).get_to(value);
    }
    template <typename Value>
    void operator()(const char* name, std::optional<Value>& value) const {
        const nlohmann::ordered_json& member = json_.at(name);
        value = member.is_null() ? std::nullopt : std::optional<Value>(member.get<Value>());
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
    const nlohmann::ordered_json& json_;
};

} // namespace loop::runner
