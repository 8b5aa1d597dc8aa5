#pragma once

// The generated parser needs the header of its base class first.
// clang-format off
#include "compiler/parse/head_parser.h"
#include "LoopParser.h"
// clang-format on
