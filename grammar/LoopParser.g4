/*
 * The language of LOOP: constructs, their arguments, and the statements that belong to them. Of C++, the grammar knows
 * statements and brackets. Brackets are balanced: the parser does not see others.
 *
 * The parser accepts every file, and compiler/check reports mistakes. So the `;` at the end of a statement may be
 * missing, and the statement before a closing bracket. No actions are embedded.
 *
 * If several alternatives fit, the first one is meant; an optional part is taken if it fits.
 */
parser grammar LoopParser;

options { tokenVocab = LoopLexer; superClass = ParserBase; }

// What compiler/parse/parser_tokens finds out about a token from those behind it, so that the parser need not: as the `;`
// at the end of a statement may be missing, ANTLR would compare the alternatives up to the end of the statement.
tokens {
  ITERATOR,      // a name behind `\LOOP (...)` that a statement follows
  MACRO,         // a name that this file defines with `#define`
  PREFIX,        // such a name if a construct follows it, perhaps behind parentheses
  CALLED,        // another name before a `(`
  LABEL,         // a name before a `:`
  ELSE_IF,       // the `else` of `else if`
  ATTRIBUTE      // the first `[` of `[[`
}

// Outside functions, host code is a sequence of tokens and blocks. The compiler decides which blocks are functions.
file
  : ( block | array | head | word | NUMBER | TEXT | OPERATOR | COMMA | COLON | ARROW | SEMICOLON | OPEN | CLOSE
    | OPEN_SQUARE | CLOSE_SQUARE | ATTRIBUTE
    )* EOF
  ;

// -- Constructs, and what belongs to them

construct
  : construct_with_statement
  | array
  | CALL arguments? SEMICOLON
  | NOTE arguments? SEMICOLON?
  ;

construct_with_statement
  : LOOP (arguments | NUMBER)? ITERATOR? statement
  | REGION (arguments | NUMBER)? statement
  | AMONG transfer_arguments? statement ((ELSE | ELSE_IF) statement)?
  | START arguments? statement                               // begins the transfers of its statement
  | TRANSFER transfer_arguments? (SEMICOLON | controlled)    // is under way while its statement is executed
  ;

// `\MAT(double) a, b;`
array : ARRAY arguments? names? SEMICOLON ;

names : word (COMMA word)* COMMA? ;

// A construct where it has no statement: within parentheses, and outside functions.
head
  : head_in_statement
  | unknown_head
  | LOOP arguments? ITERATOR?
  | (REGION | START) arguments?
  | (AMONG | TRANSFER) transfer_arguments?
  ;

// A construct within a statement of C++, which is a mistake. Other constructs begin a statement, so the `;` before them
// is missing.
head_in_statement : (ARRAY | CALL | NOTE) arguments? ;

unknown_head : UNKNOWN arguments? ;

// -- Arguments, by position or by name: `(8 * n, 1, 2, FROM: edges, INTO: halos)`. Nothing between two commas, or behind
// a `:` or `->`, is a mistake.

arguments : OPEN argument (COMMA argument)* CLOSE ;

argument : (LABEL COLON)? expression? ;

// Arguments of a transfer may be functions of the rank: `({8, 16}, r -> {r - 1, r + 1}, COUNT: n)`.
transfer_arguments : OPEN transfer_argument (COMMA transfer_argument)* CLOSE ;

transfer_argument : (LABEL COLON)? value? ;

value : function | list | expression ;

// `r -> r + 1`: the receivers of each rank r, or a size. `(r, s) -> 8 * s`: the size from each rank r to each rank s.
// `0 -> 1`: only rank 0 sends.
function : sender ARROW (list | expression)? ;

sender
  : word                        // a new name for each rank
  | pair                        // new names for each sender and receiver
  | NUMBER | in_parentheses     // the number of one rank
  ;

pair : OPEN word COMMA word CLOSE ;

// `{a, b}`: an expression for each place. The first messages of all ranks have the first place, and so on.
list : OPEN_BRACE (expression (COMMA expression)* COMMA?)? CLOSE_BRACE ;

// An expression of C++. A `;` is within a bracket that is not closed.
expression : (operand | COLON | ARROW | SEMICOLON)+ ;

operand : word | NUMBER | TEXT | OPERATOR | group | inner_construct ;

in_parentheses : OPEN (operand | COMMA | COLON | ARROW | SEMICOLON)* CLOSE ;

group
  : in_parentheses
  | (OPEN_SQUARE | ATTRIBUTE) (operand | COMMA | COLON | ARROW | SEMICOLON)* CLOSE_SQUARE
  | OPEN_BRACE (operand | COMMA | COLON | ARROW | SEMICOLON)* CLOSE_BRACE
  ;

// A construct within the arguments of another one, which is a mistake.
inner_construct : LOOP | REGION | AMONG | START | TRANSFER | ARRAY | CALL | NOTE | UNKNOWN ;

// -- Statements

statement : (label | attribute)* (construct | block | control | repeated | called | simple) ;

label
  : CASE (word | NUMBER | TEXT | OPERATOR | parentheses | subscript | block)* COLON
  | (DEFAULT | LABEL) COLON
  ;

block : OPEN_BRACE statement* CLOSE_BRACE ;

control
  : IF CONSTEXPR? parentheses statement (ELSE_IF IF CONSTEXPR? parentheses statement)* (ELSE statement)?
  | FOR parentheses statement
  | SWITCH parentheses statement
  | DO statement WHILE parentheses SEMICOLON
  | TRY statement (CATCH parentheses statement)*
  ;

repeated : WHILE parentheses statement ;

// A statement that a transfer can have.
controlled : block | control | repeated | construct_with_statement ;

// A call; or macros that expand to the head of a loop or the like, as in `EACH(x, list) UNTIL(y) { ... }`
called
  : call+ (block | control | continued | prefixed | head_in_statement rest)
  | prefixed
  ;

call : CALLED parentheses | MACRO parentheses? | unknown_head ;

prefixed : PREFIX parentheses? construct ;

continued
  : SEMICOLON
  | ( NAME | LABEL | DEFAULT | RETURN | BREAK | CONTINUE | CONSTEXPR | NUMBER | TEXT | OPERATOR | COMMA | COLON | ARROW
    | parentheses | subscript | attribute
    ) rest
  ;

simple
  : SEMICOLON
  | (RETURN | BREAK | CONTINUE | NAME | CONSTEXPR | NUMBER | TEXT | OPERATOR | COMMA | COLON | ARROW | parentheses | subscript) rest
  ;

// The rest of a statement of C++. If its `;` is missing, it ends before a closing brace, a word that begins a statement,
// and a construct that has a statement.
rest
  : ( NAME | CALLED | LABEL | MACRO | PREFIX | DEFAULT | RETURN | BREAK | CONTINUE | CONSTEXPR
    | NUMBER | TEXT | OPERATOR | COMMA | COLON | ARROW
    | parentheses | subscript | attribute | block | head_in_statement | unknown_head
    )* SEMICOLON
  ;

parentheses : OPEN inside CLOSE ;

subscript : OPEN_SQUARE inside CLOSE_SQUARE ;

attribute : ATTRIBUTE OPEN_SQUARE inside CLOSE_SQUARE CLOSE_SQUARE ;

// Everything but brackets and constructs; or these. A block is the body of a lambda, or a list of values.
inside
  : ( ~(OPEN | CLOSE | OPEN_SQUARE | CLOSE_SQUARE | OPEN_BRACE | CLOSE_BRACE | ATTRIBUTE
      | ITERATOR | LOOP | REGION | AMONG | START | TRANSFER | ARRAY | CALL | NOTE | UNKNOWN)
    | parentheses | subscript | attribute | block | head
    )*
  ;

word
  : NAME | CALLED | LABEL | MACRO | PREFIX | DEFAULT | RETURN | BREAK | CONTINUE | CONSTEXPR
  | IF | ELSE | ELSE_IF | FOR | WHILE | DO | SWITCH | CASE | TRY | CATCH
  ;
