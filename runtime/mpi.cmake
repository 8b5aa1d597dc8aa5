# Supports two MPI libraries in one build: gets the flags from each compiler wrapper, and makes an INTERFACE target.

# loop_add_mpi(<flavour> <wrapper> <argument that makes it show its command>): adds the target mpi_<flavour>; prints a
# message if the wrapper is missing.
function(loop_add_mpi flavour wrapper show)
  find_program(LOOP_WRAPPER_${flavour} ${wrapper})
  if(NOT LOOP_WRAPPER_${flavour})
    message(STATUS "${wrapper} not found: the runtime is not built for ${flavour}")
    return()
  endif()
  execute_process(COMMAND ${LOOP_WRAPPER_${flavour}} ${show} OUTPUT_VARIABLE command
                  OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE failed)
  if(failed)
    message(STATUS "`${wrapper} ${show}` failed: the runtime is not built for ${flavour}")
    return()
  endif()
  separate_arguments(words UNIX_COMMAND "${command}")
  add_library(mpi_${flavour} INTERFACE)
  foreach(word IN LISTS words)
    if(word MATCHES "^-I(.+)")
      target_include_directories(mpi_${flavour} SYSTEM INTERFACE ${CMAKE_MATCH_1})
    elseif(word MATCHES "^-L(.+)")
      target_link_directories(mpi_${flavour} INTERFACE ${CMAKE_MATCH_1})
    elseif(word MATCHES "^-l" AND NOT word MATCHES "^-l(mpichcxx|mpi_cxx)$")
      target_link_libraries(mpi_${flavour} INTERFACE ${word})
    endif()
  endforeach()
  # Exclude MPI's old C++ bindings, which are not used and slow to compile.
  target_compile_definitions(mpi_${flavour} INTERFACE OMPI_SKIP_MPICXX MPICH_SKIP_MPICXX)
endfunction()
