/*
 * The language of LOOP: constructs, their arguments, and the statements that belong to them. Of C++, the grammar knows
 * statements and brackets. Brackets are balanced: the parser does not see others.
 *
 * The parser accepts every file, and compiler/check reports mistakes. So the `;` at the end of a statement may be missing,
 * and the statement before a closing bracket. No actions are embedded.
 */
parser grammar LoopParser;

options { tokenVocab = LoopLexer; superClass = ParserBase; }

// What compiler/parse/parser_tokens finds out about a token.
tokens {
  ARGUMENTS,     // the `(` behind the name of a construct
  MISSING_CLOSE, // an empty token instead of the `)` that closes it
  ITERATOR,      // a name behind `\LOOP (...)` that a statement follows
  MACRO,         // a name that this file defines with `#define`
  CALLED,        // another name before a `(`
  LABEL,         // a name before a `:`
  ELSE_IF,       // the `else` of `else if`
  ATTRIBUTE      // the first `[` of `[[`
}

// Outside functions, host code is a sequence of tokens and blocks. The compiler decides which blocks are functions.
file : (block | head | word | constant | OPERATOR | mark | SEMICOLON | OPEN | CLOSE | OPEN_SQUARE | CLOSE_SQUARE | ATTRIBUTE)* EOF ;

// -- Constructs, and what belongs to them

construct
  : construct_with_statement
  | ARRAY arguments? names? SEMICOLON    // declares arrays
  | CALL arguments? SEMICOLON
  | NOTE arguments? SEMICOLON?
  ;

construct_with_statement
  : LOOP (arguments | NUMBER)? ITERATOR? statement     // a number without parentheses is a mistake
  | REGION (arguments | NUMBER)? statement
  | AMONG arguments? statement (ELSE statement)?
  | START arguments? statement                         // begins the transfers of its statement
  | TRANSFER arguments? (SEMICOLON | controlled)       // is under way while its statement is executed, if there is one
  ;

names : word (COMMA word)* COMMA? ;

// A construct where it has no statement: within parentheses, and outside functions.
head
  : ARRAY arguments? names?
  | LOOP arguments? ITERATOR?
  | (REGION | AMONG | START | TRANSFER | CALL | NOTE | UNKNOWN) arguments?
  ;

// A construct within a statement of C++, which is a mistake. Other constructs begin a statement, so the `;` before them is
// missing.
head_in_statement
  : ARRAY arguments? names?
  | (CALL | NOTE | UNKNOWN) arguments?
  ;

// -- Arguments, as in `(8 * n, r -> r + 1, COUNT: 3)`

arguments : ARGUMENTS argument (COMMA argument)* (CLOSE | MISSING_CLOSE) ;

argument : (LABEL COLON)? value? ;

value
  : sender ARROW expression?    // a function of the rank
  | expression
  ;

// `r`; `(r, s)` for sender and receiver; the number of the only rank that sends, or an expression in parentheses
sender : word | NUMBER | pair | group ;

pair : OPEN word COMMA word CLOSE ;

// A `;` is within a bracket that is not closed.
expression : (operand | COLON | ARROW | SEMICOLON)+ ;

operand : word | constant | OPERATOR | group | inner_construct ;

// `{a, b}` is a list with a value for each place.
group
  : OPEN in_group* CLOSE
  | (OPEN_SQUARE | ATTRIBUTE) in_group* CLOSE_SQUARE
  | OPEN_BRACE in_group* CLOSE_BRACE
  ;

in_group : operand | mark | SEMICOLON ;

// A construct within the arguments of another one, which is a mistake.
inner_construct : LOOP | REGION | AMONG | START | TRANSFER | ARRAY | CALL | NOTE | UNKNOWN ;

// -- Statements

statement : (label | attribute)* unlabeled ;

label
  : CASE (plain_word | constant | OPERATOR | ARROW | parentheses | subscript | block)* COLON
  | (DEFAULT | LABEL) COLON
  ;

unlabeled
  : construct
  | block
  | control
  | WHILE parentheses statement
  | (RETURN | BREAK | CONTINUE) rest
  | called
  | simple
  ;

block : OPEN_BRACE statement* CLOSE_BRACE ;

control
  : IF CONSTEXPR? parentheses statement (ELSE_IF IF CONSTEXPR? parentheses statement)* (ELSE statement)?
  | FOR parentheses statement
  | SWITCH parentheses statement
  | DO statement WHILE parentheses SEMICOLON
  | TRY statement (CATCH parentheses statement)*
  ;

// A statement that a transfer can have.
controlled : block | control | WHILE parentheses statement | construct_with_statement ;

// A call; or a macro that expands to the head of a loop or the like, as in `FOREACH(x, list) { ... }`.
called
  : CALLED parentheses (block | control | rest)
  | UNKNOWN arguments? (block | control | rest)
  | MACRO parentheses? (block | control | construct | rest)
  ;

simple
  : SEMICOLON
  | (NAME | CONSTEXPR | constant | OPERATOR | mark | parentheses | subscript) rest
  ;

// The rest of a statement of C++. It ends before a closing brace, a word that begins a statement, and a construct with a
// statement, too, if its `;` is missing.
rest : (piece | COMMA | COLON | parentheses)* SEMICOLON ;

piece : plain_word | constant | OPERATOR | ARROW | subscript | attribute | block | head_in_statement ;

parentheses : OPEN inside* CLOSE ;

subscript : OPEN_SQUARE inside* CLOSE_SQUARE ;

// A block in parentheses is the body of a lambda, or a list of values.
inside : word | constant | OPERATOR | mark | SEMICOLON | parentheses | subscript | attribute | block | head ;

attribute : ATTRIBUTE OPEN_SQUARE inside* CLOSE_SQUARE CLOSE_SQUARE ;

// -- Tokens

word : plain_word | IF | ELSE | ELSE_IF | FOR | WHILE | DO | SWITCH | CASE | TRY | CATCH ;

plain_word : NAME | CALLED | LABEL | MACRO | DEFAULT | RETURN | BREAK | CONTINUE | CONSTEXPR ;

constant : NUMBER | STRING | CHARACTER | RAW_STRING | OPEN_STRING | OPEN_CHARACTER | OPEN_RAW_STRING ;

mark : COMMA | COLON | ARROW ;
