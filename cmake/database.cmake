# Writes build/database/compile_commands.json, from which clangd and clang-tidy know how to compile each single file.
# CMake's own list contains the units of cmake/unity.cmake, and precompiled headers that only g++ can read.
if(NOT CMAKE_SCRIPT_MODE_FILE)
  if(NOT CMAKE_GENERATOR MATCHES "Ninja|Makefiles") # other generators write no list
    return()
  endif()
  set(database ${CMAKE_BINARY_DIR}/database/compile_commands.json)
  add_custom_command(OUTPUT ${database}
    COMMAND ${CMAKE_COMMAND} -DBUILD=${CMAKE_BINARY_DIR} -P ${CMAKE_CURRENT_LIST_FILE}
    DEPENDS ${CMAKE_BINARY_DIR}/compile_commands.json ${CMAKE_CURRENT_LIST_FILE}
    COMMENT "Listing how each file is compiled"
    VERBATIM)
  add_custom_target(loop_database ALL DEPENDS ${database})
  add_dependencies(loop_database loop_parser)
  add_dependencies(loop_command loop_database)
  return()
endif()

# cmake -DBUILD=FOLDER -P database.cmake. If several targets compile a file, the first one counts.
file(READ ${BUILD}/compile_commands.json commands)
string(REGEX MATCHALL "\"(directory|command|file)\": \"[^\n]*\"" fields "${commands}")
set(entries)
foreach(field IN LISTS fields)
  if(field MATCHES "^\"directory\"")
    set(directory "${field}")
  elseif(field MATCHES "^\"command\": \"(.*) -o [^ ]+ -c ")
    string(REGEX REPLACE " -Winvalid-pch| -include [^ ]*/cmake_pch\\.hxx" "" command "${CMAKE_MATCH_1}")
  elseif(field MATCHES "^\"file\": \"(.*)\"$")
    set(files "${CMAKE_MATCH_1}")
    if(files MATCHES "/Unity/unity_[^/]*$")
      file(STRINGS "${files}" files REGEX "^#include ")
      list(TRANSFORM files REPLACE "^#include \"(.*)\"$" "\\1")
    elseif(files MATCHES "/cmake_pch\\.hxx\\.cxx$")
      set(files)
    endif()
    foreach(file IN LISTS files)
      if(NOT DEFINED "seen ${file}")
        set("seen ${file}" yes)
        list(APPEND entries "{${directory},\n \"file\": \"${file}\",\n \"command\": \"${command} -c \\\"${file}\\\"\"}")
      endif()
    endforeach()
  endif()
endforeach()
list(JOIN entries ",\n" entries)
file(WRITE ${BUILD}/database/compile_commands.json "[\n${entries}\n]\n")
