#include "compiler/check/arguments.h"
#include "compiler/check/checks.h"

#include <fmt/format.h>

#include <optional>

/// The arguments of MPI's collectives that exclude each other, or do not fit together.
namespace loop::compiler {

namespace {

class CollectiveCheck {
public:
    CollectiveCheck(const CheckContext& context, const Construct& construct)
        : context_(context), construct_(construct) {}

    void run() const {
        const std::optional<std::size_t> data = index_of("DATA");
        for (const std::string_view other : {"FROM", "INTO"})
            if (const std::optional<std::size_t> index = given(other); index && given("DATA"))
                context_.diagnostics
                    .error("argument-choice", construct_.argument(*data),
                           "`{}` has DATA in place of FROM and INTO: give one or the other",
                           context_.text(construct_))
                    .note(fmt::format("{} is given here", other), construct_.argument(*index));
        if (index_of("TYPE")) reduction();
    }

private:
    std::optional<std::size_t> index_of(std::string_view name) const {
        for (std::size_t i = 0; i < construct_.info->parameters.size(); ++i)
            if (construct_.info->parameters[i].name == name) return i;
        return std::nullopt;
    }
    std::optional<std::size_t> given(std::string_view name) const {
        const std::optional<std::size_t> index = index_of(name);
        return index && construct_.has(*index) ? index : std::nullopt;
    }
    std::string_view word(std::string_view name, std::string_view usual) const {
        const std::optional<std::size_t> index = given(name);
        return index ? context_.text(construct_.argument(*index)) : usual;
    }

    void reduction() const {
        const std::string_view type = word("TYPE", "double"), operation = word("OP", "sum");
        const bool of_integers = operation[0] == 'b' || operation[0] == 'l';
        if (of_integers && (type == "double" || type == "float"))
            context_.diagnostics
                .error("argument-value", construct_.argument(*index_of("OP")),
                       "MPI defines `{}` for integers only, and TYPE is {}", operation, type)
                .hint = "give a TYPE: int, long long, char, or unsigned char";
        const std::optional<std::size_t> size = given("SIZE");
        const std::optional<long long> bytes =
            size ? integer_constant(context_.code(construct_.argument(*size))) : std::nullopt;
        const long long width = width_of(type);
        if (bytes && *bytes > 0 && *bytes % width != 0)
            context_.diagnostics.error(
                "argument-value", construct_.argument(*size),
                "a vector of {} bytes has no whole number of elements: one of type {} has {}", *bytes, type,
                width);
    }

    static long long width_of(std::string_view type) {
        if (type == "double" || type == "long long") return 8;
        return type == "float" || type == "int" ? 4 : 1;
    }

    const CheckContext& context_;
    const Construct& construct_;
};

bool has_data(const ConstructInfo& info) {
    return !info.parameters.empty() && info.parameters.back().name == "DATA";
}

} // namespace

void check_collectives(const CheckContext& context) {
    for (const Construct& construct : context.constructs)
        if (has_data(*construct.info)) CollectiveCheck(context, construct).run();
}

} // namespace loop::compiler
