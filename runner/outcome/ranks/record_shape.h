#pragma once

#include "base/text/json.h"

#include <string>

/// A rank record may come from anyone, with the right checksum: what is read of it is of the right type behind here.
namespace loop::runner {

/// The first member of a rank record (docs/record-format.md) that is not of its type, or empty where all are.
/// Members that LOOP only passes on may be anything.
std::string wrong_member(const Json& record);

/// The list of that name in a record; an empty one where there is none.
const Json& list_in(const Json& record, const char* name);

} // namespace loop::runner
