#include "compiler/emit/plain/used_names.h"

#include "compiler/emit/constructs.h"

namespace loop::compiler::plain {

std::vector<std::string> names_of(const Construct& construct, const Program& program) {
    const ConstructInfo& info = *construct.info;
    switch (info.shape) {
    case Shape::Region:
        if (construct.has_statement) return {std::string(info.region)};
        return {plain_function_of(construct, program)};
    case Shape::Start:
        return {"loop::Handle"};
    case Shape::Choice:
        return {std::string(info.region)};
    case Shape::Open:
    case Shape::Close:
    case Shape::Call:
    case Shape::Array:
        return {plain_function_of(construct, program)};
    case Shape::Loop: // often a `for` statement; the problem size is among the arguments
        if (construct.communicates() || construct.is_threaded())
            return {plain_function_of(construct, program)};
        return {};
    case Shape::Param:
        return {"loop::argument"};
    case Shape::Build:
        return {};
    }
    return {};
}

} // namespace loop::compiler::plain
