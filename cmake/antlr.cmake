# loop_antlr(target): generates the lexer and parser from grammar/ and adds them to a target.
# Calls the antlr4 tool that cmake/dependencies.cmake has found, because the packaged antlr4_generate() fails with
# Debian's tool.

# ANTLR's headers default the constructor of a class with constant vectors, which clang rejects. So use a copy of the
# headers that defines the constructor.
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
  add_custom_target(loop_parser DEPENDS ${generated} ${headers}) # for tools that only read the sources
  # The generated lexer's header needs our base class first.
  set_source_files_properties(${generated} PROPERTIES COMPILE_OPTIONS
    "-w;-include;${PROJECT_SOURCE_DIR}/compiler/parse/lexer_base.h")
  target_include_directories(${target} SYSTEM PRIVATE ${out} ${ANTLR4_INCLUDE_DIR})
  target_link_libraries(${target} PUBLIC ${ANTLR4_LIBRARY})
endfunction()
