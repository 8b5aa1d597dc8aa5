/*
 * An island grammar: constructs in a sea of host code. Every sequence of tokens is accepted, so that what is
 * missing or too much is worded by the compiler (compiler/parse, compiler/check) and not by the parser generator.
 * Which of the names after a construct belong to it, and where its statement ends, the checks decide.
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
