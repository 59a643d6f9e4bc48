# cmake --install: the program, the libraries and headers, the examples, and what find_package(taut) reads.
include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/taut)

install(DIRECTORY include/taut DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(TARGETS taut_core EXPORT taut_core)
install(EXPORT taut_core FILE tautCore.cmake NAMESPACE taut:: DESTINATION ${package_dir})
if(TAUT_IO)
  install(TARGETS taut_io EXPORT taut_io)
  install(EXPORT taut_io FILE tautIo.cmake NAMESPACE taut:: DESTINATION ${package_dir})
  install(TARGETS taut)
  install(DIRECTORY examples/ DESTINATION ${CMAKE_INSTALL_DATADIR}/taut/examples FILES_MATCHING PATTERN "*.toml"
    PATTERN "*.urdf")
endif()

configure_package_config_file(cmake/tautConfig.cmake.in ${PROJECT_BINARY_DIR}/tautConfig.cmake
  INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/tautConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/tautConfig.cmake ${PROJECT_BINARY_DIR}/tautConfigVersion.cmake
  DESTINATION ${package_dir})
