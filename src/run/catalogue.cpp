#include <fmt/format.h>

#include "taut/run.hpp"

namespace taut {
namespace {

std::string call_text(const ShapeInfo& shape) {
  std::string parameters;
  for (const char* parameter : shape.parameters)
    parameters += (parameters.empty() ? "" : ", ") + std::string(parameter);
  return fmt::format("{}({})", shape.name, parameters);
}

CatalogueSection shapes(const char* name, ShapeFamily family) {
  CatalogueSection section{name, {}};
  for (const ShapeInfo& shape : built_in_shapes()) {
    if (shape.family == family) section.entries.push_back({call_text(shape), shape.equation});
  }
  return section;
}

CatalogueSection solvers() {
  CatalogueSection section{"solvers", {}};
  for (const SolverInfo& solver : built_in_solvers()) section.entries.push_back({solver.name, solver.description});
  return section;
}

CatalogueSection integrators() {
  CatalogueSection section{"integrators", {}};
  for (const IntegratorInfo& integrator : built_in_integrators()) {
    section.entries.push_back(
        {integrator.name, fmt::format("order {}, {} stage{}: {}", integrator.order, integrator.stages,
                                      integrator.stages == 1 ? "" : "s", integrator.description)});
  }
  return section;
}

CatalogueSection forces() {
  return {
      "forces",
      {{"gravity", "a constant acceleration: gravity = [0.0, -9.81]"},
       {"springs", "between two particles: stiffness, rest length, damping"},
       {"constant", "a constant force on particles"},
       {"formula", "a force whose components are formulas of x, y, z and t"},
       {"potential", "minus the gradient of an energy, a formula of the coordinates"},
       {"angles", "between three particles: a harmonic angle"},
       {"dihedrals", "between four particles: Ryckaert-Bellemans or OPLS"},
       {"pairs", "between all particles: Lennard-Jones or WCA by types, charges by reaction field or damped shifted"},
       {"drag", "against the velocity: drag = 0.1, or on some particles"}}};
}

CatalogueSection measures() {
  return {"measures",
          {{"distance", "of two particles; squared-distance"},
           {"end-to-end", "of the first and the last of some particles; squared-end-to-end"},
           {"gyration", "radius of gyration, weighted by mass"},
           {"angle", "at the middle one of three particles, in radians; cosine"},
           {"dihedral", "of four particles, in radians"},
           {"formula", "any formula of positions and velocities of some particles and t"},
           {"mean-square-displacement", "by lag, of particles or centres of molecules, with the diffusion coefficient"},
           {"velocity-autocorrelation", "by lag, of particles or centres of molecules; diffusion after Green and Kubo"},
           {"end-to-end-autocorrelation", "by lag, of the vector from the first to the last of some particles"},
           {"vector-autocorrelation", "by lag, of one to three formulas"},
           {"autocorrelation = true", "by lag, with any measure that is a number"}}};
}

CatalogueSection studies() {
  return {"studies",
          {{"--lyapunov", "Lyapunov exponents on the constraint manifold, with error bars"},
           {"--section", "where the motion crosses a surface of section: [chaos.section]"},
           {"--twin", "how two starts nearby part"},
           {"--map", "the time to the first event over a plane of starts: [chaos.map]"}}};
}

}  // namespace

std::vector<CatalogueSection> catalogue() {
  return {shapes("curves", ShapeFamily::curve),
          shapes("surfaces", ShapeFamily::surface),
          solvers(),
          integrators(),
          forces(),
          measures(),
          studies()};
}

}  // namespace taut
