#include <fmt/format.h>

#include "taut/reach.hpp"
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
       {"torques",
        "on a joint's angle or shift: spring, damper, an energy, or a motor as a formula of angle, rate, time"},
       {"pairs", "between all particles: Lennard-Jones or WCA by types, charges by reaction field or damped shifted"},
       {"drag", "against the velocity: drag = 0.1, or on some particles"}}};
}

CatalogueSection thermostats() {
  return {"thermostats",
          {{"rescale", "velocities scaled by a random factor that makes the kinetic energy canonical"},
           {"andersen", "components get new velocities of Maxwell's distribution at random times"},
           {"nose-hoover", "a chain of three thermostats, reversible, without random numbers"}}};
}

CatalogueSection barostats() {
  return {"barostats",
          {{"cell-rescaling", "a periodic box that changes its size at random and keeps the mean pressure, exactly"}}};
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

CatalogueSection joints() {
  return {"joints",
          {{"hinge", "turns about its axis; in the plane about z"},
           {"ball", "turns any way; its limit is how far it swings"},
           {"slider", "shifts along its axis"},
           {"fixed", "does not move"}}};
}

CatalogueSection obstacles() {
  return {"obstacles",
          {{"disc(center, radius)", "in the plane; a sphere in space"},
           {"box(center, size, turn)", "a rectangle in the plane"},
           {"polygon(corners)", "in the plane"},
           {"capsule(from, to, radius)", "all within a radius of a segment"}}};
}

CatalogueSection paths() {
  return {"paths",
          {{"line(from, to)", "straight, from where the hand is unless told"},
           {"polyline(points)", "straight from point to point"},
           {"circle(center, radius, normal, turn)", "or start, a point of it; from where the hand is otherwise"},
           {"spline(points)", "smooth through points: centripetal Catmull-Rom"},
           {"formula(x, y, z)", "formulas of s, from 0 to 1"},
           {"svg(d, scale, place)", "what SVG calls the d of a path"},
           {"stay(at)", "where the hand is unless told, while another hand moves"}}};
}

CatalogueSection reach() {
  CatalogueSection section{"reach", {}};
  for (const ReachMethodInfo& info : reach_methods()) section.entries.push_back({info.name, info.what});
  return section;
}

}  // namespace

std::vector<CatalogueSection> catalogue() {
  return {shapes("curves", ShapeFamily::curve),
          shapes("surfaces", ShapeFamily::surface),
          solvers(),
          integrators(),
          forces(),
          thermostats(),
          barostats(),
          measures(),
          studies(),
          joints(),
          obstacles(),
          paths(),
          reach()};
}

}  // namespace taut
