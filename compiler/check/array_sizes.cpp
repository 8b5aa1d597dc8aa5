#include "compiler/check/checks.h"

#include <algorithm>
#include <optional>
#include <set>
#include <unordered_set>

/// A size may name variables that get their values further down, as in Figure 6 of the paper. The array is
/// then declared empty, and allocated after `\OPEN0`, once all names in its sizes have values. Tokens decide
/// what is visible and what assigns a value; the C++ compiler catches the rest.
namespace loop::compiler {

namespace {

/// At most this many occurrences of a word are examined, to bound the time.
constexpr std::size_t most_occurrences = 200;

bool is_standard_type(std::string_view word) {
    return word.size() > 2 && word.substr(word.size() - 2) == "_t";
}

bool looks_like_macro(std::string_view word) {
    return std::none_of(word.begin(), word.end(), [](char c) { return c >= 'a' && c <= 'z'; });
}

class SizeCheck {
public:
    explicit SizeCheck(const CheckContext& context) : context_(context), host_(context.host) {
        for (std::uint32_t s = 0; s < context.tree.statements.size(); ++s)
            if (context.tree[s].kind == Statement::Kind::Block) blocks_.emplace(context.tree[s].first, s);
        for (const Construct& construct : context.constructs) {
            if (construct.parameter) params_.emplace(construct.parameter->name, construct.head);
            if (construct.info->shape == Shape::Open) opens_.emplace(construct.function, construct.head.end);
            for (const Supplied* const opened : construct.opened)
                if (opened != nullptr) opened_.insert(opened->name);
            if (construct.info->shape == Shape::Array) ask_for_words(construct);
        }
        occurrences_.find(host_);
        for (const Construct& construct : context.constructs)
            if (construct.info->shape != Shape::Array) remember_uses(construct);
        directive_words_.insert(host_.directive_words.begin(), host_.directive_words.end());
    }

    void run() {
        for (Construct& construct : context_.constructs)
            if (construct.info->shape == Shape::Array && construct.function != none) allocation(construct);
    }

private:
    void ask_for_words(const Construct& construct) {
        for (std::size_t i = 0; i < construct.arguments.size(); ++i)
            for (std::string_view word : context_.words(construct, i))
                occurrences_.ask(word);
        for (const Array& array : construct.arrays) {
            occurrences_.ask(array.name);
            uses_.try_emplace(array.name);
        }
    }

    void remember_uses(const Construct& construct) {
        for (std::size_t i = 0; i < construct.arguments.size(); ++i) {
            if (!construct.has(i)) continue;
            const auto found = uses_.find(context_.text(construct.argument(i)));
            if (found != uses_.end()) found->second.push_back(construct.argument(i));
        }
    }

    /// Whether a word is in an argument of a construct that declares no array.
    bool in_arguments(std::string_view word) {
        if (!in_arguments_) {
            in_arguments_.emplace();
            for (const Construct& construct : context_.constructs)
                for (std::size_t i = 0;
                     construct.info->shape != Shape::Array && i < construct.arguments.size(); ++i)
                    for (std::string_view seen : context_.words(construct, i))
                        in_arguments_->insert(seen);
        }
        return in_arguments_->count(word) != 0;
    }

    /// Allocates after `\OPEN0` or after the statements that give the names in the sizes their values,
    /// whichever comes last.
    void allocation(Construct& construct) {
        std::size_t at = construct.head.end;
        if (auto open = opens_.find(construct.function); open != opens_.end())
            at = std::max(at, end_of_statement(host_.token_at(open->second)));
        for (std::size_t i = 1; i < construct.arguments.size(); ++i)
            if (construct.has(i))
                for (std::string_view word : size_words(construct.argument(i)))
                    at = std::max(at, known_from(construct, i, word));
        if (at == construct.head.end) return;
        for (Array& array : construct.arrays) {
            array.allocate_at = at;
            no_use_before(construct, array);
        }
    }

    /// The words of a size whose values must be known, without functions and types.
    std::vector<std::string_view> size_words(Range size) const {
        std::vector<std::string_view> words;
        for (std::string_view word : free_words(context_.code(size))) {
            const bool call = context_.tokens.is(context_.token_behind(word), "(");
            if (!call && !is_standard_type(word) && !is_supplied(word)) words.push_back(word);
        }
        return words;
    }

    /// The offset at which a word of a size has its value.
    std::size_t known_from(const Construct& construct, std::size_t argument, std::string_view word) {
        const std::size_t here = context_.token_of(construct);
        const auto param = params_.find(word);
        if (param != params_.end() && param->second.begin < construct.head.begin) return construct.head.end;
        if (is_iterator(construct, word) || in_directive(word)) return construct.head.end;
        const auto& all = occurrences_.of(word);
        const auto later = std::lower_bound(all.begin(), all.end(), here);
        if (has_value_before(construct, all.begin(), later)) return construct.head.end;
        if (const std::size_t at = value_behind(here, later, all.end()); at != none) return at;
        if (param != params_.end()) return std::max(param->second.end, construct.head.end);
        if (all.empty() && opened_.count(word) == 0 && !in_arguments(word))
            nowhere_else(construct, argument, word);
        return construct.head.end;
    }

    using Place = std::vector<std::uint32_t>::const_iterator;

    bool has_value_before(const Construct& construct, Place first, Place last) const {
        std::size_t looked_at = 0;
        while (last != first && looked_at++ < most_occurrences) {
            --last;
            if (visible(*last, construct) && !without_value(*last, construct)) return true;
        }
        return false;
    }

    /// Whether a word at `token` can mean the same variable at the construct.
    bool visible(std::uint32_t token, const Construct& construct) const {
        std::uint32_t block = host_.tokens[token].block;
        if (block != Token::unpaired && is_enum(block)) block = host_.tokens[block].block;
        const std::size_t here = context_.token_of(construct);
        if (!host_.encloses(block, here)) return false;
        const Function& function = context_.tree.functions[construct.function];
        const bool in_body = token >= context_.tree[function.body].first;
        return in_body || in_header(token, function) || !in_brackets(token);
    }

    bool in_header(std::uint32_t token, const Function& function) const {
        return token >= function.header_first && token < context_.tree[function.body].first;
    }

    bool is_enum(std::uint32_t open) const {
        for (std::uint32_t back = 1; back <= 5 && back <= open; ++back)
            if (host_.is(open - back, "enum")) return true;
        return false;
    }

    /// Whether `token` is in parentheses. Outside functions, such a word is a parameter of another function.
    bool in_brackets(std::uint32_t token) const {
        for (std::uint32_t at = token; at-- > 0;) {
            if (host_.is(at, ";") || host_.is(at, "}") || host_.is(at, "{")) return false;
            if (host_.is(at, "(") && host_.tokens[at].partner > token) return true;
        }
        return false;
    }

    /// `int rows;` declares a variable without a value; a parameter of the function has a value.
    bool without_value(std::uint32_t token, const Construct& construct) const {
        if (in_header(token, context_.tree.functions[construct.function])) return false;
        return declares_at(host_, token) && (host_.is(token + 1, ";") || host_.is(token + 1, ","));
    }

    /// The end of the first statement after `here`, in the block of `here`, that gives a word a value; the
    /// end of the word's declaration if no statement seems to.
    std::size_t value_behind(std::size_t here, Place first, Place last) const {
        const std::uint32_t block = host_.block_of(here);
        const std::size_t end = host_.end_of_block(block);
        std::uint32_t declared = Token::unpaired;
        std::size_t looked_at = 0;
        std::size_t hidden_until = 0; // an inner block has a variable of this name
        for (; first != last && *first < end && looked_at < most_occurrences; ++first, ++looked_at) {
            if (*first < hidden_until) continue;
            const bool declares = declares_at(host_, *first);
            if (declares && host_.tokens[*first].block != block) {
                hidden_until = host_.end_of_block(host_.tokens[*first].block);
                continue;
            }
            if (gives_value(*first)) return end_of_statement_in(block, *first);
            if (declares && declared == Token::unpaired) declared = *first;
        }
        return declared == Token::unpaired ? none : end_of_statement(declared);
    }

    bool gives_value(std::uint32_t token) const {
        if (host_.is(token + 1, "=")) return true;
        const bool initialised = host_.is(token + 1, "(") || host_.is(token + 1, "{");
        if (initialised && declares_at(host_, token)) return true;
        if (token == 0) return false;
        const bool address =
            host_.is(token - 1, "&") && token >= 2 && (host_.is(token - 2, "(") || host_.is(token - 2, ","));
        return address || host_.is(token - 1, ">>");
    }

    /// The end of the statement of `block` that contains `token`, which may be a whole `if`, loop, or inner
    /// block.
    std::size_t end_of_statement_in(std::uint32_t block, std::uint32_t token) const {
        const auto found = blocks_.find(block);
        if (found == blocks_.end()) return end_of_statement(token);
        const auto& children = context_.tree[found->second].children;
        const auto next = std::upper_bound(
            children.begin(), children.end(), token,
            [&](std::uint32_t at, std::uint32_t child) { return at < context_.tree[child].first; });
        if (next == children.begin()) return end_of_statement(token);
        const Statement& statement = context_.tree[*std::prev(next)];
        if (token >= statement.last) return end_of_statement(token);
        return host_.tokens[statement.last - 1].end;
    }

    std::size_t end_of_statement(std::size_t token) const {
        if (token >= host_.tokens.size()) return host_.text.size();
        const std::size_t first = token;
        while (token < host_.tokens.size() && !host_.is(token, ";"))
            ++token;
        return token < host_.tokens.size() ? host_.tokens[token].end : host_.tokens[first].end;
    }

    bool is_iterator(const Construct& construct, std::string_view word) const {
        for (std::size_t outer = construct.parent; outer != none; outer = context_.constructs[outer].parent) {
            const Construct& around = context_.constructs[outer];
            if (around.iterator && context_.text(*around.iterator) == word) return true;
        }
        return false;
    }

    /// Whether `word` may be a macro of the file or of a system header.
    bool in_directive(std::string_view word) const {
        if (looks_like_macro(word) && !host_.includes.empty()) return true;
        return directive_words_.count(word) != 0;
    }

    void no_use_before(const Construct& construct, const Array& array) {
        for (std::uint32_t token : occurrences_.of(array.name)) {
            const Range range = host_.range(token);
            if (range.begin < construct.head.end) continue;
            if (range.begin >= array.allocate_at) break;
            if (!host_.encloses(host_.block_of(context_.token_of(construct)), token)) continue;
            return used_too_early(range, array);
        }
        const auto uses = uses_.find(array.name);
        if (uses == uses_.end()) return;
        const auto first = std::lower_bound(uses->second.begin(), uses->second.end(), construct.head.end,
                                            [](const Range& use, std::size_t at) { return use.begin < at; });
        if (first != uses->second.end() && first->begin < array.allocate_at) used_too_early(*first, array);
    }

    void used_too_early(Range use, const Array& array) {
        const std::size_t last = array.allocate_at - 1;
        context_.diagnostics
            .error("used-before-size", use, "`{}` is used before its size is known", array.name)
            .note("it is declared here", array.at)
            .note("its size is known after this", {last, last + 1})
            .hint = "give the size its value first";
    }

    void nowhere_else(const Construct& construct, std::size_t argument, std::string_view word) {
        if (has_own_header(host_) || construct.arrays.empty()) return;
        const auto offset = static_cast<std::size_t>(word.data() - context_.source.text().data());
        Diagnostic& diagnostic = context_.diagnostics.error(
            "unknown-size", {offset, offset + word.size()},
            "the size `{}` of `{}` is never known: `{}` occurs nowhere else",
            context_.text(construct.argument(argument)), construct.arrays[0].name, word);
        if (++hints_ > most_hints) return;
        diagnostic.suggest(diagnostic.range, word, words_of_host());
    }

    std::vector<std::string> words_of_host() const {
        std::set<std::string_view> words;
        for (std::size_t token = 0; token < host_.tokens.size(); ++token)
            if (host_.is_name(token)) words.insert(host_.word(token));
        return {words.begin(), words.end()};
    }

    const CheckContext& context_;
    const HostCode& host_;
    Occurrences occurrences_;                                          ///< of names in sizes, and of arrays
    std::optional<std::unordered_set<std::string_view>> in_arguments_; ///< computed when it is first needed
    /// Of each array, the whole arguments of other constructs that are its name.
    std::unordered_map<std::string_view, std::vector<Range>> uses_;
    std::unordered_set<std::string_view> directive_words_;
    std::unordered_set<std::string_view> opened_;        ///< variables that LOOP declares and `\OPEN0` sets
    std::unordered_map<std::string_view, Range> params_; ///< the heads that declare them
    std::unordered_map<std::size_t, std::size_t> opens_; ///< from a function to the end of its \OPEN0
    std::unordered_map<std::uint32_t, std::uint32_t> blocks_; ///< from a `{` to its statement
    std::size_t hints_ = 0;
};

} // namespace

void check_array_sizes(const CheckContext& context) {
    SizeCheck(context).run();
}

} // namespace loop::compiler
