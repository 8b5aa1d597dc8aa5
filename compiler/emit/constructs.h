#pragma once

#include "compiler/check/program.h"
#include "compiler/emit/edits.h"
#include "compiler/emit/options.h"

#include <set>
#include <string>

namespace loop::compiler {

/// The type and the default of a `\PARAM` as C++.
struct ParameterParts {
    std::string type;
    std::string value;
};
ParameterParts parts_of_parameter(const Construct& construct, const Program& program);

/// In a plain program: the value of a `\PARAM`, and the function that a construct calls.
std::string plain_argument(const Construct& construct, const Program& program);
std::string plain_function_of(const Construct& construct, const Program& program);

/// Whether the C++ of a construct has products that are widened (products.h).
bool widens_products(const Construct& construct, const Program& program, Target target);

/// Replaces each construct of a program by C++, according to its Shape (call, region, loop, ...).
class ConstructWriter {
public:
    ConstructWriter(const Program& program, const Source& source, Target target, Edits& edits);

    void write_all();

private:
    void write(const Construct& construct);
    void call(const Construct& construct);
    void name_of_call(const Construct& construct);
    /// Widens products in arguments that stay where they are.
    void widen_arguments(const Construct& construct);
    static std::string definition(std::string_view type, const std::string& name,
                                  const std::string& arguments);
    void region(const Construct& construct);
    void loop(const Construct& construct);
    void loop_of_threads(const Construct& construct);
    void threads(const Construct& construct);
    std::string team_of(const Construct& construct, const std::string& team) const;
    static std::string thread_of(const std::string& team, const std::string& name);
    void choice(const Construct& construct);
    void start(const Construct& construct);
    void handle(const HandleDeclaration& declaration);
    void array(const Construct& construct);
    void param(const Construct& construct);
    std::string plain_param(const Construct& construct) const;

    /// Replaces a head with `text`, which has no line ends for the runtime. Adds as many line ends as the
    /// head had, so that lines keep their numbers for the runtime.
    void replace_head(const Construct& construct, std::string text);
    /// The arguments in the order of the runtime's parameters, up to the last given one; all of them if the
    /// construct needs a site.
    std::string arguments(const Construct& construct) const;
    std::string argument(const Construct& construct, std::size_t index) const;
    std::string left_out(const Construct& construct, std::size_t index) const;
    /// The last argument of a construct that follows another one of its name in its line, which the runtime
    /// could not tell from it otherwise; else empty.
    std::string site_of(const Construct& construct) const;
    std::string rank_function(const RankFunction& function, ParameterKind kind) const;
    /// The handle of the `\START` that begins the construct, as an argument; empty if none does.
    std::string handle_of(const Construct& construct) const;
    /// The function that the construct calls.
    std::string function_of(const Construct& construct) const;
    /// The name of a loop's iterator.
    std::string iterator_of(const Construct& construct);
    std::string count_of(const Construct& construct) const;
    std::string extents(const Construct& construct) const;
    /// Whether an argument is given, and is one token of this kind.
    bool is_one(const Construct& construct, std::size_t index, Token::Kind kind) const;
    /// A name that the file does not use: `stem_1`, `stem_2`, ...
    std::string fresh(std::string_view stem);

    const Program& program_;
    const Source& source_;
    Target target_;
    Edits& edits_;
    int fresh_ = 0;
    std::set<const Construct*> need_site_;
};

} // namespace loop::compiler
