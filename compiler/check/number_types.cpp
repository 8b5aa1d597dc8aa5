#include "compiler/check/number_types.h"

#include <algorithm>
#include <array>

namespace loop::compiler {

namespace {

using Kind = NumberType::Kind;

template <std::size_t N>
bool has(const std::array<std::string_view, N>& words, std::string_view word) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

constexpr std::array<std::string_view, 10> qualifiers{"const",        "constexpr", "static", "volatile",
                                                      "register",     "extern",    "inline", "mutable",
                                                      "thread_local", "typename"};
constexpr std::array<std::string_view, 7> integers{"int",    "long", "short", "unsigned",
                                                   "signed", "char", "bool"};
constexpr std::array<std::string_view, 12> library_integers{"size_t",   "ptrdiff_t", "int8_t",  "int16_t",
                                                            "int32_t",  "int64_t",   "uint8_t", "uint16_t",
                                                            "uint32_t", "uint64_t",  "ssize_t", "intptr_t"};
constexpr std::array<std::string_view, 6> short_integers{"int8_t",  "int16_t",  "int32_t",
                                                         "uint8_t", "uint16_t", "uint32_t"};
constexpr std::array<std::string_view, 4> pointer_qualifiers{"const", "restrict", "__restrict",
                                                             "__restrict__"};

constexpr std::uint32_t longest_declaration = 400; ///< bounds the time

std::uint32_t behind_qualifiers(const HostCode& host, std::uint32_t token) {
    while (host.is_word(token) && has(qualifiers, host.word(token)))
        ++token;
    return token;
}

/// `double`, `unsigned long`: one or more words.
ReadType read_keywords(const HostCode& host, std::uint32_t token) {
    Kind kind = Kind::Unknown;
    bool is_long = false;
    for (; host.is_word(token); ++token) {
        const std::string_view word = host.word(token);
        is_long = is_long || word == "long";
        if (word == "double" || word == "float")
            kind = Kind::Floating;
        else if (has(integers, word))
            kind = kind == Kind::Floating ? kind : Kind::Integer;
        else if (!has(qualifiers, word))
            break;
    }
    return {{kind, 0, is_long && kind == Kind::Integer}, token};
}

/// `vector<T>` and `array<T, n>`; `token` is the name.
ReadType read_container(const HostCode& host, std::uint32_t token) {
    const bool is_array = host.is(token, "array");
    ReadType inner = read_type(host, token + 2);
    if (is_array)
        while (host.is(inner.end, ",") || host.is_word(inner.end) ||
               (inner.end < host.tokens.size() && host.tokens[inner.end].kind == Token::Kind::Number))
            ++inner.end;
    if (!host.is(inner.end, ">")) return {{}, token};
    ++inner.type.subscripts;
    return {inner.type, inner.end + 1};
}

ReadType read_library_type(const HostCode& host, std::uint32_t token) {
    if (host.is(token, "std") && host.is(token + 1, "::")) token += 2;
    if (!host.is_name(token)) return {{}, token};
    if (has(library_integers, host.word(token)))
        return {{Kind::Integer, 0, !has(short_integers, host.word(token))}, token + 1};
    if ((host.is(token, "vector") || host.is(token, "array")) && host.is(token + 1, "<"))
        return read_container(host, token);
    return {{}, token};
}

/// The first token of the declaration that declares the word at `token`.
std::uint32_t begin_of_declaration(const HostCode& host, std::uint32_t token) {
    const std::uint32_t stop = token > longest_declaration ? token - longest_declaration : 0;
    std::uint32_t comma = Token::unpaired; // the last one on the way
    for (std::uint32_t at = token; at > stop; --at) {
        const std::uint32_t before = at - 1;
        if (host.is(before, ";") || host.is(before, "{") || host.is(before, "}")) return at;
        if (host.is(before, "(")) return comma == Token::unpaired ? at : comma + 1; // among parameters
        if (host.is(before, ",") && comma == Token::unpaired) comma = before;
        const std::uint32_t partner = host.tokens[before].partner;
        const bool closes = host.is(before, ")") || host.is(before, "]");
        if (closes && partner != Token::unpaired && partner < before) at = partner + 1;
        if (host.tokens[before].kind == Token::Kind::Construct) return at;
    }
    return stop;
}

} // namespace

ReadType read_type(const HostCode& host, std::uint32_t token) {
    token = behind_qualifiers(host, token);
    const ReadType read = read_keywords(host, token);
    if (read.type.kind != Kind::Unknown) return read;
    ReadType library = read_library_type(host, token);
    if (library.type.kind != Kind::Unknown) library.end = behind_qualifiers(host, library.end);
    return library;
}

NumberTypes::NumberTypes(const CheckContext& context)
    : context_(context), host_(context.host), variables_(context),
      macros_(host_.defined.begin(), host_.defined.end()) {
    of_constructs();
    of_file();
}

void NumberTypes::of_constructs() {
    const std::size_t everywhere = host_.text.size();
    const auto type_of_word = [](std::string_view word) {
        const bool floating = word == "double" || word == "float";
        const bool has_64_bits = word == "long" || word == "long long" || word == "size_t";
        const bool integer = word == "int" || has_64_bits;
        return NumberType{floating  ? Kind::Floating
                          : integer ? Kind::Integer
                                    : Kind::Unknown,
                          0, has_64_bits};
    };
    for (const Construct& construct : context_.constructs) {
        if (construct.iterator)
            by_constructs_[context_.text(*construct.iterator)].push_back(
                {{Kind::Integer, 0}, construct.statement.begin, construct.statement.end});
        if (construct.parameter)
            by_constructs_[construct.parameter->name].push_back(
                {type_of_word(construct.parameter->type), 0, everywhere});
        if (construct.arrays.empty()) continue;
        NumberType type;
        for (std::size_t i = 0; i < construct.arguments.size(); ++i)
            if (construct.has(i) && construct.info->parameters[i].kind == ParameterKind::Type)
                type = type_of_word(flatten(context_.code(construct.argument(i))));
        type.subscripts = construct.info->name == "MAT" ? 2 : 1;
        const Range scope =
            construct.function == none ? Range{0, everywhere} : context_.body(construct.function);
        for (const Array& array : construct.arrays)
            by_constructs_[array.name].push_back({type, scope.begin, scope.end});
    }
}

void NumberTypes::of_file() {
    const auto size = static_cast<std::uint32_t>(host_.tokens.size());
    for (std::uint32_t token = 0; token < size; ++token) {
        if (host_.tokens[token].block != Token::unpaired) continue;
        if (host_.is(token, "(") && host_.tokens[token].partner != Token::unpaired)
            token = host_.tokens[token].partner; // parameters
        else if (host_.is_name(token) && declares_at(host_, token))
            at_file_scope_[host_.word(token)].push_back(token);
    }
}

NumberType NumberTypes::declared_at(std::uint32_t token) const {
    const ReadType read = read_type(host_, begin_of_declaration(host_, token));
    NumberType type = read.type;
    if (type.kind == Kind::Unknown || read.end > token) return {};
    std::uint32_t first = token; // of the declarator
    for (; first > read.end; --first) {
        if (host_.is(first - 1, "*"))
            ++type.subscripts;
        else if (!host_.is(first - 1, "&") && !has(pointer_qualifiers, host_.word(first - 1)))
            break;
    }
    if (first != read.end && !host_.is(first - 1, ",")) return {};
    std::uint32_t at = token + 1;
    while (host_.is(at, "[") && host_.tokens[at].partner != Token::unpaired) {
        ++type.subscripts;
        at = host_.tokens[at].partner + 1;
    }
    return type;
}

/// `for (i = 0; ...)` does not declare `i`.
bool NumberTypes::begins_for(std::size_t token) const {
    return token >= 2 && host_.is(token - 1, "(") && host_.is(token - 2, "for");
}

NumberType NumberTypes::of(std::size_t function, std::uint32_t token) const {
    return of(function, host_.word(token), token);
}

NumberType NumberTypes::of(std::size_t function, std::string_view word, std::uint32_t token) const {
    if (macros_.count(word) != 0) return {};
    std::size_t place = variables_.at(function, word, token).second;
    while (place < host_.tokens.size() && begins_for(place)) // it is declared before
        place = variables_.at(function, word, place - 2).second;
    const bool in_function = place < host_.tokens.size();
    const auto of_file = at_file_scope_.find(word);
    const std::size_t at = host_.tokens[token].begin;
    const Named* named = nullptr;
    if (const auto found = by_constructs_.find(word); found != by_constructs_.end())
        for (const Named& each : found->second) {
            if (at < each.from || at >= each.to) continue;
            if (named != nullptr) return {};
            named = &each;
        }
    if (in_function) return named == nullptr ? declared_at(static_cast<std::uint32_t>(place)) : NumberType{};
    const bool is_of_file = place == Variables::of_file(word).second && of_file != at_file_scope_.end();
    if (named != nullptr) return is_of_file ? NumberType{} : named->type;
    return is_of_file && of_file->second.size() == 1 ? declared_at(of_file->second.front()) : NumberType{};
}

} // namespace loop::compiler
