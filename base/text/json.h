#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iosfwd>
#include <limits>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace loop {

class Json;

namespace detail {

template <typename T>
constexpr bool is_number = std::is_arithmetic_v<T> && !std::is_same_v<T, bool>;

template <typename T>
struct JsonForm {
    static constexpr bool is_known = false;
};

} // namespace detail

/// A JSON value; members of objects keep their order. This class hides the JSON library, which only json.cpp
/// includes: its templates took a third of LOOP's build time.
///
/// A list in braces is an object if each item is a pair that begins with a string, otherwise an array.
class Json {
public:
    /// A value has the wrong type, a member or an element is missing, or a text is not JSON.
    struct Error : std::runtime_error {
        using std::runtime_error::runtime_error;
    };

    using Array = std::vector<Json>;
    using Member = std::pair<std::string, Json>;
    using Object = std::vector<Member>;

    Json() noexcept;
    Json(const Json& other);
    Json(Json&& other) noexcept;
    Json& operator=(const Json& other);
    Json& operator=(Json&& other) noexcept;
    ~Json();

    Json(std::nullptr_t) noexcept;
    Json(const char* text);
    Json(std::string text);
    Json(std::string_view text);
    Json(std::initializer_list<Json> items);
    template <typename T, std::enable_if_t<std::is_arithmetic_v<T>, int> = 0>
    Json(T value) noexcept;
    template <typename T, std::enable_if_t<detail::JsonForm<T>::is_known, int> = 0>
    Json(const T& value) {
        detail::JsonForm<T>::write(*this, value);
    }
    static Json array(std::initializer_list<Json> items = {});
    static Json object(std::initializer_list<Json> members = {});

    /// Throws Error if the text is not JSON, or nested deeper than 1000 levels.
    static Json parse(std::string_view text);
    /// The same, but returns a value with is_discarded() instead of throwing.
    static Json parse_or_discard(std::string_view text);
    /// The JSON text on one line, or on lines indented by `indent` blanks per level. Bytes that are not UTF-8
    /// become U+FFFD.
    std::string dump(int indent = -1) const;

    bool is_discarded() const;
    bool is_null() const;
    bool is_boolean() const;
    bool is_number() const;
    bool is_number_integer() const; ///< a whole number, of either sign
    bool is_number_unsigned() const;
    bool is_number_float() const;
    bool is_string() const;
    bool is_array() const;
    bool is_object() const;
    bool is_structured() const { return is_array() || is_object(); }

    /// Returns the value as a T; throws Error if it has another type. Numbers are clamped to the range of T.
    template <typename T>
    T get() const;
    template <typename T, std::enable_if_t<std::is_arithmetic_v<T> || std::is_same_v<T, std::string> ||
                                               detail::JsonForm<T>::is_known,
                                           int> = 0>
    operator T() const {
        return get<T>();
    }

    /// The number of members of an object or elements of an array; 0 for null, 1 for anything else.
    std::size_t size() const;
    bool empty() const { return size() == 0; }

    /// Returns the member with that name, adding it if it is missing. Null becomes an object first.
    Json& operator[](std::string_view name);
    /// A missing member reads as null.
    const Json& operator[](std::string_view name) const;
    template <typename T>
    Json& operator[](T* name) {
        return (*this)[std::string_view(name)];
    }
    template <typename T>
    const Json& operator[](T* name) const {
        return (*this)[std::string_view(name)];
    }
    Json& operator[](std::size_t index);
    const Json& operator[](std::size_t index) const;

    /// Throws Error if there is none.
    const Json& at(std::string_view name) const;
    Json& at(std::string_view name);
    const Json& at(std::size_t index) const;
    Json& at(std::size_t index);
    template <typename T>
    const Json& at(T* name) const {
        return at(std::string_view(name));
    }
    template <typename T>
    Json& at(T* name) {
        return at(std::string_view(name));
    }

    /// Returns the member, or `otherwise` if there is none. Throws Error if it has another type.
    template <typename T>
    T value(std::string_view name, const T& otherwise) const;
    std::string value(std::string_view name, const char* otherwise) const;

    bool contains(std::string_view name) const;
    std::size_t erase(std::string_view name); ///< returns the number removed
    void erase(std::size_t index);
    void push_back(Json value);
    /// Adds the members of another object; replaces those with the same name.
    void update(const Json& members);

    /// An object's members; none for anything else.
    Object& items();
    const Object& items() const;

    /// The elements of an array; none for anything else.
    Json* begin();
    Json* end();
    const Json* begin() const;
    const Json* end() const;

    /// The member of that name, or null.
    const Json* find(std::string_view name) const;

    /// Numbers are compared by value. Objects are equal if their members are, in the same order.
    friend bool operator==(const Json& a, const Json& b);
    friend bool operator!=(const Json& a, const Json& b) { return !(a == b); }
    template <typename T, std::enable_if_t<std::is_arithmetic_v<T>, int> = 0>
    friend bool operator==(const Json& a, T b) {
        return a == Json(b);
    }
    template <typename T, std::enable_if_t<std::is_arithmetic_v<T>, int> = 0>
    friend bool operator!=(const Json& a, T b) {
        return !(a == Json(b));
    }
    friend std::ostream& operator<<(std::ostream& out, const Json& json);

private:
    struct Discarded {};
    class Reader;
    class Writer;
    using Value = std::variant<std::nullptr_t, bool, std::int64_t, std::uint64_t, double, std::string, Array,
                               Object, Discarded>;

    [[noreturn]] void refuse(const char* wanted) const;
    bool boolean() const;
    double number() const;
    std::int64_t signed_number() const;
    std::uint64_t unsigned_number() const;
    const std::string& text() const;
    const Array& elements() const;

    template <typename T>
    friend struct detail::JsonForm;

    Value value_;
};

template <typename T, std::enable_if_t<std::is_arithmetic_v<T>, int>>
Json::Json(T value) noexcept {
    if constexpr (std::is_same_v<T, bool>)
        value_ = value;
    else if constexpr (std::is_floating_point_v<T>)
        value_ = static_cast<double>(value);
    else if constexpr (std::is_signed_v<T>)
        value_ = static_cast<std::int64_t>(value);
    else
        value_ = static_cast<std::uint64_t>(value);
}

namespace detail {

template <typename Number, typename Wide>
Number narrowed(Wide value) {
    using Limits = std::numeric_limits<Number>;
    if (value < static_cast<Wide>(Limits::min())) return Limits::min();
    if (value > static_cast<Wide>(Limits::max())) return Limits::max();
    return static_cast<Number>(value);
}

template <typename T>
struct JsonForm<std::vector<T>> {
    static constexpr bool is_known = true;
    static void write(Json& json, const std::vector<T>& values) {
        json = Json::array();
        for (const auto& value : values)
            json.push_back(Json(static_cast<const T&>(value)));
    }
    static std::vector<T> read(const Json& json) {
        std::vector<T> values;
        for (const Json& item : json.elements())
            values.push_back(item.get<T>());
        return values;
    }
};

template <>
struct JsonForm<std::vector<Json>> {
    static constexpr bool is_known = true;
    static void write(Json& json, const std::vector<Json>& values) { json.value_ = values; }
    static std::vector<Json> read(const Json& json) { return json.elements(); }
};

template <typename T>
struct JsonForm<std::map<std::string, T>> {
    static constexpr bool is_known = true;
    static void write(Json& json, const std::map<std::string, T>& values) {
        json = Json::object();
        for (const auto& [name, value] : values)
            json[name] = value;
    }
    static std::map<std::string, T> read(const Json& json) {
        if (!json.is_object()) json.refuse("an object");
        std::map<std::string, T> values;
        for (const auto& [name, value] : json.items())
            values[name] = value.template get<T>();
        return values;
    }
};

template <typename A, typename B>
struct JsonForm<std::pair<A, B>> {
    static constexpr bool is_known = true;
    static void write(Json& json, const std::pair<A, B>& values) {
        json = Json::array();
        json.push_back(Json(values.first));
        json.push_back(Json(values.second));
    }
    static std::pair<A, B> read(const Json& json) {
        return {json.at(std::size_t(0)).template get<A>(), json.at(std::size_t(1)).template get<B>()};
    }
};

} // namespace detail

template <typename T>
T Json::get() const {
    if constexpr (std::is_same_v<T, Json>)
        return *this;
    else if constexpr (std::is_same_v<T, bool>)
        return boolean();
    else if constexpr (std::is_floating_point_v<T>)
        return static_cast<T>(number());
    else if constexpr (std::is_arithmetic_v<T> && std::is_signed_v<T>)
        return detail::narrowed<T>(signed_number());
    else if constexpr (std::is_arithmetic_v<T>)
        return detail::narrowed<T>(unsigned_number());
    else if constexpr (std::is_same_v<T, std::string>)
        return text();
    else
        return detail::JsonForm<T>::read(*this);
}

template <typename T>
T Json::value(std::string_view name, const T& otherwise) const {
    if (!is_object()) refuse("an object");
    const Json* const found = find(name);
    return found == nullptr ? otherwise : found->get<T>();
}

} // namespace loop
