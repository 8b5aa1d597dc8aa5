#pragma once

#include "runner/system/failure.h"

#include <toml++/toml.h>

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace loop::runner {

/// Parses TOML. Throws Failure (Usage) with the line of the error, also if tables and arrays are nested more
/// than 256 levels deep, by brackets or by dotted keys; `origin` is the name of the text in messages.
toml::table parse_toml(std::string_view text, const std::string& origin);

/// One table of a TOML file. Keys that are never read are errors. All errors throw Failure (Usage) with the
/// line.
class TomlSection {
public:
    /// `prefix` precedes the keys in messages ("build."). The arguments must outlive the section.
    TomlSection(const toml::table& table, std::string prefix, const std::string& origin)
        : table_(table), prefix_(std::move(prefix)), origin_(origin) {}

    bool has(const char* key) const { return table_.contains(key); }
    std::string text(const char* key, bool required = false);
    std::vector<std::string> strings(const char* key, bool required = false);
    const toml::table* table(const char* key, bool required = false);
    /// Reads a value or a list of values, as text.
    std::vector<std::string> texts(const char* key);

    /// Reads one value as text and converts it by `read(TEXT, KEY)`.
    template <typename Read>
    std::optional<double> value(const char* key, Read read) {
        const std::vector<std::string> all = texts(key);
        return all.empty() ? std::nullopt : std::optional<double>(read(all[0], prefix_ + key));
    }

    /// Reads an integer from `min` to `max`.
    template <typename Number = std::int64_t>
    std::optional<Number> integer(const char* key, Number min,
                                  Number max = std::numeric_limits<Number>::max()) {
        const auto number = whole(key, min, max);
        return number ? std::optional(static_cast<Number>(*number)) : std::nullopt;
    }

    /// Reads true or false; `otherwise` if the key is missing.
    bool flag(const char* key, bool otherwise);

    /// Place and name of a key that exists, for messages: "x.toml:6: `launch.hosts`".
    std::string place_of(const char* key);
    /// The node of the key, or null.
    const toml::node* node(const char* key) { return find(key, false); }

    void reject_unknown_keys() const;
    [[noreturn]] void fail(const toml::node& node, const std::string& message,
                           const std::string& hint = {}) const;
    /// Throws "`build.flags` must be WHAT".
    [[noreturn]] void refuse(const toml::node& node, std::string_view key, const std::string& what) const;

    const std::string& prefix() const { return prefix_; }

private:
    const toml::node* find(const char* key, bool required);
    std::optional<std::int64_t> whole(const char* key, std::int64_t min, std::int64_t max);

    const toml::table& table_;
    std::string prefix_;
    const std::string& origin_;
    std::vector<std::string> known_;
};

} // namespace loop::runner
