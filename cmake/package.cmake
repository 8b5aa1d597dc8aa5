# Installation, and the Debian package: cmake --build build --target package.
# Without dpkg-shlibdeps, this target makes an archive.
set(LOOP_MAINTAINER "The LOOP developers <loop@example.org>" CACHE STRING "Who answers for the package")
set(LOOP_PREBUILT_MACHINES local local-openmpi CACHE STRING
  "Machines whose runtime library the package holds; one whose compiler is not here is left out")

# For `--target uninstall`.
install(CODE "execute_process(COMMAND \"${CMAKE_COMMAND}\" \"-DPREFIX=\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}\"
  \"-DLIST=${CMAKE_BINARY_DIR}/folders-before.txt\" -P \"${PROJECT_SOURCE_DIR}/cmake/package/folders.cmake\")")
add_custom_target(uninstall COMMAND ${CMAKE_COMMAND} -DBUILD=${CMAKE_BINARY_DIR}
  -P ${PROJECT_SOURCE_DIR}/cmake/package/uninstall.cmake VERBATIM)

# The installed tool needs these to build programs and bundles: the runtime's sources, workloads, machines, templates.
set(loop_data ${CMAKE_INSTALL_DATADIR}/loop)
if(LOOP_TESTS)
  # The package contains only the tool, so do not build the tests for it.
  set(CMAKE_SKIP_PACKAGE_ALL_DEPENDENCY ON)
  install(CODE "execute_process(COMMAND \"${CMAKE_COMMAND}\" --build \"${CMAKE_BINARY_DIR}\" --target loop_command
    COMMAND_ERROR_IS_FATAL ANY)")
endif()
install(TARGETS loop_command RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(DIRECTORY runtime workloads machines DESTINATION ${loop_data})
foreach(folder bundle artifact)
  install(DIRECTORY runner/${folder}/templates DESTINATION ${loop_data}/runner/${folder})
endforeach()
install(FILES LICENSE DESTINATION ${loop_data})

# For projects of others: find_package(loop), and the library for pkg-config.
include(CMakePackageConfigHelpers)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/loopConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES cmake/package/loopConfig.cmake ${CMAKE_BINARY_DIR}/loopConfigVersion.cmake DESTINATION lib/cmake/loop)
install(CODE "execute_process(COMMAND ${CMAKE_COMMAND} -E env \"LOOP_CACHE=${CMAKE_BINARY_DIR}/package-cache\"
  sh \"${PROJECT_SOURCE_DIR}/cmake/package/library.sh\" \"$<TARGET_FILE:loop_command>\" \"${PROJECT_SOURCE_DIR}\"
  ${PROJECT_VERSION} \"${CMAKE_BINARY_DIR}/library\" ${LOOP_PREBUILT_MACHINES} COMMAND_ERROR_IS_FATAL ANY)")
install(DIRECTORY ${CMAKE_BINARY_DIR}/library/ DESTINATION .)

# The documents as a web site in site/ of the build folder.
add_custom_target(site COMMAND sh ${PROJECT_SOURCE_DIR}/cmake/package/site.sh ${CMAKE_BINARY_DIR}/site-source
  ${CMAKE_BINARY_DIR}/site VERBATIM)

# Manual pages, completion, and other documents are generated from the tool's help when it is installed.
set(documents ${CMAKE_BINARY_DIR}/documents)
install(CODE "execute_process(COMMAND sh \"${PROJECT_SOURCE_DIR}/cmake/package/documents.sh\"
  \"$<TARGET_FILE:loop_command>\" ${PROJECT_VERSION} \"${documents}\" \"${LOOP_MAINTAINER}\" COMMAND_ERROR_IS_FATAL ANY)")
install(DIRECTORY ${documents}/man/ DESTINATION ${CMAKE_INSTALL_MANDIR})
install(FILES ${documents}/loop DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(FILES ${documents}/_loop DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions)
install(FILES ${documents}/loop.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
install(FILES ${documents}/copyright ${documents}/changelog.gz ${documents}/CHANGELOG.md.gz README.md ARCHITECTURE.md
  CONTRIBUTING.md SECURITY.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES bench/README.md bench/results.md DESTINATION ${CMAKE_INSTALL_DOCDIR}/bench)
# Neovim reads the first folder, Vim the second.
foreach(folder nvim/site vim/vimfiles)
  install(DIRECTORY editors/vim/ DESTINATION ${CMAKE_INSTALL_DATADIR}/${folder})
endforeach()
install(FILES editors/emacs/loop-mode.el DESTINATION ${CMAKE_INSTALL_DATADIR}/emacs/site-lisp)
install(FILES cmake/package/lintian-overrides DESTINATION ${CMAKE_INSTALL_DATADIR}/lintian/overrides RENAME loop)
install(DIRECTORY docs examples DESTINATION ${CMAKE_INSTALL_DOCDIR})

set(CPACK_PACKAGE_NAME loop)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_CONTACT ${LOOP_MAINTAINER})
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_STRIP_FILES ON)
set(CPACK_LOOP_PREBUILT_MACHINES ${LOOP_PREBUILT_MACHINES})
set(CPACK_LOOP_CACHE ${CMAKE_BINARY_DIR}/package-cache)
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/cmake/package/staged.cmake)
set(CPACK_VERBATIM_VARIABLES ON)

find_program(LOOP_SHLIBDEPS dpkg-shlibdeps)
if(LOOP_SHLIBDEPS)
  set(CPACK_GENERATOR DEB)
else()
  set(CPACK_GENERATOR TGZ)
endif()
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "workload descriptions for parallel computers, compiled and measured")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
"LOOP describes parallel workloads and measures machines with them. A program is
C++ text with constructs in it; the compiler turns it into readable C++ on MPI,
and every run ends in a sheet that says what was measured, on what, and whether
to believe it.
.
The package holds the tool, predefined workloads, machine profiles, and the
runtime library as sources and built for MPICH and Open MPI of this
distribution.")
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# Users build workloads where they run them, so the package depends on a compiler and an MPI. Another tool converts figures.
set(CPACK_DEBIAN_PACKAGE_DEPENDS "g++, mpich, libmpich-dev")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "librsvg2-bin")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS
  "openmpi-bin, libopenmpi-dev, libsimgrid-dev, libopenblas-dev, make, slurm-client, valgrind")
include(CPack)
