# Toolchain: the core as WebAssembly, with Debian's clang 22 and wasi-libc. Used by the preset "wasm".
#
# -fno-exceptions  holds the core to its word that it throws nothing by itself; a WebAssembly host could not catch it.
# EIGEN_DONT_VECTORIZE  sums in the order of the scalar code; cmake/compiler.cmake already forbids contraction.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)

set(CMAKE_CXX_COMPILER clang++-22)
set(CMAKE_CXX_COMPILER_TARGET wasm32-wasi)
set(CMAKE_AR ar)
set(CMAKE_RANLIB true)  # wasm-ld reads archives without an index, and GNU ranlib cannot make one
set(CMAKE_CXX_FLAGS_INIT
  "-Wno-deprecated -fno-exceptions -mbulk-memory -mnontrapping-fptoint -DEIGEN_DONT_VECTORIZE")
set(CMAKE_EXE_LINKER_FLAGS_INIT "-mexec-model=reactor -Wl,--strip-all")
set(CMAKE_EXECUTABLE_SUFFIX_CXX .wasm)
