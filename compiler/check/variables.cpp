#include "compiler/check/variables.h"

#include <algorithm>

namespace loop::compiler {

namespace {

// To bound the time; real declarations need less.
constexpr std::size_t most_variables_tried = 200;
constexpr std::uint32_t longest_header = 200;

constexpr std::uint64_t file_place = std::uint64_t{1} << 50;
constexpr std::uint64_t of_function = std::uint64_t{1} << 40;

} // namespace

Variables::Variables(const CheckContext& context) : context_(context), host_(context.host) {
    for (std::uint32_t s = 0; s < context.tree.statements.size(); ++s)
        if (context.tree[s].condition_first != 0) headed_.emplace(context.tree[s].condition_first, s);
    for (const Function& function : context.tree.functions) {
        const Statement& body = context.tree[function.body];
        find_declarations(function.header_first, body.first, true, body.last);
        find_declarations(body.first, body.last, false, 0);
    }
}

void Variables::find_declarations(std::uint32_t first, std::uint32_t last, bool header, std::size_t end) {
    for (std::uint32_t token = first; token < last; ++token) {
        if (!host_.is_name(token)) continue;
        if (!begins_for(token) && !declares_at(host_, token)) continue;
        declared_[host_.word(token)].push_back({token, header ? end : scope_end(token)});
    }
}

/// `for (i = 0; ...)` counts as a declaration, as the value of `i` before the loop does not matter in it.
bool Variables::begins_for(std::uint32_t token) const {
    return token >= 2 && host_.is(token - 1, "(") && host_.is(token - 2, "for") && host_.is(token + 1, "=");
}

/// The end of the block. For a variable declared in the parentheses of a statement or lambda, the end of that
/// statement or lambda.
std::size_t Variables::scope_end(std::uint32_t token) const {
    const std::uint32_t block = host_.tokens[token].block;
    const std::uint32_t stop = token > longest_header ? token - longest_header : 0;
    for (std::uint32_t at = token; at-- > stop && at != block;) {
        if (!host_.is(at, "(") || host_.tokens[at].partner == Token::unpaired ||
            host_.tokens[at].partner < token)
            continue;
        if (const auto statement = headed_.find(at + 1); statement != headed_.end())
            return context_.tree[statement->second].last;
        for (std::uint32_t next = host_.tokens[at].partner + 1; next < host_.tokens.size(); ++next) {
            if (host_.is(next, "{")) return host_.end_of_block(next);
            if (host_.is(next, ";") || host_.is(next, ",") || host_.is(next, ")")) break;
        }
        break;
    }
    return host_.end_of_block(block);
}

Variables::Variable Variables::at(std::size_t function, std::string_view word, std::size_t token) const {
    const auto found = declared_.find(word);
    if (found != declared_.end()) {
        auto candidate = std::upper_bound(found->second.begin(), found->second.end(), token,
                                          [](std::size_t at, const Declared& d) { return at < d.token; });
        for (std::size_t looked_at = 0;
             candidate != found->second.begin() && looked_at < most_variables_tried; ++looked_at) {
            --candidate;
            if (candidate->last > token) return {word, candidate->token};
        }
    }
    const Function& here = context_.tree.functions[function];
    const bool own = found != declared_.end() && !found->second.empty() &&
                     found->second.front().token >= here.header_first;
    return {word, own ? of_function + function : file_place};
}

bool Variables::declared_behind(std::size_t function, std::string_view word, std::size_t token,
                                std::uint32_t first) const {
    const std::uint64_t place = at(function, word, token).second;
    return place < of_function && place >= first;
}

std::vector<Variables::Variable> Variables::set_by(const Construct& open, std::size_t argument) const {
    const std::size_t token = context_.token_of(open);
    std::vector<Variable> all;
    if (open.function != none)
        for (const std::string_view word : context_.words(open, argument))
            all.push_back(at(open.function, word, token));
    const Supplied* const opened = open.opened_by(argument);
    if (opened == nullptr) return all;
    all.push_back(of_file(opened->name));
    if (open.function != none && !declared_behind(open.function, opened->name, token, 0))
        all.push_back(at(open.function, opened->name, token));
    return all;
}

Variables::Variable Variables::of_file(std::string_view word) {
    return {word, file_place};
}

} // namespace loop::compiler
