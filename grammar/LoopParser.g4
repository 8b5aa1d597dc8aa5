/*
 * The language of LOOP: constructs, their arguments, and the statements that belong to them. Of C++, the grammar knows
 * statements and brackets.
 *
 * Brackets are balanced: compiler/parse/parser_tokens leaves out those without a partner, and closes blocks at the end
 * of the file. Preprocessor directives are left out, too.
 *
 * Mistakes are reported by compiler/check, in LOOP's own words. Where a token or a statement is missing, as the `;` in
 * `{ a = b }`, the rule goes on without it (compiler/parse/parser_base). So the parser accepts every file. No actions
 * are embedded.
 *
 * If several alternatives of a rule fit, the first one is meant; an optional part is taken if it fits.
 */
parser grammar LoopParser;

options { tokenVocab = LoopLexer; superClass = ParserBase; }

// compiler/parse/parser_tokens looks at what is behind a token, and gives it one of these types. Else ANTLR would have
// to look ahead without a limit. The first type that fits is taken.
tokens {
  ITERATOR,      // `i` in `\LOOP (n) i { ... }` and `\LOOP (n) i x = 1;`, not `x` in `\LOOP (n) x = 1;`
  LABEL,         // a name before a `:`
  PREFIX,        // a macro of this file before a construct: `M` in `M \SEND(8, 0 -> 1);` and `M(x) \SEND(8, 0 -> 1);`
  MACRO,         // another macro of this file (`#define M`)
  CALLED,        // another name before a `(`
  ELSE_IF,       // the `else` of `else if`
  ATTRIBUTE      // the first `[` of `[[likely]]`
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
  | START arguments? statement                              // begins the transfers of its statement
  | TRANSFER transfer_arguments? (SEMICOLON | controlled)   // is under way while its statement is executed
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

// A mistake: in `x = \WORK(1);`, the construct is a part of the statement. Any other construct in its place begins a
// new statement: in `x = 1 \SEND(8, 0 -> 1);`, the `;` before it is missing.
head_in_statement : (ARRAY | CALL | NOTE) arguments? ;

unknown_head : UNKNOWN arguments? ;

// -- Arguments, by position or by name: `(8 * n, 1, 2, FROM: edges, INTO: halos)`; in `()` there are none. An argument or
// value that is missing, as in `(8, , 1)` and `(COUNT: )`, is accepted here, and reported by compiler/check.

arguments : OPEN argument (COMMA argument)* CLOSE ;

argument : (LABEL COLON)? expression? ;

// Arguments of a transfer may be functions of the rank: `({8, 16}, r -> {r - 1, r + 1}, COUNT: n)`.
transfer_arguments : OPEN transfer_argument (COMMA transfer_argument)* CLOSE ;

transfer_argument : (LABEL COLON)? value? ;

value : function | list | expression ;

// `r -> r + 1`: the receivers of each rank r, or a size. `(r, s) -> 8 * s`: the size from each rank r to each rank s.
// `0 -> 1`: only rank 0 sends. A member `p->n` looks like a function, too; compiler/check then asks for `(p->n)`.
function : sender ARROW (list | expression)? ;

sender
  : word                        // a new name for each rank
  | pair                        // new names for each sender and receiver
  | NUMBER | in_parentheses     // the number of one rank
  ;

pair : OPEN word COMMA word CLOSE ;

// `{a, b}`: a is for the first message of each rank, b for the second one.
list : OPEN_BRACE (expression (COMMA expression)* COMMA?)? CLOSE_BRACE ;

// An expression of C++. It contains a `;` only if the `)` behind the arguments is missing, as in `\BCAST(8; f();`.
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

// A statement that a transfer can have. Before any other one, as in `\SEND(8, 0 -> 1) f();`, the `;` of the transfer is
// missing.
controlled : block | control | repeated | construct_with_statement ;

// A call; or macros that expand to the head of a loop or the like, as in `EACH(x, list) UNTIL(y) { ... }`
called
  : call+ (block | control | continued | prefixed | head_in_statement rest)
  | prefixed
  ;

call : CALLED parentheses | MACRO parentheses? | unknown_head ;

prefixed : PREFIX parentheses? construct ;

// The rest of a statement that begins with calls, as in `f(x).y = 1;`
continued
  : SEMICOLON
  | ( NAME | LABEL | DEFAULT | RETURN | BREAK | CONTINUE | CONSTEXPR | NUMBER | TEXT | OPERATOR | COMMA | COLON | ARROW
    | parentheses | subscript | attribute
    ) rest
  ;

simple
  : SEMICOLON
  | ( RETURN | BREAK | CONTINUE | NAME | CONSTEXPR | NUMBER | TEXT | OPERATOR | COMMA | COLON | ARROW | parentheses
    | subscript
    ) rest
  ;

// The rest of a statement of C++. If its `;` is missing, it ends before a closing brace, `if`, `else`, `for`, `while`,
// `do`, `switch`, `case`, `try`, or `catch`, and before a construct that has a statement.
rest
  : ( NAME | CALLED | LABEL | MACRO | PREFIX | DEFAULT | RETURN | BREAK | CONTINUE | CONSTEXPR
    | NUMBER | TEXT | OPERATOR | COMMA | COLON | ARROW
    | parentheses | subscript | attribute | block | head_in_statement | unknown_head
    )* SEMICOLON
  ;

parentheses : OPEN inside CLOSE ;

subscript : OPEN_SQUARE inside CLOSE_SQUARE ;

attribute : ATTRIBUTE OPEN_SQUARE inside CLOSE_SQUARE CLOSE_SQUARE ;

// Any tokens with balanced brackets. A block is the body of a lambda, or a list of values. A construct directly within
// parentheses has no statement.
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
