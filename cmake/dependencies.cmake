# What each part needs, and nothing for parts that are switched off (docs/decisions/0002-dependencies.md).
find_package(Eigen3 3.4 REQUIRED NO_MODULE)
if(NOT CMAKE_SYSTEM_PROCESSOR STREQUAL wasm32)
  find_package(Threads REQUIRED)
endif()
if(TAUT_IO)
  find_package(fmt REQUIRED)
  find_package(nlohmann_json REQUIRED)
  find_package(tomlplusplus REQUIRED)
  enable_language(C)  # FindHDF5 compiles a test in C
  find_package(HDF5 REQUIRED COMPONENTS C)
  find_package(PNG REQUIRED)
  find_package(CLI11 REQUIRED)
endif()
