/*
 * An island grammar: constructs in a sea of host code. This is the head of one construct; compiler/lex finds where
 * constructs begin, makes the tokens, and takes everything that is not part of a head as host code, at which a head
 * ends. Accepts every sequence of these tokens, so that the compiler (compiler/check), and not the parser generator,
 * reports missing and surplus parts. The checks also decide which of the names after a construct belong to it, and
 * where its statement ends.
 *
 * One token decides what follows (LL(1)), so parsing needs no prediction. No actions are embedded.
 */
parser grammar LoopParser;

options { superClass = HeadParser; }

tokens {
  CONSTRUCT,       // `\NAME`
  OPEN, CLOSE,     // the parentheses of arguments
  LABEL, COLON,    // `NAME :` at the beginning of an argument
  COMMA,           // between arguments
  NAME,            // a word behind the arguments
  NAME_COMMA,      // a comma behind the arguments
  SEMICOLON,       // ends the head, or arguments that were not closed
  PIECE,           // a part of an argument that contains no construct
  INNER_CONSTRUCT  // a construct inside an argument
}

construct : CONSTRUCT tail* ;

tail : arguments | NAME | NAME_COMMA | SEMICOLON ;

arguments : OPEN argument (COMMA argument)* CLOSE? ;

argument : (LABEL COLON)? (PIECE | INNER_CONSTRUCT)* ;
