# Unity builds and precompiled headers, to compile LOOP quickly. Without LOOP_UNITY, each file is compiled separately.
option(LOOP_UNITY "Compile the files of a folder together, with one precompiled header" ON)
set(LOOP_UNITY_SIZE 8 CACHE STRING "The most files of a folder that are compiled together")
mark_as_advanced(LOOP_UNITY_SIZE)

# loop_precompiled(TARGET): this target precompiles the most used headers, for all targets.
function(loop_precompiled target)
  if(LOOP_UNITY)
    target_precompile_headers(${target} PRIVATE
      <algorithm> <cmath> <filesystem> <fstream> <functional> <map> <memory> <optional> <set> <sstream> <string> <vector>
      <fmt/format.h>)
    set_property(GLOBAL PROPERTY loop_precompiled ${target})
  endif()
endfunction()

# loop_use_precompiled(TARGET): uses these headers. Only for targets with the same flags, so not for hot ones.
function(loop_use_precompiled target)
  if(LOOP_UNITY)
    get_property(owner GLOBAL PROPERTY loop_precompiled)
    target_precompile_headers(${target} REUSE_FROM ${owner})
  endif()
endfunction()

# loop_unity(TARGET [PARTS]): compiles the sources of a target together, folder by folder, with at most
# LOOP_UNITY_SIZE / PARTS files per unit, so that headers are read once per unit. A unit should take at most 6 s.
function(loop_unity target)
  if(NOT LOOP_UNITY)
    return()
  endif()
  set(size ${LOOP_UNITY_SIZE})
  if(ARGC GREATER 1)
    math(EXPR size "${LOOP_UNITY_SIZE} / ${ARGV1}")
  endif()
  get_target_property(sources ${target} SOURCES)
  get_target_property(here ${target} SOURCE_DIR)
  foreach(source ${sources})
    cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY ${here} OUTPUT_VARIABLE file)
    cmake_path(RELATIVE_PATH file BASE_DIRECTORY ${here})
    cmake_path(GET file PARENT_PATH folder)
    string(MAKE_C_IDENTIFIER "in_${folder}" folder)
    list(APPEND folders ${folder})
    list(APPEND of_${folder} ${source})
  endforeach()
  list(REMOVE_DUPLICATES folders)
  foreach(folder ${folders})
    list(LENGTH of_${folder} files)
    math(EXPR units "(${files} + ${size} - 1) / ${size}")
    set(at 0)
    foreach(source ${of_${folder}})
      math(EXPR unit "${at} * ${units} / ${files}")
      set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${target}_${folder}_${unit})
      math(EXPR at "${at} + 1")
    endforeach()
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()

# loop_hot(TARGET): compiles a target with more optimization than the others.
function(loop_hot target)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O2>)
endfunction()
