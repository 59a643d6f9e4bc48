# Warnings are errors, and floating-point results are the same on every build: no contraction of a*b+c, no reordering.
add_library(taut_compiler INTERFACE)
target_compile_features(taut_compiler INTERFACE cxx_std_20)
target_compile_options(taut_compiler INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion $<$<BOOL:${TAUT_WERROR}>:-Werror>
  -ffp-contract=off)
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  target_compile_options(taut_compiler INTERFACE -fno-semantic-interposition)  # as clang does by default
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  target_compile_options(taut_compiler INTERFACE -Wno-restrict)  # false for "text" + std::string, GCC bug 105329
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL Clang AND NOT CMAKE_SYSTEM_PROCESSOR STREQUAL wasm32)
  target_compile_options(taut_compiler INTERFACE -Wno-deprecated-declarations)  # libstdc++ 12 uses what it deprecates
endif()
if(TAUT_SANITIZE)
  target_compile_options(taut_compiler INTERFACE
    -fsanitize=${TAUT_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  # Before every use of a pointer these would look at what the address sanitizer sees as well, and nearly double the time
  # to compile.
  target_compile_options(taut_compiler INTERFACE -fno-sanitize=null,alignment,object-size,pointer-overflow,vptr)
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)  # the instrumented code confuses it about what is initialised
    target_compile_options(taut_compiler INTERFACE -Wno-maybe-uninitialized)
  endif()
  target_link_options(taut_compiler INTERFACE -fsanitize=${TAUT_SANITIZE})
endif()
