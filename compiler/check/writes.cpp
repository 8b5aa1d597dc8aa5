#include "compiler/check/writes.h"

#include "compiler/check/values.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace loop::compiler {

namespace {

using Variable = Variables::Variable;

/// An argument to which a call assigns a value; `from`: the argument that is the communicator.
struct Output {
    std::size_t argument;
    Given given;
    std::size_t from;
};

const std::vector<Output>* outputs_of(std::string_view call) {
    static const std::unordered_map<std::string_view, std::vector<Output>> calls = {
        {"who0", {{0, Given::Ranks, none}, {1, Given::Rank, none}}},
        {"open0", {{0, Given::Ranks, none}, {1, Given::Rank, none}}},
        {"MPI_Comm_rank", {{1, Given::RankOf, 0}}},
        {"MPI_Comm_size", {{1, Given::RanksOf, 0}}},
        {"MPI_Comm_dup", {{1, Given::Duplicate, 0}}},
        {"MPI_Comm_idup", {{1, Given::Duplicate, 0}}},
        {"MPI_Comm_dup_with_info", {{2, Given::Duplicate, 0}}},
        {"MPI_Comm_split", {{3, Given::Duplicate, 0}}},
        {"MPI_Comm_free", {{0, Given::Nothing, none}}},
        {"MPI_Win_create", {{5, Given::Duplicate, 4}}},
        {"MPI_Win_allocate", {{5, Given::Duplicate, 4}}},
        {"MPI_Win_allocate_shared", {{5, Given::Duplicate, 4}}},
        {"MPI_Win_create_dynamic", {{2, Given::Duplicate, 1}}},
        {"MPI_Win_free", {{0, Given::Nothing, none}}},
        {"MPI_File_open", {{4, Given::Duplicate, 0}}},
        {"MPI_File_close", {{0, Given::Nothing, none}}}};
    const auto found = calls.find(call);
    return found == calls.end() ? nullptr : &found->second;
}

/// Whether a call only reads what its first argument points to.
bool reads_first(std::string_view call) {
    static const std::unordered_set<std::string_view> writes = {
        "MPI_Bcast",  "MPI_Ibcast", "MPI_Recv",      "MPI_Irecv",      "MPI_Recv_init",        "MPI_Mrecv",
        "MPI_Imrecv", "MPI_Get",    "MPI_Rget",      "MPI_Win_create", "MPI_Sendrecv_replace", "MPI_Wait",
        "MPI_Test",   "MPI_Start",  "MPI_Precv_init"};
    return call == "send0" || call == "sendbegin0" ||
           (call.substr(0, 4) == "MPI_" && writes.count(call) == 0);
}

constexpr std::size_t tokens_per_write = 8; // fewer than in usual code

/// Longer expressions have no value that a check looks for.
constexpr std::uint32_t longest_value = 24;

/// Reads the file once.
class WriteReader {
public:
    WriteReader(const CheckContext& context, const Variables& variables)
        : context_(context), host_(context.host), variables_(variables) {
        for (std::size_t f = 0; f < context.tree.functions.size(); ++f)
            by_name_[context.tree.functions[f].name].push_back(f);
        all.reserve(host_.tokens.size() / tokens_per_write);
        constructs();
        for (std::uint32_t token = 0; token < host_.tokens.size(); ++token) {
            if (host_.tokens[token].kind != Token::Kind::Punctuation) continue;
            enter_function(token);
            if (is_assignment(host_, token))
                assignment(token);
            else if (is_initialisation(host_, token) && declares_at(host_, token - 1))
                initialisation(token);
            if (host_.is(token, "(")) call(token);
            if (is_address(token)) add(token + 1, Given::Other);
            if (host_.is(token, ">>") && host_.is_name(token + 1)) add(token + 1, Given::Other);
        }
    }

    std::vector<Write> all;

private:
    void enter_function(std::uint32_t token) {
        const auto& functions = context_.tree.functions;
        while (next_ < functions.size() && context_.tree[functions[next_].body].last <= token)
            ++next_;
        const bool inside = next_ < functions.size() && context_.tree[functions[next_].body].first <= token;
        function_ = inside ? next_ : none;
    }

    Variable variable(std::uint32_t token) const {
        return function_ == none ? Variables::of_file(host_.word(token))
                                 : variables_.at(function_, host_.word(token), token);
    }

    void add(std::uint32_t target, Given given, const Variable& source = {}) {
        if (host_.is_name(target) && !is_member(host_, target))
            all.push_back({variable(target), given, source, function_});
    }

    /// Adds the value that tokens [first, last) assign to a variable.
    void add_value(std::uint32_t target, std::uint32_t first, std::uint32_t last, bool declared) {
        const std::size_t before = all.size();
        add_kind(target, first, last, declared);
        if (all.size() == before) return;
        all.back().first = first;
        all.back().last = last;
    }

    void add_kind(std::uint32_t target, std::uint32_t first, std::uint32_t last, bool declared) {
        if (last == first + 1 && host_.is_name(first)) return add_word(target, first);
        const bool minus = first < last && host_.is(first, "-");
        const bool number = first < last && last == first + 1 + (minus ? 1 : 0) &&
                            host_.tokens[last - 1].kind == Token::Kind::Number;
        add(target, number && declared ? Given::Number : Given::Other);
    }

    void add_word(std::uint32_t target, std::uint32_t word) {
        if (host_.is(word, "MPI_COMM_WORLD")) return add(target, Given::World);
        if (host_.is(word, "MPI_COMM_NULL")) return add(target, Given::Nothing);
        add(target, Given::Copy, variable(word));
    }

    void assignment(std::uint32_t token) {
        const std::uint32_t target = assigned_variable(host_, token);
        if (target == Token::unpaired) return;
        if (!host_.is(token, "=") || target != token - 1) return add(target, Given::Other);
        const std::uint32_t last = std::min<std::uint32_t>(token + 1 + longest_value,
                                                           static_cast<std::uint32_t>(host_.tokens.size()));
        const std::uint32_t end = end_of_expression(host_, token + 1, last);
        if (end >= last) return add(target, Given::Other);
        add_value(target, token + 1, end, declares_at(host_, target));
    }

    void initialisation(std::uint32_t open) {
        const std::uint32_t close = close_of(host_, open);
        if (close == open) return;
        if (close > open + 1) add_value(open - 1, open + 1, close, true);
    }

    void call(std::uint32_t open) {
        if (open == 0 || !host_.is_name(open - 1) || close_of(host_, open) == open) return;
        const std::string_view name = host_.word(open - 1);
        if (const std::vector<Output>* outputs = outputs_of(name)) {
            const auto arguments = call_arguments(host_, open);
            for (const Output& output : *outputs)
                if (output.argument < arguments.size()) give(name, output, arguments);
        } else if (reads_first(name)) {
            if (host_.is(open + 1, "&")) looked_at_.insert(open + 1);
        } else if (const auto callees = by_name_.find(name);
                   callees != by_name_.end() && function_ != none) { // else it is a function's own header
            for (std::size_t callee : callees->second)
                pass(callee, call_arguments(host_, open));
        }
    }

    using Arguments = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

    void give(std::string_view call, const Output& output, const Arguments& arguments) {
        const auto [first, last] = arguments[output.argument];
        if (last != first + 2 || !host_.is(first, "&")) return;
        looked_at_.insert(first);
        if (output.from == none) return add(first + 1, output.given);
        const auto [from, from_last] = arguments[output.from];
        const bool parts = call == "MPI_Comm_split" && !is_number(arguments[1]);
        if (from_last != from + 1 || !host_.is_name(from) || parts) return add(first + 1, Given::Other);
        if (!host_.is(from, "MPI_COMM_WORLD")) return add(first + 1, output.given, variable(from));
        add(first + 1, output.given, world_communicator());
    }

    bool is_number(std::pair<std::uint32_t, std::uint32_t> range) const {
        return range.second == range.first + 1 && host_.tokens[range.first].kind == Token::Kind::Number;
    }

    /// Adds the arguments of a call as values of the parameters of a function in the file.
    void pass(std::size_t callee, const Arguments& arguments) {
        const std::vector<std::uint32_t>& names = parameters(callee);
        for (std::size_t i = 0; i < names.size() && i < arguments.size(); ++i) {
            if (names[i] == Token::unpaired || !host_.is_name(names[i])) continue;
            const std::size_t before = all.size();
            const auto [first, last] = arguments[i];
            add_value(names[i], first, last, false);
            if (all.size() > before)
                all.back().target = variables_.at(callee, host_.word(names[i]), names[i]);
        }
    }

    const std::vector<std::uint32_t>& parameters(std::size_t function) {
        const auto found = parameters_.find(function);
        if (found != parameters_.end()) return found->second;
        return parameters_[function] =
                   parameter_names(host_, context_.tree, context_.tree.functions[function]);
    }

    /// Whether `token` is the `&` of an `&n` that is not an argument of a known call.
    bool is_address(std::uint32_t token) const {
        if (!host_.is(token, "&") || token == 0 || !host_.is_name(token + 1)) return false;
        const bool opens = host_.is(token - 1, "(") || host_.is(token - 1, ",") || host_.is(token - 1, "=") ||
                           host_.is(token - 1, "{") || host_.is(token - 1, "return");
        return opens && looked_at_.count(token) == 0;
    }

    void constructs() {
        for (const Construct& construct : context_.constructs)
            if (construct.info->shape == Shape::Open && construct.function != none) {
                opened(construct, 0, Given::Ranks);
                opened(construct, 1, Given::Rank);
            }
    }

    void opened(const Construct& construct, std::size_t argument, Given given) {
        if (construct.has(argument) && context_.words(construct, argument).size() != 1) return;
        for (const Variables::Variable& variable : variables_.set_by(construct, argument))
            all.push_back({variable, given, {}, construct.function});
    }

    const CheckContext& context_;
    const HostCode& host_;
    const Variables& variables_;
    std::unordered_map<std::string_view, std::vector<std::size_t>> by_name_;
    std::unordered_map<std::size_t, std::vector<std::uint32_t>> parameters_;
    std::unordered_set<std::uint32_t> looked_at_; ///< `&` of arguments
    std::size_t next_ = 0;
    std::size_t function_ = none;
};

} // namespace

Variables::Variable world_communicator() {
    return {"MPI_COMM_WORLD", 0};
}

std::vector<Write> find_writes(const CheckContext& context, const Variables& variables) {
    return WriteReader(context, variables).all;
}

} // namespace loop::compiler
