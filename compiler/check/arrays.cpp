#include "check/arguments.h"
#include "check/checks.h"
#include "check/cxx_lexer.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

namespace loop::compiler {

namespace {

struct Declared {
    const Construct* construct;
    Range at;
};

class ArrayCheck {
public:
    explicit ArrayCheck(const CheckContext& context) : context_(context) {}

    void run() {
        for (const Construct& construct : context_.constructs) {
            for (const Array& array : construct.arrays)
                declare(construct, array);
            if (construct.parameter) params_.emplace(construct.parameter->name, construct.head.begin);
            if (construct.info->shape == Shape::Open) opens_.emplace(construct.function, construct.head.end);
        }
        find_words();
        for (Construct& construct : context_.constructs) {
            uses(construct);
            extents(construct);
            if (construct.info->shape == Shape::Array && construct.function != none) allocation(construct);
        }
    }

private:
    using Key = std::pair<std::size_t, std::string_view>;

    /// One pass over the file for all words that sizes and arguments name.
    void find_words() {
        for (const Construct& construct : context_.constructs)
            for (std::size_t i = 0; i < construct.arguments.size(); ++i)
                if (construct.has(i) &&
                    (construct.info->shape == Shape::Array || is_array(construct.info->parameters[i].kind)))
                    for (std::string_view word : free_words(context_.text(construct.argument(i))))
                        occurrences_[word];
        if (occurrences_.empty()) return;
        for (std::uint32_t token = 0; token < context_.host.tokens.size(); ++token) {
            if (context_.host.tokens[token].kind != Token::Kind::Word) continue;
            auto found = occurrences_.find(context_.host.word(token));
            if (found != occurrences_.end()) found->second.push_back(token);
        }
    }

    static bool is_array(ParameterKind kind) {
        return kind == ParameterKind::Array || kind == ParameterKind::Matrix || kind == ParameterKind::Vector;
    }

    void declare(const Construct& construct, const Array& array) {
        declared_.emplace(Key{construct.function, array.name}, Declared{&construct, array.at});
    }

    const Declared* find(std::size_t function, std::string_view name) const {
        auto found = declared_.find({function, name});
        return found == declared_.end() ? nullptr : &found->second;
    }

    // -- uses
    // ----------------------------------------------------------------------------------------------------
    void uses(const Construct& construct) {
        for (std::size_t i = 0; i < construct.info->parameters.size(); ++i) {
            const bool array = is_array(construct.info->parameters[i].kind);
            if (array && construct.has(i))
                use(construct, construct.info->parameters[i], construct.argument(i));
        }
    }

    void use(const Construct& construct, const Parameter& parameter, Range range) {
        const std::string_view name = context_.text(range);
        if (name.empty() || !cxx::word_start(name[0]) || cxx::skip_word(name, 0) != name.size()) return;
        const Declared* declared = find(construct.function, name);
        if (declared == nullptr) return undeclared(construct, range, name);
        const std::string_view is = declared->construct->info->name;
        const bool wrong = (parameter.kind == ParameterKind::Matrix && is == "VEC") ||
                           (parameter.kind == ParameterKind::Vector && is == "MAT");
        if (!wrong) return;
        Diagnostic& diagnostic = context_.diagnostics.error(
            "argument-kind", range,
            fmt::format("argument `{}` of `{}` must be {}, and `{}` is a {}", parameter.name,
                        context_.text(construct), describe(parameter.kind), name,
                        is == "VEC" ? "vector" : "matrix"));
        diagnostic.notes.push_back({fmt::format("`{}` is declared here", name), declared->at});
    }

    void undeclared(const Construct& construct, Range range, std::string_view name) {
        if (has_own_header(context_.host) || declared_in_host(context_.host, name, occurrences_[name]))
            return;
        Diagnostic& diagnostic = context_.diagnostics.error(
            "undeclared-array", range,
            fmt::format("`{}` is not declared by a `\\MAT` or `\\VEC` of this function", name));
        std::vector<std::string> known;
        for (const auto& [key, value] : declared_)
            if (key.first == construct.function) known.emplace_back(key.second);
        const std::string near = nearest(name, known);
        if (!near.empty()) diagnostic.hint = fmt::format("did you mean `{}`?", near);
    }

    // -- extents
    // -------------------------------------------------------------------------------------------------
    /// The constant extent of an array argument; nothing where it is not known before the run.
    std::optional<long long> extent(const Construct& construct, std::size_t argument,
                                    std::size_t dimension) const {
        const Declared* declared = find(construct.function, context_.text(construct.argument(argument)));
        if (declared == nullptr || !declared->construct->has(1 + dimension)) return std::nullopt;
        return integer_constant(context_.text(declared->construct->argument(1 + dimension)));
    }

    void agree(const Construct& construct, std::size_t one, std::size_t one_dimension, std::size_t other,
               std::size_t other_dimension) {
        const auto a = extent(construct, one, one_dimension);
        const auto b = extent(construct, other, other_dimension);
        if (!a || !b || *a == *b) return;
        const auto what = [&](std::size_t argument, std::size_t dimension, long long n) {
            const bool matrix = find(construct.function, context_.text(construct.argument(argument)))
                                    ->construct->info->name == "MAT";
            return fmt::format("{} {} of `{}`", n,
                               !matrix          ? "elements"
                               : dimension == 0 ? "rows"
                                                : "columns",
                               context_.text(construct.argument(argument)));
        };
        context_.diagnostics.error("extents-disagree", construct.argument(other),
                                   fmt::format("the {} cannot agree with the {}",
                                               what(other, other_dimension, *b),
                                               what(one, one_dimension, *a)));
    }

    void extents(const Construct& construct) {
        const std::string_view name = construct.info->name;
        for (std::size_t i = 0; i < construct.arguments.size(); ++i)
            if (construct.has(i) && construct.info->parameters[i].kind == ParameterKind::Count) return;
        if (name == "MATPROD") {
            agree(construct, 0, 0, 1, 0);
            agree(construct, 0, 1, 2, 1);
            agree(construct, 1, 1, 2, 0);
        } else if (name == "MATVECPROD") {
            agree(construct, 1, 0, 0, 0);
            agree(construct, 1, 1, 2, 0);
        } else if (name == "SCALPROD") {
            agree(construct, 1, 0, 2, 0);
        }
    }

    // -- where to allocate
    // ------------------------------------------------------------------------------------------
    /// Behind `\OPEN0` and behind the declarations of all words of the sizes, whichever comes last.
    void allocation(Construct& construct) {
        std::size_t at = construct.head.end;
        if (auto open = opens_.find(construct.function); open != opens_.end())
            at = std::max(at, end_of_statement(open->second));
        for (std::size_t i = 1; i < construct.arguments.size(); ++i)
            if (construct.has(i))
                for (std::string_view word : free_words(context_.text(construct.argument(i))))
                    at = std::max(at, known_from(construct, i, word));
        if (at == construct.head.end) return;
        for (Array& array : construct.arrays)
            array.allocate_at = at;
    }

    std::size_t end_of_statement(std::size_t offset) const {
        std::size_t token = context_.host.token_at(offset);
        while (token < context_.host.tokens.size() && !context_.host.is(token, ";"))
            ++token;
        return token < context_.host.tokens.size() ? context_.host.tokens[token].end : offset;
    }

    /// From where on a word of a size is known: the end of the statement that declares it, where that comes
    /// later.
    std::size_t known_from(const Construct& construct, std::size_t argument, std::string_view word) {
        const HostText& host = context_.host;
        const auto param = params_.find(word);
        if (param != params_.end() && param->second < construct.head.begin) return construct.head.end;
        const std::size_t here = host.token_at(construct.head.begin);
        const auto& seen = occurrences_[word];
        if (!seen.empty() && seen.front() < here) return construct.head.end;
        const auto& in_directives = host.directive_words;
        if (std::find(in_directives.begin(), in_directives.end(), word) != in_directives.end())
            return construct.head.end;
        if (is_iterator(construct, word) || is_prelude_name(word)) return construct.head.end;
        if (const std::size_t later = declared_later(here, word); later != none) return later;
        if (!has_own_header(host)) unknown_size(construct, argument, word);
        return construct.head.end;
    }

    bool is_iterator(const Construct& construct, std::string_view word) const {
        for (std::size_t outer = construct.parent; outer != none; outer = context_.constructs[outer].parent) {
            const Construct& around = context_.constructs[outer];
            if (around.iterator && context_.text(*around.iterator) == word) return true;
        }
        return false;
    }

    static bool is_prelude_name(std::string_view word) {
        return word == "TRACE_BUF_SIZE" || word == "T_BUF" || word == "ITERATIONS" || word == "MY_TYPE";
    }

    /// The end of the statement in which `word` first occurs behind `here`, in the block of `here` itself.
    std::size_t declared_later(std::size_t here, std::string_view word) const {
        const HostText& host = context_.host;
        const auto& seen_at = occurrences_.at(word);
        const bool param_later = params_.count(word) != 0;
        if (seen_at.empty() && !param_later) return none;
        for (std::size_t token = here + 1; token < host.tokens.size(); ++token) {
            const Token& seen = host.tokens[token];
            if (host.is(token, "}")) return none;
            const bool bracket = host.is(token, "{") || host.is(token, "(") || host.is(token, "[");
            if (bracket && seen.partner != Token::unpaired && seen.partner > token)
                token = seen.partner;
            else if (seen.kind == Token::Kind::Construct && parameter_at(seen.partner, word))
                return seen.end;
            else if (host.word(token) == word)
                return end_of_statement(seen.end);
        }
        return none;
    }

    bool parameter_at(std::size_t construct, std::string_view word) const {
        const Construct& here = context_.constructs[construct];
        return here.parameter && here.parameter->name == word;
    }

    void unknown_size(const Construct& construct, std::size_t argument, std::string_view word) {
        const Range range = construct.argument(argument);
        const auto offset = static_cast<std::size_t>(word.data() - context_.source.text().data());
        if (construct.arrays.empty()) return;
        Diagnostic& diagnostic = context_.diagnostics.error(
            "unknown-size", {offset, offset + word.size()},
            fmt::format("the size `{}` of `{}` can never be known: `{}` occurs nowhere else",
                        context_.text(range), construct.arrays[0].name, word));
        const std::string near = nearest(word, words_of_host());
        if (!near.empty()) diagnostic.hint = fmt::format("did you mean `{}`?", near);
    }

    std::vector<std::string> words_of_host() const {
        std::set<std::string_view> words;
        for (std::size_t token = 0; token < context_.host.tokens.size(); ++token)
            if (context_.host.tokens[token].kind == Token::Kind::Word &&
                !is_keyword(context_.host.word(token)))
                words.insert(context_.host.word(token));
        return {words.begin(), words.end()};
    }

    const CheckContext& context_;
    std::map<Key, Declared> declared_;
    std::unordered_map<std::string_view, std::size_t> params_; ///< where each is declared
    std::unordered_map<std::size_t, std::size_t> opens_;       ///< by function: the end of its \\OPEN0
    std::unordered_map<std::string_view, std::vector<std::uint32_t>> occurrences_; ///< tokens in host text
};

} // namespace

void check_arrays(const CheckContext& context) {
    ArrayCheck(context).run();
}

} // namespace loop::compiler
