#pragma once

// The generated lexer needs the header of its base class first.
// clang-format off
#include "compiler/parse/lexer_base.h"
#include "LoopLexer.h"
#include "LoopParser.h"
// clang-format on
