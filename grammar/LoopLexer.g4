/*
 * The tokens of LOOP. A program is C++ with constructs in it, so these are the lexical rules of C++, as far as they are
 * needed to tell a construct from a backslash in a string, a comment, or a preprocessor directive. The lexer accepts
 * every text.
 *
 * The input is a sequence of bytes. Bytes beyond ASCII count as the letter `a`, because C++ allows them in names. So a
 * typographic double quote, which has three bytes, is U+201C and two letters (QUOTE).
 */
lexer grammar LoopLexer;

options { superClass = LexerBase; }

// -- Constructs, by what follows them (grammar/LoopParser.g4). `\u00e9` is a universal character name: a part of a C++
// name.

UNIVERSAL_NAME : '\\' ('u' HEX HEX HEX HEX | 'U' HEX HEX HEX HEX HEX HEX HEX HEX) WORD_PART* ;

LOOP : '\\' ('DEAL' | 'LOOP' | 'THREADS') ;
REGION : '\\' ('FLOPS' | 'PHASE' | 'TIMED' | 'UNTIMED' | 'WITH') ;
AMONG : '\\AMONG' ;
START : '\\START' ;
TRANSFER
  : '\\' ( 'ALLGATHER' | 'ALLREDUCE' | 'ALLTOALL' | 'BARRIER' | 'BCAST' | 'COMMUNICATE' | 'EXSCAN' | 'GATHER' | 'REDUCE'
         | 'REDUCE_SCATTER' | 'RELAY' | 'SCAN' | 'SCATTER' | 'SEND' )
  ;
ARRAY : '\\' ('MAT' | 'Mat' | 'VEC') ;
CALL
  : '\\' ( 'APEXMAP' | 'BSPBENCH' | 'BSPPROBE' | 'CLOSE0' | 'CLUE' | 'EXCHANGE' | 'FINISH' | 'INIT_ARRAY' | 'MATPROD'
         | 'MATVECPROD' | 'MULTIBCAST0' | 'MULTIBCAST_ALTER' | 'MULTIBCAST_ME' | 'OPEN0' | 'PINGPONG' | 'SCALPROD'
         | 'TREE_BCAST' | 'TREE_COLLECT_VEC' | 'TREE_DISTRIB_VEC' | 'VISIBLE_SYNC' | 'WORK' )
  ;
NOTE : '\\' ('BUILD' | 'NOTE' | 'PARAM' | 'REQUIRE' | 'RESULT' | 'SAMPLE' | 'VERIFY') ;
UNKNOWN : '\\' WORD ;

// -- Words that shape statements

IF : 'if' ;
ELSE : 'else' ;
FOR : 'for' ;
WHILE : 'while' ;
DO : 'do' ;
SWITCH : 'switch' ;
CASE : 'case' ;
DEFAULT : 'default' ;
TRY : 'try' ;
CATCH : 'catch' ;
RETURN : 'return' | 'goto' | 'throw' ;
BREAK : 'break' ;
CONTINUE : 'continue' ;
CONSTEXPR : 'constexpr' ;

// -- Other words, and constants

NAME : WORD ;
NUMBER : DIGIT ('\''? [eEpP] [+\-] | '\''? WORD_PART | '.')* ;

// A string or character constant. A raw string ends where the same tag stands as at its begin (`closes_raw_string`).
TEXT : '"' IN_STRING* '"' | '\'' IN_CHARACTER* '\'' | RAW_BEGIN .*? ')' RAW_TAG '"' { closes_raw_string() }? ;

// Texts that are not closed: a string or character constant on its line, a raw string in the file. To the parser, they
// are TEXT, too.
OPEN_STRING : '"' IN_STRING* '\\'? ;
OPEN_CHARACTER : '\'' IN_CHARACTER* '\\'? ;
OPEN_RAW_STRING : RAW_BEGIN ;

TYPOGRAPHIC_QUOTE : QUOTE ;

SPACES : ([ \t-\r] | SPLICE)+ -> skip ;
COMMENT : (LINE_COMMENT | BLOCK_COMMENT) -> skip ;
OPEN_COMMENT : BLOCK_COMMENT_BEGIN '*'* ;

// -- Preprocessor directives, which the parser does not see. Their words say which names are macros of this file.

INCLUDE : HASH 'include' BLANK* HEADER -> pushMode(DIRECTIVE) ;
DEFINE : HASH 'define' -> pushMode(DIRECTIVE) ;
PRAGMA : HASH 'pragma' -> pushMode(DIRECTIVE) ;
CONDITIONAL_BEGIN : HASH ('if' | 'ifdef' | 'ifndef') -> pushMode(DIRECTIVE) ;
CONDITIONAL_NEXT : HASH ('else' | 'elif') -> pushMode(DIRECTIVE) ;
CONDITIONAL_END : HASH 'endif' -> pushMode(DIRECTIVE) ;
OTHER_DIRECTIVE : HASH WORD? -> pushMode(DIRECTIVE) ;

// -- Brackets, operators, and characters that C++ does not know

OPEN : '(' ;
CLOSE : ')' ;
OPEN_SQUARE : '[' ;
CLOSE_SQUARE : ']' ;
OPEN_BRACE : '{' ;
CLOSE_BRACE : '}' ;
SEMICOLON : ';' ;
COMMA : ',' ;
COLON : ':' ;
ARROW : '->' ;
OPERATOR
  : '::' | '++' | '--' | '&&' | '||' | '<<' | '>>' | '==' | '!=' | '<=' | '>='
  | '+=' | '-=' | '*=' | '/=' | '%=' | '^=' | '&=' | '|='
  | .
  ;

// The rest of a directive. A backslash or a block comment continues it on the next line.
mode DIRECTIVE;

DIRECTIVE_END : '\n' -> popMode ;
DIRECTIVE_WORD : WORD ;
DIRECTIVE_CONSTRUCT : '\\' WORD_PART+ ;
DIRECTIVE_OPEN_COMMENT : BLOCK_COMMENT_BEGIN '*'* -> type(OPEN_COMMENT) ;
DIRECTIVE_RAW_STRING : RAW_BEGIN .*? ')' RAW_TAG '"' { closes_raw_string() }? -> skip ;
DIRECTIVE_OPEN_RAW_STRING : RAW_BEGIN -> type(OPEN_RAW_STRING) ;
DIRECTIVE_OTHER
  : (SPLICE | LINE_COMMENT | BLOCK_COMMENT | '"' IN_STRING* '"' | '\'' IN_CHARACTER* '\'' | ~[\n]) -> skip
  ;

// -- Parts of tokens

fragment WORD : LETTER WORD_PART* ;
fragment WORD_PART : LETTER | DIGIT ;
fragment LETTER : [a-zA-Z_] ;
fragment DIGIT : [0-9] ;
fragment HEX : [0-9a-fA-F] ;

fragment IN_STRING : ~["\\\n] | ESCAPE ;
fragment IN_CHARACTER : ~['\\\n] | ESCAPE ;
fragment ESCAPE : '\\' . | SPLICE ;
fragment SPLICE : '\\' '\r'? '\n' ;

fragment RAW_BEGIN : ('R' | 'LR' | 'uR' | 'UR' | 'u8R') '"' RAW_TAG '(' ;
fragment RAW_TAG : ~[ ()\\\t\r\n"]* ;

fragment LINE_COMMENT : '//' (~[\n] | SPLICE)* ;
fragment BLOCK_COMMENT : BLOCK_COMMENT_BEGIN '*'+ '/' ;
fragment BLOCK_COMMENT_BEGIN : '/*' (~[*] | '*'+ ~[*/])* ;

fragment HASH : '#' BLANK* ;
fragment BLANK : [ \t] ;
fragment HEADER : '<' ~[>\n\u201c]* ('>' | QUOTE) | ('"' | QUOTE) ~["\n\u201c]* ('"' | QUOTE) ;
fragment QUOTE : '\u201c' LETTER LETTER ;
