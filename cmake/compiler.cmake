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
if(NOT CMAKE_SYSTEM_PROCESSOR STREQUAL wasm32)
  target_link_options(taut_compiler INTERFACE -Wl,-z,relro,-z,now)  # what is called is bound at the start, then read-only
endif()
# For what reads files and arguments: a damaged stack or an overrun buffer ends the program rather than being used. The
# core, whose loops are hot, gets numbers of known count only.
add_library(taut_hardening INTERFACE)
target_compile_options(taut_hardening INTERFACE -fstack-protector-strong)
if(NOT TAUT_SANITIZE)  # sanitizers see more, where calls are not replaced
  target_compile_options(taut_hardening INTERFACE
    $<$<CONFIG:Release,RelWithDebInfo,MinSizeRel>:-U_FORTIFY_SOURCE;-D_FORTIFY_SOURCE=2>)
endif()
if(TAUT_SANITIZE)
  target_compile_definitions(taut_compiler INTERFACE _GLIBCXX_ASSERTIONS)
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
