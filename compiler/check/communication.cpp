#include "compiler/check/communication.h"

#include "compiler/check/hash.h"

#include <unordered_map>

namespace loop::compiler {

Communication::Communication(const CheckContext& context, const Known& known)
    : context_(context), known_(known) {
    find_functions();
}

void Communication::find_functions() {
    std::vector<std::string_view> found;
    const auto add = [&](std::string_view name) {
        if (functions_.insert(name).second) found.push_back(name);
    };
    for (const Construct& construct : context_.constructs)
        if (construct.communicates() && construct.function != none)
            add(context_.tree.functions[construct.function].name);
    for (const Statement& statement : context_.tree.statements)
        if (statement.kind == Statement::Kind::Simple && is_named_lambda(statement) &&
            contains_construct(statement))
            add(context_.host.word(statement.first + 1));
    std::unordered_map<std::string_view, std::vector<std::string_view>> callers;
    for (std::size_t f = 0; f < context_.tree.functions.size(); ++f) {
        const Function& function = context_.tree.functions[f];
        const Statement& body = context_.tree[function.body];
        for (std::uint32_t token = body.first; token < body.last; ++token) {
            if (!context_.host.is_word(token) || !context_.host.is(token + 1, "(")) continue;
            if (operation(f, token) != nullptr) add(function.name);
            callers[context_.host.word(token)].push_back(function.name);
        }
    }
    while (!found.empty()) {
        const auto of = callers.find(found.back());
        found.pop_back();
        if (of == callers.end()) continue;
        for (std::string_view caller : of->second)
            add(caller);
    }
}

/// `auto step = [&] { ... };`
bool Communication::is_named_lambda(const Statement& statement) const {
    return context_.host.is(statement.first, "auto") && context_.host.is(statement.first + 2, "=") &&
           context_.host.is(statement.first + 3, "[");
}

bool Communication::contains_construct(const Statement& statement) const {
    for (std::uint32_t token = statement.first; token < statement.last; ++token)
        if (context_.host.tokens[token].kind == Token::Kind::Construct &&
            context_.constructs[context_.host.tokens[token].partner].communicates())
            return true;
    return false;
}

bool Communication::at(std::size_t function, std::uint32_t token) const {
    if (!context_.host.is_called(token)) return false;
    return functions_.count(context_.host.word(token)) != 0 || operation(function, token) != nullptr;
}

const Operation* Communication::operation(std::size_t function, std::uint32_t token) const {
    const Operation* const found = find_operation(context_.host, token);
    if (found == nullptr || found->communicator == none) return found;
    return communicator(function, token, *found) == Token::unpaired ? nullptr : found;
}

std::uint32_t Communication::communicator(std::size_t function, std::uint32_t call,
                                          const Operation& operation) const {
    const auto [first, last] = call_argument(context_.host, call, operation.communicator);
    for (std::uint32_t token = first; token < last; ++token)
        if (known_.is_world(function, token)) return token;
    return Token::unpaired;
}

std::uint64_t Communication::identity(std::size_t function, std::uint32_t token) const {
    const Operation* const found = operation(function, token);
    const std::uint64_t name = hash_of(found == nullptr ? context_.host.word(token) : found->name);
    if (found == nullptr || found->communicator == none) return name;
    const Variables::Variable over = known_.communicator(function, communicator(function, token, *found));
    return mixed(mixed(name, hash_of(over.first)), over.second);
}

} // namespace loop::compiler
