# The warnings that every target of ours is built with.
add_library(loop_warnings INTERFACE)
target_compile_options(loop_warnings INTERFACE -Wall -Wextra -Wpedantic)
