# Every object counts what it runs through, for libFuzzer, and stops at the first fault that a sanitizer sees. A
# conversion of a floating-point number that the integer cannot hold is a fault too.
add_compile_options(-O1 -g1 -fno-omit-frame-pointer
  -fsanitize=fuzzer-no-link,address,undefined,float-cast-overflow -fno-sanitize-recover=all)
add_link_options(-fsanitize=address,undefined)
