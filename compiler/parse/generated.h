#pragma once

// The generated lexer and parser need the headers of their base classes first.
// clang-format off
#include "compiler/parse/lexer_base.h"
#include "compiler/parse/parser_base.h"
#include "LoopLexer.h"
#include "LoopParser.h"
// clang-format on
