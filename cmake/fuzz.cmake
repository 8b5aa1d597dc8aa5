# Every object counts what it runs through, for libFuzzer, and stops at the first fault that a sanitizer sees. A
# conversion of a floating-point number that the integer cannot hold is a fault too.
add_compile_options(-O1 -g1 -fno-omit-frame-pointer
  -fsanitize=fuzzer-no-link,address,undefined,float-cast-overflow -fno-sanitize-recover=all)
add_link_options(-fsanitize=address,undefined)

# clang does not default the constructor of a class with constant vectors, and ANTLR's headers ask for that: they are
# read from a copy that spells it out.
set(antlr4_headers ${ANTLR4_INCLUDE_DIR})
set(ANTLR4_INCLUDE_DIR ${CMAKE_BINARY_DIR}/antlr4-runtime)
file(COPY ${antlr4_headers}/ DESTINATION ${ANTLR4_INCLUDE_DIR})
file(READ ${antlr4_headers}/Vocabulary.h text)
string(REPLACE "Vocabulary() = default;"
  "Vocabulary() : _literalNames(), _symbolicNames(), _displayNames(), _maxTokenType() {}" text "${text}")
file(WRITE ${ANTLR4_INCLUDE_DIR}/Vocabulary.h "${text}")
