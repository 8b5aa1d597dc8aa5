#include "compiler/check/known.h"

#include "compiler/check/writes.h"

namespace loop::compiler {

namespace {

using Variable = Variables::Variable;

const Variable world = world_communicator();

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
        return all.first_names(wanted);
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
    std::map<Variable, Variable> first_names(Given wanted) {
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
        std::map<Variable, Variable> names;
        std::vector<Variable> ready;
        for (const auto& [variable, target] : targets_)
            if (target.sure && !target.blocked) ready.push_back(variable);
        while (!ready.empty()) {
            const Variable variable = ready.back();
            ready.pop_back();
            if (!names.emplace(variable, variable).second) continue;
            names[variable] = first_name(variable, wanted, names);
            for (const Variable& receiver : receivers_[variable])
                if (!targets_[receiver].blocked) ready.push_back(receiver);
        }
        return names;
    }

    Variable first_name(const Variable& variable, Given wanted,
                        const std::map<Variable, Variable>& names) const {
        const Target& target = targets_.at(variable);
        if (target.values != 1) return variable;
        if (target.last.given == Given::Copy) return names.at(target.last.source);
        return target.last.given == wanted ? world : variable;
    }

    std::map<Variable, Target> targets_;
    std::map<Variable, std::vector<Variable>> receivers_; ///< from a variable to those that copy it
};

} // namespace

Known::Known(const CheckContext& context, const Variables& variables, const std::vector<Write>& writes)
    : host_(context.host), variables_(variables) {
    worlds_ = Resolution::resolve(writes, Given::World, Given::Duplicate, Given::Nothing, nullptr);
    worlds_[world] = world;
    for (const auto& rank : Resolution::resolve(writes, Given::Rank, Given::RankOf, Given::Number, &worlds_))
        ranks_.insert(rank.first);
    for (const auto& number :
         Resolution::resolve(writes, Given::Ranks, Given::RanksOf, Given::Number, &worlds_))
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
