#include "compiler/check/known.h"

#include "compiler/check/values.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace loop::compiler {

namespace {

using Variable = Variables::Variable;

/// The kind of value that a variable gets.
enum class Given {
    Rank,
    Ranks,   ///< the number of ranks
    World,   ///< MPI_COMM_WORLD
    Nothing, ///< MPI_COMM_NULL
    Number,  ///< a number in a declaration, before the variable gets its real value
    Copy,
    Duplicate, ///< a communicator with the same ranks
    RankOf,    ///< the rank in a communicator
    RanksOf,
    Other
};

struct Write {
    Variable target;
    Given given = Given::Other;
    Variable source; ///< Copy, Duplicate, RankOf, RanksOf
};

const Variable world{"MPI_COMM_WORLD", 0};

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
        {"MPI_Comm_free", {{0, Given::Nothing, none}}}};
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

/// Finds the variables that get only one kind of value.
class Resolution {
public:
    /// Finds the variables that only get these values: `wanted`, results of `of` on a communicator in
    /// `worlds` (null: MPI_COMM_WORLD or a variable of the result), copies of such variables, and `harmless`.
    /// Maps each to the variable that had the value first.
    static std::map<Variable, Variable> resolve(const std::vector<Write>& writes, Given wanted, Given of,
                                                Given harmless, const std::map<Variable, Variable>* worlds) {
        Resolution all;
        for (const Write& write : writes)
            all.add(write, wanted, of, harmless, worlds);
        return all.settle(wanted);
    }

private:
    struct Target {
        bool blocked = false;
        bool sure = false;      ///< one of its values is of the wanted kind and not a copy
        std::size_t values = 0; ///< number of values, without the harmless ones
        Write last;
    };

    void add(const Write& write, Given wanted, Given of, Given harmless,
             const std::map<Variable, Variable>* worlds) {
        Target& target = targets_[write.target];
        if (write.given == harmless) return;
        ++target.values;
        target.last = write;
        const bool made = write.given == of; // derived from a communicator
        const bool of_world = worlds != nullptr ? worlds->count(write.source) != 0 : write.source == world;
        if (write.given == wanted || (made && of_world)) {
            target.sure = true;
        } else if (write.given == Given::Copy || (made && worlds == nullptr)) {
            receivers_[write.source].push_back(write.target);
        } else {
            target.blocked = true;
        }
    }

    /// Returns the variables without those that have a value of another kind or only copy each other in a
    /// cycle.
    std::map<Variable, Variable> settle(Given wanted) {
        std::vector<Variable> refused;
        for (const auto& source : receivers_)
            if (const auto found = targets_.find(source.first);
                found == targets_.end() || found->second.blocked || found->second.values == 0)
                refused.push_back(source.first);
        while (!refused.empty()) {
            const Variable source = refused.back();
            refused.pop_back();
            for (const Variable& receiver : receivers_[source])
                if (Target& target = targets_[receiver]; !target.blocked) {
                    target.blocked = true;
                    refused.push_back(receiver);
                }
        }
        std::map<Variable, Variable> settled;
        std::vector<Variable> ready;
        for (const auto& [variable, target] : targets_)
            if (target.sure && !target.blocked) ready.push_back(variable);
        while (!ready.empty()) {
            const Variable variable = ready.back();
            ready.pop_back();
            if (!settled.emplace(variable, variable).second) continue;
            settled[variable] = first_name(variable, wanted, settled);
            for (const Variable& receiver : receivers_[variable])
                if (!targets_[receiver].blocked) ready.push_back(receiver);
        }
        return settled;
    }

    Variable first_name(const Variable& variable, Given wanted,
                        const std::map<Variable, Variable>& settled) const {
        const Target& target = targets_.at(variable);
        if (target.values != 1) return variable;
        if (target.last.given == Given::Copy) return settled.at(target.last.source);
        return target.last.given == wanted ? world : variable;
    }

    std::map<Variable, Target> targets_;
    std::map<Variable, std::vector<Variable>> receivers_; ///< from a variable to those that copy it
};

/// Reads the file once and lists the values that its variables get.
class Writes {
public:
    Writes(const CheckContext& context, const Variables& variables)
        : context_(context), host_(context.host), variables_(variables) {
        for (std::size_t f = 0; f < context.tree.functions.size(); ++f)
            by_name_[context.tree.functions[f].name].push_back(f);
        constructs();
        for (std::uint32_t token = 0; token < host_.tokens.size(); ++token) {
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
            all.push_back({variable(target), given, source});
    }

    /// Adds the value that tokens [first, last) assign to a variable.
    void add_value(std::uint32_t target, std::uint32_t first, std::uint32_t last, bool declared) {
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
        // The values of interest are at most this long.
        const std::uint32_t last =
            std::min<std::uint32_t>(token + 4, static_cast<std::uint32_t>(host_.tokens.size()));
        const bool declared = declares_at(host_, target);
        add_value(target, token + 1, end_of_expression(host_, token + 1, last), declared);
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
        add(first + 1, output.given, world);
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
        const std::vector<std::string_view> words = context_.words(construct, argument);
        if (words.size() != 1) return;
        const std::size_t token = context_.token_of(construct);
        all.push_back({variables_.at(construct.function, words.front(), token), given, {}});
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

Known::Known(const CheckContext& context, const Variables& variables)
    : host_(context.host), variables_(variables) {
    const Writes writes(context, variables);
    worlds_ = Resolution::resolve(writes.all, Given::World, Given::Duplicate, Given::Nothing, nullptr);
    worlds_[world] = world;
    for (const auto& rank :
         Resolution::resolve(writes.all, Given::Rank, Given::RankOf, Given::Number, &worlds_))
        ranks_.insert(rank.first);
    for (const auto& number :
         Resolution::resolve(writes.all, Given::Ranks, Given::RanksOf, Given::Number, &worlds_))
        numbers_of_ranks_.insert(number.first);
}

bool Known::is_rank(std::size_t function, std::uint32_t token) const {
    return ranks_.count(variables_.at(function, host_.word(token), token)) != 0;
}

bool Known::is_number_of_ranks(std::size_t function, std::uint32_t token) const {
    return numbers_of_ranks_.count(variables_.at(function, host_.word(token), token)) != 0;
}

bool Known::is_world(std::size_t function, std::uint32_t token) const {
    if (!host_.is_word(token)) return false;
    return host_.is(token, "MPI_COMM_WORLD") ||
           (worlds_.size() > 1 && worlds_.count(variables_.at(function, host_.word(token), token)) != 0);
}

Variables::Variable Known::communicator(std::size_t function, std::uint32_t token) const {
    if (host_.is(token, "MPI_COMM_WORLD")) return world;
    const Variable variable = variables_.at(function, host_.word(token), token);
    const auto found = worlds_.find(variable);
    return found == worlds_.end() ? variable : found->second;
}

} // namespace loop::compiler
