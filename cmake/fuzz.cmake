# Instruments every object for libFuzzer, and ends the program at the first fault that a sanitizer finds, including
# conversions of floating-point numbers that do not fit in the integer type.
add_compile_options(-O1 -g1 -fno-omit-frame-pointer
  -fsanitize=fuzzer-no-link,address,undefined,float-cast-overflow -fno-sanitize-recover=all)
add_link_options(-fsanitize=address,undefined)
