#pragma once

// clang-format off: the generated lexer needs its base class first
#include "LoopLexer.h"
#include "LoopParser.h"
#include "parse/lexer_base.h"
// clang-format on
