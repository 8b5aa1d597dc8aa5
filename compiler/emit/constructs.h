#pragma once

#include "compiler/check/program.h"
#include "compiler/emit/edits.h"

#include <string>

namespace loop::compiler {

/// Replaces each construct of a program by C++, according to its Shape (call, region, loop, ...).
class ConstructWriter {
public:
    ConstructWriter(const Program& program, const Source& source, Edits& edits);

    void write_all();

private:
    void write(const Construct& construct);
    void call(const Construct& construct);
    void name_of_call(const Construct& construct);
    void region(const Construct& construct);
    void loop(const Construct& construct);
    void array(const Construct& construct);
    void param(const Construct& construct);

    /// Replaces a head with `text`, which has no line ends. Adds as many line ends as the head had.
    void replace_head(const Construct& construct, std::string text);
    /// The arguments in the order of the runtime's parameters, up to the last given one.
    std::string arguments(const Construct& construct) const;
    std::string argument(const Construct& construct, std::size_t index) const;
    std::string extents(const Construct& construct) const;
    /// A name that the file does not use: `stem_1`, `stem_2`, ...
    std::string fresh(std::string_view stem);
    std::string unused(std::string name) const;

    const Program& program_;
    const Source& source_;
    Edits& edits_;
    int fresh_ = 0;
};

} // namespace loop::compiler
