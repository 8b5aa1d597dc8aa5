#include "compiler/check/checks.h"
#include "compiler/check/values.h"

#include <algorithm>
#include <unordered_set>

namespace loop::compiler {

namespace {

/// The class whose body is the block at `brace`; empty: none.
std::string_view class_of(const HostCode& host, std::uint32_t brace) {
    for (std::uint32_t token = brace; token-- > 0;) {
        if (host.is(token, ";") || host.is(token, "{") || host.is(token, "}") || host.is(token, ")")) break;
        if (host.is(token, "struct") || host.is(token, "class") || host.is(token, "union"))
            return host.is_name(token + 1) ? host.word(token + 1) : std::string_view();
    }
    return {};
}

/// Which code outside functions uses parameters: by their names, by calls of functions that use them, or by
/// objects of classes with such functions.
class EarlyUses {
public:
    EarlyUses(const CheckContext& context, const std::unordered_set<std::string_view>& parameters)
        : host_(context.host), names_(parameters), in_function_(host_.tokens.size(), false) {
        for (const Function& function : context.tree.functions)
            add(function, std::max(function.header_first, context.tree[function.body].last));
        for (bool is_new = true; is_new;) {
            is_new = false;
            for (User& user : users_)
                if (!user.is_taken && uses_any(user)) {
                    take(user);
                    is_new = true;
                }
        }
    }

    bool any() const {
        std::uint32_t closing = 0; // of the outermost parentheses
        for (std::uint32_t token = 0; token < host_.tokens.size(); ++token) {
            const Token& here = host_.tokens[token];
            if (host_.is(token, "(") && token >= closing && here.partner != Token::unpaired)
                closing = here.partner;
            if (!in_function_[token] && host_.is_word(token) && is_use(token, token < closing)) return true;
        }
        return false;
    }

private:
    struct User { ///< a function, with the words in it
        std::string_view name, of_class;
        std::unordered_set<std::string_view> words;
        bool is_taken = false;
    };

    void add(const Function& function, std::uint32_t end) {
        std::fill(in_function_.begin() + function.header_first, in_function_.begin() + end, true);
        if (function.name == "main") return;
        User user{function.name, {}, {}, false};
        const std::uint32_t brace = host_.block_of(function.header_first);
        if (brace != Token::unpaired) user.of_class = class_of(host_, brace);
        for (std::uint32_t token = function.header_first; token < end; ++token) {
            if (host_.is_word(token) && !is_member(host_, token)) user.words.insert(host_.word(token));
            const bool is_own_name = host_.is(token, "::") && token > function.header_first &&
                                     token + 1 < end && host_.word(token + 1) == function.name;
            if (is_own_name && user.of_class.empty()) user.of_class = host_.word(token - 1);
        }
        users_.push_back(std::move(user));
    }

    bool uses_any(const User& user) const {
        const auto is_used = [&](std::string_view word) {
            return word != user.name && (names_.count(word) != 0 || classes_.count(word) != 0);
        };
        return std::any_of(user.words.begin(), user.words.end(), is_used);
    }

    void take(User& user) {
        user.is_taken = true;
        names_.insert(user.name);
        if (!user.of_class.empty()) classes_.insert(user.of_class);
    }

    /// A class in parentheses is the type of a parameter, unless an object of it is made there.
    bool is_use(std::uint32_t token, bool in_parentheses) const {
        const std::string_view word = host_.word(token);
        if (classes_.count(word) != 0) {
            const std::uint32_t brace = host_.block_of(token);
            const bool is_class = token > 0 && (host_.is(token - 1, "struct") ||
                                                host_.is(token - 1, "class") || host_.is(token - 1, "union"));
            const bool makes = host_.is(token + 1, "(") || host_.is(token + 1, "{");
            return !is_class && (!in_parentheses || makes) &&
                   (brace == Token::unpaired || class_of(host_, brace).empty());
        }
        return names_.count(word) != 0 && !is_member(host_, token) && !declares_at(host_, token);
    }

    const HostCode& host_;
    std::unordered_set<std::string_view> names_;   ///< parameters, and functions that use them
    std::unordered_set<std::string_view> classes_; ///< with functions that use parameters
    std::vector<bool> in_function_;
    std::vector<User> users_;
};

} // namespace

bool needs_early_parameters(const CheckContext& context) {
    const HostCode& host = context.host;
    std::unordered_set<std::string_view> names;
    for (const Construct& construct : context.constructs) {
        if (!construct.parameter || construct.function != none) continue;
        if (host.block_of(context.token_of(construct)) != Token::unpaired) return true;
        names.insert(construct.parameter->name);
    }
    return !names.empty() && EarlyUses(context, names).any();
}

} // namespace loop::compiler
