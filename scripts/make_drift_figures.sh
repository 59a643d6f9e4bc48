#!/usr/bin/env bash
# Runs what docs/guide/closed-form.md compares and puts the figures into docs/images.
# usage: scripts/make_drift_figures.sh [PROGRAM]   (default: build/taut)
set -euo pipefail
cd "$(dirname "$0")/.."
taut=${1:-build/taut}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# swing NAME [KEY=VALUE …]: the double pendulum of the page with keys changed. Drift is what they are to show: --accept.
swing() {
  local name=$1 settings=(--accept)
  shift
  for setting in "$@"; do settings+=(--set "$setting"); done
  "$taut" run examples/drift.toml --out "$scratch/$name" --quiet --set integrator.duration=1000 "${settings[@]}"
}

closed=integrator.method=closed-form
swing rattle
swing closed-form $closed
swing baumgarte $closed integrator.stabilisation=baumgarte
swing projection $closed integrator.stabilisation=projection
"$taut" compare "$scratch"/{rattle,closed-form,baumgarte,projection} --out "$scratch/figures"
cp "$scratch/figures/constraint_errors.svg" docs/images/drift_constraints.svg
cp "$scratch/figures/energy_changes.svg" docs/images/drift_energy.svg
