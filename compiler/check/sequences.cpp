#include "compiler/check/sequences.h"

#include "compiler/check/hash.h"

#include <algorithm>

namespace loop::compiler {

namespace {

constexpr std::uint64_t base = 0x9e3779b97f4a7c15u;

Sequence one(std::uint64_t what) {
    Sequence sequence;
    sequence.hash = what | 1;
    sequence.power = base;
    return sequence;
}

Sequence communicating(std::uint64_t what) {
    Sequence sequence = one(what);
    sequence.communicates = true;
    return sequence;
}

/// Adds to `all` what may happen in `more`.
void add_possible(Sequence& all, const Sequence& more) {
    all.known = all.known && more.known;
    all.communicates = all.communicates || more.communicates;
    all.leaves = all.leaves || more.leaves;
    all.breaks = all.breaks || more.breaks;
    all.continues = all.continues || more.continues;
    if (all.break_cause == Token::unpaired) all.break_cause = more.break_cause;
    if (all.continue_cause == Token::unpaired) all.continue_cause = more.continue_cause;
}

void append(Sequence& all, const Sequence& next) {
    all.hash = all.hash * next.power + next.hash;
    all.power *= next.power;
    add_possible(all, next);
}

bool agree(const Sequence& a, const Sequence& b) {
    return a.known && b.known && a.hash == b.hash && a.power == b.power;
}

bool does_something(const Sequence& sequence) {
    return sequence.communicates || sequence.leaves || sequence.breaks || sequence.continues;
}

} // namespace

Sequences::Sequences(const CheckContext& context, const RankVariables& words,
                     const Communication& communication)
    : context_(context), words_(words), communication_(communication),
      partings_(context.tree.statements.size()), alike_(context.tree.statements.size()),
      shortened_(context.tree.statements.size(), Token::unpaired),
      ended_(context.tree.statements.size(), Token::unpaired) {
    for (std::size_t f = 0; f < context.tree.functions.size(); ++f)
        found(f, context.tree.functions[f].body);
}

Sequence Sequences::found(std::size_t function, std::uint32_t index) {
    const Statement& statement = context_.tree[index];
    switch (statement.kind) {
    case Statement::Kind::If:
        return of_if(function, index);
    case Statement::Kind::Loop:
        return of_loop(function, index);
    case Statement::Kind::Switch:
        return of_switch(function, index);
    case Statement::Kind::Construct:
        return of_construct(function, index);
    case Statement::Kind::Block:
    case Statement::Kind::Return:
    case Statement::Kind::Break:
    case Statement::Kind::Continue:
    case Statement::Kind::Simple:
        break;
    }
    Sequence sequence = range(function, index, statement.first, statement.last);
    const bool leaves = statement.kind == Statement::Kind::Return;
    const bool breaks = statement.kind == Statement::Kind::Break;
    const bool continues = statement.kind == Statement::Kind::Continue;
    if (!leaves && !breaks && !continues) return sequence;
    Sequence jump = one(hash_of(context_.host.word(statement.first)));
    jump.leaves = leaves;
    jump.breaks = breaks;
    jump.continues = continues;
    append(sequence, jump);
    return sequence;
}

/// The sequence of tokens [first, last) of a statement, including the children that begin there.
Sequence Sequences::range(std::size_t function, std::uint32_t owner, std::uint32_t first,
                          std::uint32_t last) {
    Sequence sequence;
    context_.tree.walk(
        owner, first, last,
        [&](std::uint32_t from, std::uint32_t to) { calls(sequence, function, from, to); },
        [&](std::uint32_t child) { append(sequence, found(function, child)); });
    return sequence;
}

void Sequences::calls(Sequence& sequence, std::size_t function, std::uint32_t first,
                      std::uint32_t last) const {
    for (std::uint32_t token = first; token < last; ++token)
        if (communication_.at(function, token))
            append(sequence, communicating(communication_.identity(function, token)));
}

std::uint32_t Sequences::word_of(std::size_t function, const Branch& branch) const {
    return words_.first_dependent(function, branch.condition_first, branch.condition_last);
}

Sequence Sequences::of_if(std::size_t function, std::uint32_t index) {
    const Statement& statement = context_.tree[index];
    Sequence sequence;
    std::vector<Sequence> taken; // the sequences of the branches that a rank may take, in order
    std::uint64_t text = hash_of("if");
    std::size_t parted = none; // the index in `taken` of the first branch that not every rank reaches
    bool complete = false;
    for (std::size_t b = 0; b < statement.branches.size(); ++b) {
        const Branch& branch = statement.branches[b];
        Sequence head = range(function, branch.owner, branch.condition_first, branch.condition_last);
        if (b > 0 && head.communicates) head.known = false;
        append(sequence, head);
        const Sequence body = range(function, branch.owner, branch.first, branch.last);
        const Holds holds = words_.conditions().of(function, branch.condition_first, branch.condition_last);
        if (complete || holds == Holds::Never) continue;
        complete = holds == Holds::Always || branch.condition_first == branch.condition_last;
        if (holds == Holds::Varies && parted == none) {
            parted = taken.size();
            partings_[index] = {word_of(function, branch), b};
        }
        text = mixed(text, text_hash(branch.condition_first, branch.condition_last));
        taken.push_back(body);
    }
    const bool may_skip = !complete && !(parted == 0 && names_all_ranks(function, statement));
    if (may_skip) taken.emplace_back();
    const auto same_from = [&](std::size_t first) {
        return std::all_of(taken.begin() + static_cast<std::ptrdiff_t>(first), taken.end(),
                           [&](const Sequence& other) { return agree(taken[first], other); });
    };
    if (parted != none && same_from(parted)) {
        alike_[index] = partings_[index];
        partings_[index] = {};
        parted = none;
    }
    if (parted == none && !taken.empty() && same_from(0)) {
        append(sequence, taken.front());
        return sequence;
    }
    Sequence choice;
    for (const Sequence& body : taken) {
        text = mixed(text, mixed(body.hash, body.power));
        add_possible(choice, body);
    }
    const Sequence unlike = one(text);
    choice.hash = unlike.hash;
    choice.power = unlike.power;
    if (parted != none) {
        choice.known = false;
        if (choice.breaks) choice.break_cause = partings_[index].word;
        if (choice.continues) choice.continue_cause = partings_[index].word;
    }
    append(sequence, choice);
    return sequence;
}

/// `if (me == 0) ... else if (me == 2) ... else if (me == 1) ...`: whether the branches name all ranks from 0
/// without gaps. The program is then assumed to run on exactly these ranks.
bool Sequences::names_all_ranks(std::size_t function, const Statement& statement) const {
    if (statement.branches.size() < 2) return false;
    std::vector<long long> ranks;
    for (const Branch& branch : statement.branches) {
        const auto named =
            words_.conditions().ranks_named(function, branch.condition_first, branch.condition_last);
        if (!named) return false;
        ranks.insert(ranks.end(), named->begin(), named->end());
    }
    std::sort(ranks.begin(), ranks.end());
    ranks.erase(std::unique(ranks.begin(), ranks.end()), ranks.end());
    return ranks.size() >= 2 && ranks.front() == 0 &&
           ranks.back() == static_cast<long long>(ranks.size()) - 1;
}

Sequence Sequences::of_loop(std::size_t function, std::uint32_t index) {
    const Statement& statement = context_.tree[index];
    const Sequence body = range(function, index, statement.first, statement.last);
    bool uneven = false;
    std::uint64_t head = hash_of("loop");
    for (const Branch& branch : statement.branches) {
        uneven =
            words_.conditions().of(function, branch.condition_first, branch.condition_last) == Holds::Varies;
        if (uneven) partings_[index] = {word_of(function, branch), 0};
        head = mixed(head, text_hash(branch.condition_first, branch.condition_last));
    }
    return repeated(index, body, head, uneven);
}

/// The sequence of a loop around `body`; `uneven`: not repeated equally often on all ranks.
Sequence Sequences::repeated(std::uint32_t loop, const Sequence& body, std::uint64_t head, bool uneven) {
    ended_[loop] = body.break_cause;
    shortened_[loop] = body.break_cause != Token::unpaired ? body.break_cause : body.continue_cause;
    if (!body.communicates && !body.leaves) return {};
    Sequence all = one(mixed(head, mixed(body.hash, body.power)));
    all.known = body.known && !uneven;
    all.communicates = body.communicates;
    all.leaves = body.leaves;
    return all;
}

Sequence Sequences::of_switch(std::size_t function, std::uint32_t index) {
    const Statement& statement = context_.tree[index];
    Sequence sequence = range(function, index, statement.first, statement.last);
    sequence.breaks = false;
    sequence.break_cause = Token::unpaired;
    const bool varies =
        !statement.branches.empty() && words_.conditions().of(function, statement.condition_first,
                                                              statement.condition_last) == Holds::Varies;
    if (varies) partings_[index] = {word_of(function, statement.branches.front()), 0};
    if (!does_something(sequence)) return {};
    const std::uint64_t head = text_hash(statement.condition_first, statement.condition_last);
    const Sequence whole = one(mixed(mixed(hash_of("switch"), head), mixed(sequence.hash, sequence.power)));
    sequence.hash = whole.hash;
    sequence.power = whole.power;
    sequence.known = sequence.known && !varies;
    if (varies && sequence.continues) sequence.continue_cause = partings_[index].word;
    return sequence;
}

Sequence Sequences::of_construct(std::size_t function, std::uint32_t index) {
    const Statement& statement = context_.tree[index];
    const Construct& construct = context_.constructs[statement.construct];
    const Sequence inside = range(function, index, statement.first, statement.last);
    Sequence own;
    if (construct.communicates()) own = communicating(identity(construct));
    if (construct.info->shape == Shape::Loop) {
        const std::uint64_t count = hash_of(construct.has(0) ? context_.text(construct.argument(0)) : "");
        Sequence sequence =
            repeated(index, inside, mixed(hash_of("LOOP"), count), depends(function, construct, 0));
        if (!construct.communicates()) return sequence;
        if (construct.agrees_on_passes() && ended_[index] != Token::unpaired) own.known = false;
        append(own, sequence);
        return own;
    }
    append(own, inside);
    return own;
}

/// What a construct of its own does, beside its statement: for `\START` and `\FINISH` also with which handle.
std::uint64_t Sequences::identity(const Construct& construct) const {
    const std::uint64_t name = hash_of(construct.info->name);
    const std::vector<Parameter>& parameters = construct.info->parameters;
    const bool has_handle = !parameters.empty() && parameters[0].kind == ParameterKind::Handle;
    return has_handle ? mixed(name, hash_of(context_.text(construct.argument(0)))) : name;
}

bool Sequences::depends(std::size_t function, const Construct& construct, std::size_t argument) const {
    const std::vector<std::string_view> words = context_.words(construct, argument);
    return std::any_of(words.begin(), words.end(), [&](std::string_view word) {
        return words_.depends(function, word, context_.token_of(construct));
    });
}

std::uint64_t Sequences::text_hash(std::uint32_t first, std::uint32_t last) const {
    std::uint64_t hash = last - first;
    for (std::uint32_t token = first; token < last; ++token)
        hash = mixed(hash, hash_of(context_.host.word(token)));
    return hash;
}

} // namespace loop::compiler
