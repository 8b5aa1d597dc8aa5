# loop_antlr(target): generates the lexer and the parser from grammar/ and adds them to a target.
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
  set(all "")
  # Each with its base class, whose header it needs first.
  foreach(part LoopLexer:lexer_base LoopParser:parser_base)
    string(REPLACE ":" ";" part ${part})
    list(POP_FRONT part name base)
    set(generated ${out}/${name}.cpp ${out}/${name}.h)
    add_custom_command(
      OUTPUT ${generated}
      COMMAND ${CMAKE_COMMAND} -E make_directory ${out}
      COMMAND ${ANTLR4_TOOL} -Dlanguage=Cpp -no-listener -no-visitor -Xexact-output-dir -lib ${out} -o ${out} ${grammar}/${name}.g4
      DEPENDS ${grammar}/${name}.g4 ${all} # the parser needs the names of the lexer's tokens
      COMMENT "Writing ${name} from grammar/"
      VERBATIM)
    set_source_files_properties(${out}/${name}.cpp PROPERTIES COMPILE_OPTIONS
      "-w;-include;${PROJECT_SOURCE_DIR}/compiler/parse/${base}.h")
    list(APPEND all ${generated})
  endforeach()
  target_sources(${target} PRIVATE ${all})
  add_custom_target(loop_parser DEPENDS ${all}) # for tools that only read the sources
  target_include_directories(${target} SYSTEM PRIVATE ${out} ${ANTLR4_INCLUDE_DIR})
  target_link_libraries(${target} PUBLIC ${ANTLR4_LIBRARY})
endfunction()
