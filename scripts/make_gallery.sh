#!/usr/bin/env bash
# Runs the examples that docs/gallery.md shows and puts their figures into docs/images.
# usage: scripts/make_gallery.sh [PROGRAM]   (default: build/taut)
set -euo pipefail
cd "$(dirname "$0")/.."
taut=${1:-build/taut}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# draw EXAMPLE [KEY=VALUE …]: one figure, docs/images/<name>.svg, of the example as it is or with keys changed.
draw() {
  local example=$1 name settings=()
  name=$(basename "$example")
  shift
  for setting in "$@"; do settings+=(--set "$setting"); done
  "$taut" run "examples/$example.toml" --out "$scratch/$name" --quiet "${settings[@]}"
  cp "$scratch/$name/path.svg" "docs/images/$name.svg"
  printf '%6d bytes  docs/images/%s.svg\n' "$(stat -c %s "docs/images/$name.svg")" "$name"
}

# stretch NETWORK: the same of a network under a tension along x, for docs/guide/networks.md.
stretch() {
  "$taut" response "examples/networks/$1.toml" --matrix L --moduli --out "$scratch/$1" --quiet
  cp "$scratch/$1/motion.svg" "docs/images/$1.svg"
  printf '%6d bytes  docs/images/%s.svg\n' "$(stat -c %s "docs/images/$1.svg")" "$1"
}

# chaos NAME FIGURE EXAMPLE OPTIONS …: a figure of taut chaos, docs/images/<name>.svg, and what it printed.
chaos() {
  local name=$1 figure=$2 example=$3
  shift 3
  "$taut" chaos "examples/chaos/$example.toml" --out "$scratch/$name" --threads "$(nproc)" "$@"
  cp "$scratch/$name/$figure.svg" "docs/images/$name.svg"
  printf '%6d bytes  docs/images/%s.svg\n' "$(stat -c %s "docs/images/$name.svg")" "$name"
}

# reach EXAMPLE: an arm along its motion.
reach() {
  "$taut" reach "examples/arms/$1.toml" --out "$scratch/$1" --quiet
  cp "$scratch/$1/arm.svg" "docs/images/$1.svg"
  printf '%6d bytes  docs/images/%s.svg\n' "$(stat -c %s "docs/images/$1.svg")" "$1"
}

mkdir -p docs/images
for example in double_pendulum triple_pendulum kapitza strandbeest four_bar servo_arm mixed sergels_torg hanging_chain falling_chain net funnel kramers_chain melt dumbbells \
  surfaces/sphere surfaces/paraboloid surfaces/ellipsoid surfaces/torus surfaces/hyperboloid; do
  draw "$example"
done
"$taut" run examples/robot.toml --out "$scratch/robot" --quiet
cp "$scratch/robot/arm.svg" docs/images/robot.svg
cp "$scratch/falling_chain/energy.svg" docs/images/falling_chain_energy.svg
cp "$scratch/dumbbells/density.svg" docs/images/dumbbells_density.svg
"$taut" run examples/diffusion.toml --out "$scratch/diffusion" --quiet
cp "$scratch/diffusion/lag_function1.svg" docs/images/diffusion.svg
draw hanging_bridge integrator.duration=4.5 # the lorry is on its way
stretch auxetic_honeycomb
stretch rotating_squares
"$taut" response examples/freely_jointed.toml --ensemble 100000 --window 10:30 --out "$scratch/decay" --quiet
cp "$scratch/decay/decay.svg" docs/images/decay.svg
"$taut" run examples/flexible_butane.toml --out "$scratch/butane" --quiet
"$taut" response examples/flexible_butane.toml --trajectory "$scratch/butane" --out "$scratch/components" --quiet
cp "$scratch/components/plane.svg" docs/images/flexible_butane.svg
chaos flip_map map double_pendulum --map --time 50 --check 400
chaos double_pendulum_section section double_pendulum --section --time 400
chaos double_pendulum_exponent lyapunov double_pendulum --lyapunov all --time 3000
chaos double_pendulum_twin twin double_pendulum --twin 1e-10 --time 40
chaos henon_heiles section henon_heiles --section --time 1500
chaos bowl section bowl --section --time 500
for example in three_hinges six_links snake shelf six_axis seven_axis two_hands; do
  reach "$example"
done
