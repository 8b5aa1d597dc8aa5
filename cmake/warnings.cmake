# The warnings of all targets; `./check all` makes them errors.
option(LOOP_WERROR "Let the build fail at a warning" OFF)
add_library(loop_warnings INTERFACE)
target_compile_options(loop_warnings INTERFACE -Wall -Wextra -Wpedantic $<$<BOOL:${LOOP_WERROR}>:-Werror>)
