/*
 * LOOP is C++ with constructs in it. The lexer knows only as much C++ as it needs to distinguish a construct from a
 * backslash in a string, character constant, comment, or preprocessor directive; everything else is HOST.
 *
 * No actions are embedded. The base class and its input (compiler/parse/) do three things that rules cannot: read a
 * raw string to its closing delimiter, merge adjacent HOST tokens, and accept any bytes, treating all bytes from
 * 0x80 on as one letter.
 */
lexer grammar LoopLexer;

options { superClass = LoopLexerBase; }

tokens { HOST }

fragment LETTER : [a-zA-Z_] ;
fragment DIGIT  : [0-9] ;
fragment ID     : LETTER (LETTER | DIGIT)* ;
fragment HEX4   : [0-9a-fA-F] [0-9a-fA-F] [0-9a-fA-F] [0-9a-fA-F] ;
fragment EOL    : '\r'? '\n' ;

// A word that begins with L, R, u, or U may be the prefix of a raw string, so H_TEXT stops before it.
fragment PLAIN_WORD : [a-tv-zA-KM-QS-TV-Z_] (LETTER | DIGIT)* ;
fragment NUMBER_ : DIGIT ([eEpP] [+-] | [.'] (LETTER | DIGIT) | [.] | LETTER | DIGIT)* ;
fragment SEPARATOR : ~[a-zA-Z0-9_"'/\\#] ;

fragment STRING_ : '"' (~["\\\r\n] | '\\' ('\r\n' | .))* '"' ;
fragment OPEN_STRING_ : '"' (~["\\\r\n] | '\\' ('\r\n' | .))* ;
fragment CHARACTER_ : '\'' (~['\\\r\n] | '\\' ('\r\n' | .))* '\'' ;
fragment RAW_ : ('R' | 'LR' | 'uR' | 'UR' | 'u8R') '"' ~[ ()\\\t\r\n"]* '(' ;
fragment LINE_COMMENT_ : '//' ('\\' EOL | '\\' | ~[\\\n])* ;
fragment BLOCK_COMMENT_ : '/*' .*? ('*/' | EOF) ;
// \u00e9 is a universal character name: part of an identifier, not a construct.
fragment UNIVERSAL_ : '\\' ('u' HEX4 | 'U' HEX4 HEX4) (LETTER | DIGIT)* ;

// ---- host code -----------------------------------------------------------------------------------------------
H_TEXT      : (PLAIN_WORD | NUMBER_ | SEPARATOR)+            -> type(HOST) ;
H_WORD      : [LRuU] (LETTER | DIGIT)*                       -> type(HOST) ;
H_UNIVERSAL : UNIVERSAL_                                     -> type(HOST) ;
H_SPLICE    : '\\' EOL                                       -> type(HOST) ;
CONSTRUCT   : '\\' ID                                        -> pushMode(HEAD) ;
H_STRING    : (STRING_ | CHARACTER_)                         -> type(HOST) ;
RAW_OPEN    : RAW_ ;
COMMENT     : BLOCK_COMMENT_ ;
H_LINE_COMMENT : LINE_COMMENT_                               -> type(HOST) ;
H_DIRECTIVE : '#'                                            -> type(HOST), pushMode(DIRECTIVE) ;
OPEN_QUOTE  : ["'] ;
H_ODD       : [/\\]                                          -> type(HOST) ;

// ---- a preprocessor directive: contains no constructs -----------------------------------------------------------
mode DIRECTIVE;
D_END       : '\n'                                           -> type(HOST), popMode ;
D_SPLICE    : '\\' EOL                                       -> type(HOST) ;
D_TEXT      : (PLAIN_WORD | NUMBER_ | ~[a-zA-Z0-9_"'/\\\n])+ -> type(HOST) ;
D_WORD      : [LRuU] (LETTER | DIGIT)*                       -> type(HOST) ;
D_STRING    : (STRING_ | CHARACTER_)                         -> type(HOST) ;
D_RAW       : RAW_                                           -> type(RAW_OPEN) ;
D_COMMENT   : BLOCK_COMMENT_                                 -> type(COMMENT) ;
D_LINE_COMMENT : LINE_COMMENT_                               -> type(HOST) ;
D_ODD       : ["'/\\]                                        -> type(HOST) ;

// ---- after the name of a construct: arguments, then names, up to any other token ----------------------------------
mode HEAD;
SPACE       : ([ \t\r\n] | '\\' EOL)+                           -> skip ;
HEAD_COMMENT : BLOCK_COMMENT_                                -> type(COMMENT), channel(HIDDEN) ;
HEAD_LINE_COMMENT : LINE_COMMENT_                            -> skip ;
OPEN        : '('                                            -> pushMode(ARGUMENTS) ;
NAME        : ID ;
COMMA       : ',' ;
SEMICOLON   : ';'                                            -> popMode ;
HEAD_UNIVERSAL : UNIVERSAL_                                  -> type(HOST), popMode ;
HEAD_CONSTRUCT : '\\' ID                                     -> type(CONSTRUCT) ;
HEAD_STRING : (STRING_ | CHARACTER_)                         -> type(HOST), popMode ;
HEAD_RAW    : RAW_                                           -> type(RAW_OPEN), popMode ;
HEAD_DIRECTIVE : '#'                                         -> type(HOST), mode(DIRECTIVE) ;
HEAD_NUMBER : NUMBER_                                        -> type(HOST), popMode ;
HEAD_OTHER  : .                                              -> type(HOST), popMode ;

// ---- arguments: only commas and colons at this depth count ----------------------------------------------------------
mode ARGUMENTS;
A_SPACE     : ([ \t\r\n] | '\\' EOL)+                           -> skip ;
A_COMMENT   : BLOCK_COMMENT_                                 -> type(COMMENT), channel(HIDDEN) ;
A_LINE_COMMENT : LINE_COMMENT_                               -> skip ;
CLOSE       : ')'                                            -> popMode ;
A_COMMA     : ','                                            -> type(COMMA) ;
SCOPE       : '::' ;
COLON       : ':' ;
A_SEMICOLON : ';'                                            -> type(SEMICOLON), popMode ;
NESTED_OPEN : [([{]                                          -> pushMode(NESTED) ;
A_NAME      : ID                                             -> type(NAME) ;
A_UNIVERSAL : UNIVERSAL_                                     -> type(PIECE) ;
INNER_CONSTRUCT : '\\' ID ;
A_RAW       : RAW_                                           -> type(RAW_OPEN) ;
A_STRING    : (STRING_ | CHARACTER_)                         -> type(PIECE) ;
PIECE       : (NUMBER_ | .) ;

mode NESTED;
N_OPEN      : [([{]                                          -> type(PIECE), pushMode(NESTED) ;
N_CLOSE     : [)\]}]                                         -> type(PIECE), popMode ;
N_WORD      : ID                                             -> type(PIECE) ;
N_UNIVERSAL : UNIVERSAL_                                     -> type(PIECE) ;
N_CONSTRUCT : '\\' ID                                        -> type(INNER_CONSTRUCT) ;
N_RAW       : RAW_                                           -> type(RAW_OPEN) ;
N_STRING    : (STRING_ | CHARACTER_)                         -> type(PIECE) ;
N_COMMENT   : BLOCK_COMMENT_                                 -> type(COMMENT), channel(HIDDEN) ;
N_LINE_COMMENT : LINE_COMMENT_                               -> skip ;
N_OTHER     : (NUMBER_ | ~[a-zA-Z0-9_"'/\\()[\]{}]+ | .)     -> type(PIECE) ;
