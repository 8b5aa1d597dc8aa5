# loop_antlr(target): adds the lexer and parser that the antlr4 tool writes from grammar/ to a target.
# The packaged antlr4_generate() fails with Debian's tool, so the tool is called here;
# cmake/dependencies.cmake has found it.

# clang does not default the constructor of a class with constant vectors, and ANTLR's headers ask for that: they are
# read from a copy that spells it out.
set(antlr4_headers ${ANTLR4_INCLUDE_DIR})
set(ANTLR4_INCLUDE_DIR ${CMAKE_BINARY_DIR}/antlr4-runtime)
file(COPY ${antlr4_headers}/ DESTINATION ${ANTLR4_INCLUDE_DIR} PATTERN Vocabulary.h EXCLUDE)
file(READ ${antlr4_headers}/Vocabulary.h text)
string(REPLACE "Vocabulary() = default;"
  "Vocabulary() : _literalNames(), _symbolicNames(), _displayNames(), _maxTokenType() {}" text "${text}")
file(CONFIGURE OUTPUT ${ANTLR4_INCLUDE_DIR}/Vocabulary.h CONTENT "${text}" @ONLY)

function(loop_antlr target)
  set(grammar ${PROJECT_SOURCE_DIR}/grammar)
  set(out ${CMAKE_CURRENT_BINARY_DIR}/antlr)
  set(generated ${out}/LoopLexer.cpp ${out}/LoopParser.cpp)
  set(headers ${out}/LoopLexer.h ${out}/LoopParser.h)
  add_custom_command(
    OUTPUT ${generated} ${headers} ${out}/LoopLexer.tokens
    COMMAND ${CMAKE_COMMAND} -E make_directory ${out}
    COMMAND ${ANTLR4_TOOL} -Dlanguage=Cpp -no-listener -no-visitor -Xexact-output-dir -o ${out} ${grammar}/LoopLexer.g4
    COMMAND ${ANTLR4_TOOL} -Dlanguage=Cpp -no-listener -no-visitor -Xexact-output-dir -lib ${out} -o ${out} ${grammar}/LoopParser.g4
    DEPENDS ${grammar}/LoopLexer.g4 ${grammar}/LoopParser.g4
    COMMENT "Writing the lexer and parser from grammar/"
    VERBATIM)
  target_sources(${target} PRIVATE ${generated} ${headers})
  add_custom_target(loop_parser DEPENDS ${generated} ${headers}) # for what reads sources and builds nothing
  # The lexer's base class is ours; the generated header must see it first.
  set_source_files_properties(${generated} PROPERTIES COMPILE_OPTIONS
    "-w;-include;${PROJECT_SOURCE_DIR}/compiler/parse/lexer_base.h")
  target_include_directories(${target} SYSTEM PRIVATE ${out} ${ANTLR4_INCLUDE_DIR})
  target_link_libraries(${target} PUBLIC ${ANTLR4_LIBRARY})
endfunction()
