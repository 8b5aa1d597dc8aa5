#include "base/text/json.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <ostream>
#include <unordered_map>

namespace loop {

namespace {

/// The max nesting, deeper than in any file of LOOP. Values are copied, written, and destroyed recursively.
constexpr std::size_t deepest = 1000;

const Json& nothing() {
    static const Json null;
    return null;
}

template <typename Object>
auto* member_of(Object& object, std::string_view name) {
    const auto found = std::find_if(object.begin(), object.end(),
                                    [&](const Json::Member& member) { return member.first == name; });
    return found == object.end() ? nullptr : &*found;
}

/// Keeps the last value of each name at the position of the first.
void merge_equal_names(Json::Object& object) {
    std::unordered_map<std::string_view, std::size_t> places;
    for (std::size_t i = 0; i < object.size(); ++i)
        if (const auto [place, is_new] = places.emplace(object[i].first, i); !is_new)
            object[place->second].second = std::move(object[i].second);
    if (places.size() == object.size()) return;
    Json::Object kept;
    for (std::size_t i = 0; i < object.size(); ++i)
        if (places.at(object[i].first) == i) kept.push_back(object[i]);
    object = std::move(kept);
}

} // namespace

/// Receives the events of the library's parser.
class Json::Reader {
public:
    explicit Reader(Json& result) : result_(result) {}

    bool null() { return add(Json()); }
    bool boolean(bool value) { return add(Json(value)); }
    bool number_integer(std::int64_t value) { return add(Json(value)); }
    bool number_unsigned(std::uint64_t value) { return add(Json(value)); }
    bool number_float(double value, const std::string&) { return add(Json(value)); }
    bool string(std::string& value) { return add(Json(std::move(value))); }
    bool binary(std::vector<std::uint8_t>&) { return false; }
    bool start_array(std::size_t) { return open(Json::array()); }
    bool start_object(std::size_t) { return open(Json::object()); }
    bool end_array() { return close(); }
    bool end_object() {
        merge_equal_names(std::get<Object>(open_.back()->value_));
        return close();
    }
    bool key(std::string& name) {
        name_ = std::move(name);
        return true;
    }
    bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception& error) {
        problem = error.what();
        return false;
    }

    std::string problem;

private:
    bool add(Json value) {
        place(std::move(value));
        return true;
    }
    bool open(Json value) {
        if (open_.size() == deepest) {
            problem = "nested more than 1000 levels deep";
            return false;
        }
        open_.push_back(place(std::move(value)));
        return true;
    }
    bool close() {
        open_.pop_back();
        return true;
    }
    /// Returns the position of the value. Open containers do not move: only the innermost one grows.
    Json* place(Json value) {
        if (open_.empty()) {
            result_ = std::move(value);
            return &result_;
        }
        if (auto* array = std::get_if<Array>(&open_.back()->value_))
            return &array->emplace_back(std::move(value));
        return &std::get<Object>(open_.back()->value_)
                    .emplace_back(std::move(name_), std::move(value))
                    .second;
    }

    Json& result_;
    std::vector<Json*> open_;
    std::string name_;
};

/// Writes a value as JSON text. The library writes what is neither array nor object.
class Json::Writer {
public:
    explicit Writer(int indent) : indent_(indent) {}

    std::string take() { return std::move(text_); }

    void write(const Json& json) {
        std::visit([this](const auto& value) { add(value); }, json.value_);
    }

private:
    template <typename T>
    void add(const T& value) {
        text_ += nlohmann::json(value).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    }
    void add(const Discarded&) { text_ += "<discarded>"; }
    void add(const Array& array) {
        add_all('[', array, ']', [this](const Json& item) { write(item); });
    }
    void add(const Object& object) {
        add_all('{', object, '}', [this](const Member& member) {
            add(member.first);
            text_ += indent_ < 0 ? ":" : ": ";
            write(member.second);
        });
    }

    template <typename Items, typename AddItem>
    void add_all(char begin, const Items& items, char end, const AddItem& add_item) {
        text_ += begin;
        ++depth_;
        for (const auto& item : items) {
            if (&item != &items.front()) text_ += ',';
            add_line();
            add_item(item);
        }
        --depth_;
        if (!items.empty()) add_line();
        text_ += end;
    }

    void add_line() {
        if (indent_ >= 0) text_ += '\n' + std::string(static_cast<std::size_t>(depth_ * indent_), ' ');
    }

    int indent_;
    int depth_ = 0;
    std::string text_;
};

Json::Json() noexcept = default;
Json::Json(const Json& other) = default;
Json::Json(Json&& other) noexcept = default;
Json& Json::operator=(const Json& other) = default;
Json& Json::operator=(Json&& other) noexcept = default;
Json::~Json() = default;

Json::Json(std::nullptr_t) noexcept {}
Json::Json(const char* text) : value_(std::string(text)) {}
Json::Json(std::string text) : value_(std::move(text)) {}
Json::Json(std::string_view text) : value_(std::string(text)) {}

Json::Json(std::initializer_list<Json> items) {
    const bool are_members = std::all_of(items.begin(), items.end(), [](const Json& item) {
        return item.is_array() && item.size() == 2 && item[std::size_t(0)].is_string();
    });
    *this = are_members ? object(items) : array(items);
}

Json Json::array(std::initializer_list<Json> items) {
    Json json;
    json.value_ = Array(items);
    return json;
}

Json Json::object(std::initializer_list<Json> members) {
    Json json;
    Object& object = json.value_.emplace<Object>();
    for (const Json& member : members)
        object.emplace_back(member.at(std::size_t(0)).text(), member.at(std::size_t(1)));
    merge_equal_names(object);
    return json;
}

Json Json::parse(std::string_view text) {
    Json json;
    Reader reader(json);
    if (!nlohmann::json::sax_parse(text.begin(), text.end(), &reader)) throw Error(reader.problem);
    return json;
}

Json Json::parse_or_discard(std::string_view text) {
    try {
        return parse(text);
    } catch (const Error&) {
        Json json;
        json.value_ = Discarded{};
        return json;
    }
}

std::string Json::dump(int indent) const {
    Writer writer(indent);
    writer.write(*this);
    return writer.take();
}

bool Json::is_discarded() const {
    return std::holds_alternative<Discarded>(value_);
}
bool Json::is_null() const {
    return std::holds_alternative<std::nullptr_t>(value_);
}
bool Json::is_boolean() const {
    return std::holds_alternative<bool>(value_);
}
bool Json::is_number() const {
    return is_number_integer() || is_number_float();
}
bool Json::is_number_integer() const {
    return std::holds_alternative<std::int64_t>(value_) || is_number_unsigned();
}
bool Json::is_number_unsigned() const {
    return std::holds_alternative<std::uint64_t>(value_);
}
bool Json::is_number_float() const {
    return std::holds_alternative<double>(value_);
}
bool Json::is_string() const {
    return std::holds_alternative<std::string>(value_);
}
bool Json::is_array() const {
    return std::holds_alternative<Array>(value_);
}
bool Json::is_object() const {
    return std::holds_alternative<Object>(value_);
}

void Json::refuse(const char* wanted) const {
    constexpr const char* kinds[] = {"null",     "a boolean", "a number",  "a number",    "a number",
                                     "a string", "an array",  "an object", "invalid JSON"};
    throw Error(std::string("expected ") + wanted + ", found " + kinds[value_.index()]);
}

bool Json::boolean() const {
    if (!is_boolean()) refuse("a boolean");
    return std::get<bool>(value_);
}

double Json::number() const {
    if (const auto* value = std::get_if<std::int64_t>(&value_)) return static_cast<double>(*value);
    if (const auto* value = std::get_if<std::uint64_t>(&value_)) return static_cast<double>(*value);
    if (!is_number_float()) refuse("a number");
    return std::get<double>(value_);
}

namespace {

/// Converts a double to an integer, clamped to the range of the type; NaN becomes 0.
template <typename Whole>
Whole whole_of(double value) {
    using Limits = std::numeric_limits<Whole>;
    if (std::isnan(value)) return 0;
    if (value <= static_cast<double>(Limits::min())) return Limits::min();
    if (value >= static_cast<double>(Limits::max())) return Limits::max();
    return static_cast<Whole>(value);
}

} // namespace

std::int64_t Json::signed_number() const {
    if (const auto* value = std::get_if<std::int64_t>(&value_)) return *value;
    if (const auto* value = std::get_if<std::uint64_t>(&value_))
        return static_cast<std::int64_t>(
            std::min<std::uint64_t>(*value, std::uint64_t(std::numeric_limits<std::int64_t>::max())));
    return whole_of<std::int64_t>(number());
}

std::uint64_t Json::unsigned_number() const {
    if (const auto* value = std::get_if<std::uint64_t>(&value_)) return *value;
    if (const auto* value = std::get_if<std::int64_t>(&value_))
        return static_cast<std::uint64_t>(std::max<std::int64_t>(*value, 0));
    return whole_of<std::uint64_t>(number());
}

const std::string& Json::text() const {
    if (!is_string()) refuse("a string");
    return std::get<std::string>(value_);
}

const Json::Array& Json::elements() const {
    if (!is_array()) refuse("an array");
    return std::get<Array>(value_);
}

std::size_t Json::size() const {
    if (const auto* array = std::get_if<Array>(&value_)) return array->size();
    if (const auto* object = std::get_if<Object>(&value_)) return object->size();
    return is_null() ? 0 : 1;
}

Json& Json::operator[](std::string_view name) {
    if (is_null()) value_.emplace<Object>();
    if (!is_object()) refuse("an object");
    auto& object = std::get<Object>(value_);
    if (auto* member = member_of(object, name)) return member->second;
    return object.emplace_back(std::string(name), Json()).second;
}

const Json& Json::operator[](std::string_view name) const {
    const Json* const found = find(name);
    return found != nullptr ? *found : nothing();
}

Json& Json::operator[](std::size_t index) {
    return at(index);
}

const Json& Json::operator[](std::size_t index) const {
    const auto* array = std::get_if<Array>(&value_);
    return array != nullptr && index < array->size() ? (*array)[index] : nothing();
}

const Json& Json::at(std::string_view name) const {
    if (!is_object()) refuse("an object");
    const Json* const found = find(name);
    if (found == nullptr) throw Error("`" + std::string(name) + "` is missing");
    return *found;
}

Json& Json::at(std::string_view name) {
    return const_cast<Json&>(std::as_const(*this).at(name));
}

const Json& Json::at(std::size_t index) const {
    const Array& array = elements();
    if (index >= array.size()) throw Error("element " + std::to_string(index) + " is missing");
    return array[index];
}

Json& Json::at(std::size_t index) {
    return const_cast<Json&>(std::as_const(*this).at(index));
}

std::string Json::value(std::string_view name, const char* otherwise) const {
    return value(name, std::string(otherwise));
}

bool Json::contains(std::string_view name) const {
    return find(name) != nullptr;
}

std::size_t Json::erase(std::string_view name) {
    auto* object = std::get_if<Object>(&value_);
    const Member* member = object != nullptr ? member_of(*object, name) : nullptr;
    if (member == nullptr) return 0;
    object->erase(object->begin() + (member - object->data()));
    return 1;
}

void Json::erase(std::size_t index) {
    at(index);
    auto& array = std::get<Array>(value_);
    array.erase(array.begin() + static_cast<std::ptrdiff_t>(index));
}

void Json::push_back(Json value) {
    if (is_null()) value_.emplace<Array>();
    if (!is_array()) refuse("an array");
    std::get<Array>(value_).push_back(std::move(value));
}

void Json::update(const Json& members) {
    if (!members.is_object()) members.refuse("an object");
    for (const auto& [name, value] : members.items())
        (*this)[name] = value;
}

Json::Object& Json::items() {
    return const_cast<Object&>(std::as_const(*this).items());
}

const Json::Object& Json::items() const {
    static Object none;
    const auto* object = std::get_if<Object>(&value_);
    return object != nullptr ? *object : none;
}

const Json* Json::begin() const {
    const auto* array = std::get_if<Array>(&value_);
    return array != nullptr ? array->data() : nullptr;
}

const Json* Json::end() const {
    return is_array() ? begin() + size() : nullptr;
}
Json* Json::begin() {
    return const_cast<Json*>(std::as_const(*this).begin());
}
Json* Json::end() {
    return const_cast<Json*>(std::as_const(*this).end());
}

const Json* Json::find(std::string_view name) const {
    const auto* object = std::get_if<Object>(&value_);
    const Member* member = object != nullptr ? member_of(*object, name) : nullptr;
    return member != nullptr ? &member->second : nullptr;
}

bool operator==(const Json& a, const Json& b) {
    if (a.is_number() && b.is_number() && a.value_.index() != b.value_.index()) {
        if (a.is_number_float() || b.is_number_float()) return a.number() == b.number();
        // One is signed and the other unsigned.
        const Json& with_sign = a.is_number_unsigned() ? b : a;
        const Json& without = a.is_number_unsigned() ? a : b;
        const auto value = std::get<std::int64_t>(with_sign.value_);
        return value >= 0 && static_cast<std::uint64_t>(value) == std::get<std::uint64_t>(without.value_);
    }
    if (a.is_discarded() || b.is_discarded()) return false;
    return a.value_.index() == b.value_.index() && std::visit(
                                                       [&](const auto& value) {
                                                           using T = std::decay_t<decltype(value)>;
                                                           if constexpr (std::is_same_v<T, Json::Discarded>)
                                                               return false;
                                                           else
                                                               return value == std::get<T>(b.value_);
                                                       },
                                                       a.value_);
}

std::ostream& operator<<(std::ostream& out, const Json& json) {
    return out << json.dump();
}

} // namespace loop
