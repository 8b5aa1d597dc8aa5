/*
 * An island grammar: constructs in a sea of host code. Accepts every sequence of tokens, so that the compiler
 * (compiler/check), and not the parser generator, reports missing and surplus parts. The checks also decide which of
 * the names after a construct belong to it, and where its statement ends.
 */
parser grammar LoopParser;

options { tokenVocab = LoopLexer; }

file : (construct | host)* EOF ;

host : HOST | RAW_OPEN | COMMENT | OPEN_QUOTE ;

construct : CONSTRUCT tail* ;

tail : arguments | NAME | COMMA | SEMICOLON ;

arguments : OPEN argument (COMMA argument)* CLOSE? ;

argument : (NAME COLON)? piece* ;

piece : NAME | COLON | SCOPE | NESTED_OPEN | PIECE | RAW_OPEN | INNER_CONSTRUCT ;
