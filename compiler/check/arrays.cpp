#include "base/text/nearest.h"
#include "compiler/check/arguments.h"
#include "compiler/check/checks.h"
#include "compiler/check/cxx_lexer.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace loop::compiler {

namespace {

struct Declared {
    const Construct* construct;
    Range at;
    std::uint32_t block; ///< where it is visible
};

/// Arrays of one name that are looked at: a bound on time.
constexpr std::size_t most_arrays_tried = 2000;

class ArrayCheck {
public:
    explicit ArrayCheck(const CheckContext& context) : context_(context) {}

    void run() {
        for (const Construct& construct : context_.constructs) {
            for (const Array& array : construct.arrays)
                declare(construct, array);
            for (std::size_t i = 0; i < construct.arguments.size(); ++i)
                if (construct.has(i) && is_array(construct.info->parameters[i].kind))
                    occurrences_.ask(context_.text(construct.argument(i)));
        }
        occurrences_.find(context_.host);
        for (const Construct& construct : context_.constructs) {
            uses(construct);
            extents(construct);
        }
    }

private:
    using Key = std::pair<std::size_t, std::string_view>;

    static bool is_array(ParameterKind kind) {
        return kind == ParameterKind::Array || kind == ParameterKind::Matrix || kind == ParameterKind::Vector;
    }

    std::uint32_t block_of(const Construct& construct) const {
        return context_.host.block_of(context_.host.token_at(construct.head.begin));
    }

    void declare(const Construct& construct, const Array& array) {
        declared_[Key{construct.function, array.name}].push_back({&construct, array.at, block_of(construct)});
    }

    /// The array of this name that `user` sees: the last one declared before it in a block around it.
    const Declared* find(const Construct& user, std::string_view name) const {
        const auto same_name = declared_.find({user.function, name});
        if (same_name == declared_.end()) return nullptr;
        const std::size_t here = context_.host.token_at(user.head.begin);
        const auto& all = same_name->second;
        auto candidate = std::lower_bound(all.begin(), all.end(), user.head.begin,
                                          [](const Declared& d, std::size_t at) { return d.at.begin < at; });
        for (std::size_t looked_at = 0; candidate != all.begin() && looked_at < most_arrays_tried;
             ++looked_at) {
            --candidate;
            if (context_.host.encloses(candidate->block, here)) return &*candidate;
        }
        return nullptr;
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
        const Declared* declared = find(construct, name);
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
        if (has_own_header(context_.host) || declared_in_host(context_.host, name, occurrences_.of(name)))
            return;
        Diagnostic& diagnostic = context_.diagnostics.error(
            "undeclared-array", range,
            fmt::format("`{}` is not declared by a `\\MAT` or `\\VEC` of this function", name));
        if (++hints_ > most_hints) return;
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
        const Declared* declared = find(construct, context_.text(construct.argument(argument)));
        if (declared == nullptr || !declared->construct->has(1 + dimension)) return std::nullopt;
        return integer_constant(context_.text(declared->construct->argument(1 + dimension)));
    }

    void agree(const Construct& construct, std::size_t one, std::size_t one_dimension, std::size_t other,
               std::size_t other_dimension) {
        const auto a = extent(construct, one, one_dimension);
        const auto b = extent(construct, other, other_dimension);
        if (!a || !b || *a == *b) return;
        const auto what = [&](std::size_t argument, std::size_t dimension, long long n) {
            const bool matrix =
                find(construct, context_.text(construct.argument(argument)))->construct->info->name == "MAT";
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

    const CheckContext& context_;
    std::map<Key, std::vector<Declared>> declared_;
    Occurrences occurrences_;
    std::size_t hints_ = 0;
};

} // namespace

void check_arrays(const CheckContext& context) {
    ArrayCheck(context).run();
}

} // namespace loop::compiler
