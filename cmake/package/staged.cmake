# CPack runs this when all files of a package are in a folder, before it packs them. The tool in that folder builds the
# parts of the runtime library that are the same for all processors, for the machines of the package.
set(stage ${CPACK_TEMPORARY_INSTALL_DIRECTORY}${CPACK_PACKAGING_INSTALL_PREFIX})
if(NOT EXISTS ${stage}/bin/loop)
  set(stage ${CPACK_TEMPORARY_INSTALL_DIRECTORY}) # an archive has no /usr
endif()

foreach(machine ${CPACK_LOOP_PREBUILT_MACHINES})
  file(STRINGS ${stage}/share/loop/machines/${machine}.toml compiler REGEX "^compiler *= *\\[")
  string(REGEX REPLACE ".*\\[ *\"([^\"]*)\".*" "\\1" compiler "${compiler}")
  find_program(found_${machine} NAMES ${compiler} NO_CACHE)
  if(NOT found_${machine})
    message(WARNING "${compiler} is not here: the package holds no runtime library for machine `${machine}`")
    continue()
  endif()
  # The environment of this build must not change the compiler.
  execute_process(COMMAND ${CMAKE_COMMAND} -E env --unset=MPICH_CXX --unset=OMPI_CXX --unset=CPATH
      --unset=CPLUS_INCLUDE_PATH --unset=LIBRARY_PATH LOOP_CACHE=${CPACK_LOOP_CACHE} LOOP_PREBUILT=
      ${stage}/bin/loop machine prepare ${machine} --any-processor -o ${stage}/lib/loop
    COMMAND_ERROR_IS_FATAL ANY)
endforeach()

# The usual permissions of /usr, independent of the umask.
execute_process(COMMAND chmod -R u=rwX,go=rX ${CPACK_TEMPORARY_INSTALL_DIRECTORY} COMMAND_ERROR_IS_FATAL ANY)
