#include "compiler/check/arguments.h"
#include "compiler/check/checks.h"

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

/// At most this many arrays with the same name are examined, to bound the time.
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

    static bool is_vector(const Declared& array) { return array.construct->info->dimensions() == 1; }

    std::uint32_t block_of(const Construct& construct) const {
        return context_.host.block_of(context_.token_of(construct));
    }

    void declare(const Construct& construct, const Array& array) {
        declared_[Key{construct.function, array.name}].push_back({&construct, array.at, block_of(construct)});
    }

    /// The array that `name` means in `user`: the last one declared before `user` in a block around it.
    const Declared* find(const Construct& user, std::string_view name) const {
        const auto same_name = declared_.find({user.function, name});
        if (same_name == declared_.end()) return nullptr;
        const std::size_t here = context_.token_of(user);
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

    void uses(const Construct& construct) {
        for (std::size_t i = 0; i < construct.info->parameters.size(); ++i) {
            const bool array = is_array(construct.info->parameters[i].kind);
            if (array && construct.has(i))
                use(construct, construct.info->parameters[i], construct.argument(i));
        }
    }

    void use(const Construct& construct, const Parameter& parameter, Range range) {
        const std::string_view name = context_.text(range);
        const Code code = context_.code(range);
        if (code.size() != 1 || !code.is_word(0)) return;
        const Declared* declared = find(construct, name);
        if (declared == nullptr) return undeclared(construct, range, name);
        const bool vector = is_vector(*declared);
        if (parameter.kind != (vector ? ParameterKind::Matrix : ParameterKind::Vector)) return;
        context_.diagnostics
            .error("argument-kind", range, "argument `{}` of `{}` must be {}, and `{}` is a {}",
                   parameter.name, context_.text(construct), about(parameter.kind).description, name,
                   vector ? "vector" : "matrix")
            .note(fmt::format("`{}` is declared here", name), declared->at);
    }

    void undeclared(const Construct& construct, Range range, std::string_view name) {
        if (has_own_header(context_.host) || declared_in_host(context_.host, name, occurrences_.of(name)))
            return;
        Diagnostic& diagnostic = context_.diagnostics.error(
            "undeclared-array", range, "`{}` is not declared by a `\\MAT` or `\\VEC` of this function", name);
        if (++hints_ > most_hints) return;
        std::vector<std::string> known;
        for (const auto& [key, value] : declared_)
            if (key.first == construct.function) known.emplace_back(key.second);
        diagnostic.suggest(range, name, known);
    }

    /// The constant extent of an array argument, or nullopt if it is not known before the run.
    std::optional<long long> extent(const Construct& construct, Extent extent) const {
        const Declared* declared = find(construct, context_.text(construct.argument(extent.parameter)));
        if (declared == nullptr || !declared->construct->has(1 + extent.dimension)) return std::nullopt;
        return integer_constant(context_.code(declared->construct->argument(1 + extent.dimension)));
    }

    void agree(const Construct& construct, const Agreement& agreement) {
        const auto a = extent(construct, agreement.one);
        const auto b = extent(construct, agreement.other);
        if (!a || !b || *a == *b) return;
        context_.diagnostics.error("extents-disagree", construct.argument(agreement.other.parameter),
                                   "the {} do not match the {}", what(construct, agreement.other, *b),
                                   what(construct, agreement.one, *a));
    }

    /// "4 columns of `A`"
    std::string what(const Construct& construct, Extent extent, long long size) const {
        const std::string_view name = context_.text(construct.argument(extent.parameter));
        const bool vector = is_vector(*find(construct, name));
        return fmt::format("{} {} of `{}`", size,
                           vector                  ? "elements"
                           : extent.dimension == 0 ? "rows"
                                                   : "columns",
                           name);
    }

    void extents(const Construct& construct) {
        for (std::size_t i = 0; i < construct.arguments.size(); ++i)
            if (construct.has(i) && construct.info->parameters[i].kind == ParameterKind::Count) return;
        for (const Agreement& agreement : construct.info->agreements)
            agree(construct, agreement);
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
