#!/usr/bin/env python3
"""Checks that includes go one way through the layers, and through the folders of some (docs/architecture.md).

usage: check_layers.py [ROOT]

Prints one line for each include that points the wrong way and exits with 1 if there is any.
"""

import re
import sys
from pathlib import Path

# Every public header belongs to one layer.
LAYER_OF_PUBLIC_HEADER = {
    "vec": "base",
    "error": "base",
    "stop": "base",
    "matrix": "base",
    "formula": "formula",
    "model": "model",
    "state": "model",
    "solve": "solve",
    "project": "solve",
    "forces": "forces",
    "integrate": "dynamics",
    "flow": "dynamics",
    "average": "observe",
    "lags": "observe",
    "chaos": "observe",
    "crossing": "observe",
    "event_map": "observe",
    "temperature": "dynamics",
    "response": "response",
    "freely_jointed": "response",
    "ensemble": "response",
    "modes": "response",
    "network": "response",
    "rotation": "kinematics",
    "arm": "kinematics",
    "arm_dynamics": "kinematics",
    "arm_model": "kinematics",
    "reach": "kinematics",
    "obstacle": "kinematics",
    "follow": "kinematics",
    "way": "kinematics",
    "motion_trial": "kinematics",
    "observe": "observe",
    "output": "io",
    "scenario": "io",
    "arm_problem": "io",
    "run": "run",
    "respond": "run",
    "study": "run",
    "reach_run": "run",
    "arm_trials": "run",
    "taut": "run",  # the umbrella
}

# Layer -> layers below it. It may include their headers, public and private, and its own.
BELOW = {
    "base": set(),
    "formula": {"base"},
    "model": {"base", "formula"},
    "solve": {"base", "formula", "model"},
    "forces": {"base", "formula", "model"},
    "dynamics": {"base", "formula", "model", "solve", "forces"},
    "response": {"base", "formula", "model", "solve", "forces"},
    "kinematics": {"base", "formula", "model", "solve", "forces"},
    "observe": {"base"},
    "io": {"base"},
    "run": {"base", "formula", "model", "solve", "forces", "dynamics", "response", "kinematics", "observe", "io"},
    "apps": set(),
}

# Layer -> further layers of which it sees the public headers only: models and reports, never kernels.
CORE = {"base", "formula", "model", "solve", "forces", "dynamics", "response", "kinematics", "observe"}
PUBLIC_BELOW = {"observe": CORE, "io": CORE, "apps": CORE | {"io", "run"}}

# Layer -> its folders -> those of the same layer that they may include besides themselves. "": files in no folder.
# The judge of motions stands apart from the search for them, so that a mistake there does not excuse itself.
FOLDERS_BELOW = {
    "kinematics": {
        "arm": set(),
        "obstacle": set(),
        "reach": {"arm"},
        "search": {"arm", "obstacle", "reach"},
        "follow": {"arm", "reach", "search", "judge"},
        "way": {"arm", "obstacle", "reach", "search", "judge"},
        "judge": {"obstacle"},
    },
    "io": {
        "": set(),
        "file": set(),
        "document": {"file"},
        "arm": {"file", "document"},
        "scenario": {"file", "document", "arm"},
        "output": {"file"},
        "h5md": {"file"},
        "drawing": set(),
        "figure": {"file", "drawing"},
    },
}

# The core does no input or output, needs no thread, and Eigen at most: it runs in a browser. One file offers threads
# to callers who ask for them, where there are any.
NOT_IN_CORE = re.compile(
    r"iostream|fstream|sstream|format|filesystem|thread|mutex|future|regex"
    r"|urdf_.*|console_bridge/.*|tinyxml\.h|fmt/.*|toml\+\+/.*|nlohmann/.*|hdf5\.h|CLI/.*"
)
OFFERS_THREADS = Path("src/base/parallel.hpp")

INCLUDE = re.compile(r'^\s*#\s*include\s*(?:"([^"]+)"|<([^>]+)>)')


def layer_of_file(path):
    """The layer of a source file given by its path from the root."""
    top = path.parts[0]
    if top == "include":
        return LAYER_OF_PUBLIC_HEADER.get(path.stem)
    return "apps" if top == "apps" else path.parts[1]


def folder_in_layer(path):
    """The folder inside its layer of a file given by its path from src; "" when it is in none."""
    return "/".join(path.parts[1:-1])


def folder_of_file(path, layer):
    """The folder inside its layer of a source file given by its path from the root, or None where none are checked."""
    return folder_in_layer(path.relative_to("src")) if path.parts[0] == "src" and layer in FOLDERS_BELOW else None


def fault_of_folder(layer, folder, target):
    """What is wrong with an include of a private header between folders of one layer, or None."""
    below = folder_in_layer(Path(target))
    allowed = {folder} | FOLDERS_BELOW[layer][folder]
    return None if below in allowed else f'of folder {layer}/{folder} includes "{target}" of folder {layer}/{below}'


def fault_of_quoted(layer, target):
    """What is wrong with a quoted include in a file of this layer, or None."""
    folder, _, name = target.rpartition("/")
    if folder == "taut":
        below = LAYER_OF_PUBLIC_HEADER.get(Path(name).stem)
        allowed = {layer} | BELOW[layer] | PUBLIC_BELOW.get(layer, set())
    else:
        below = folder.split("/")[0] or layer
        allowed = {layer} | BELOW[layer]
    if below is None:
        return f'includes "{target}", which has no layer: add it to LAYER_OF_PUBLIC_HEADER'
    return None if below in allowed else f'of layer {layer} includes "{target}" of layer {below}'


def fault_of_system(layer, target):
    """What is wrong with a system include in a file of this layer, or None."""
    if layer in CORE and NOT_IN_CORE.fullmatch(target):
        return f"of layer {layer} includes <{target}>, which the core does without"
    if layer == "base" and target.startswith("Eigen/"):
        return f"of layer base includes <{target}>; base needs the standard library only"
    return None


def faults_in_file(root, path):
    layer = layer_of_file(path)
    if layer not in BELOW:
        yield f"{path}: belongs to no known layer"
        return
    folder = folder_of_file(path, layer)
    if folder is not None and folder not in FOLDERS_BELOW[layer]:
        yield f"{path}: belongs to no known folder of layer {layer}: add it to FOLDERS_BELOW"
        return
    for number, line in enumerate((root / path).read_text().splitlines(), start=1):
        match = INCLUDE.match(line)
        if not match:
            continue
        quoted, system = match.groups()
        if path == OFFERS_THREADS and system in ("thread", "mutex"):
            continue
        fault = fault_of_quoted(layer, quoted) if quoted else fault_of_system(layer, system)
        if not fault and quoted and folder is not None and quoted.startswith(f"{layer}/"):
            fault = fault_of_folder(layer, folder, quoted)
        if fault:
            yield f"{path}:{number}: {fault}"


def source_files(root):
    for folder in ("include/taut", "src", "apps"):
        for path in sorted((root / folder).rglob("*.[ch]pp")):
            yield path.relative_to(root)


def main(arguments):
    root = Path(arguments[0]) if arguments else Path(__file__).resolve().parent.parent
    files = list(source_files(root))
    if not files:
        print(f"{root}: no sources found under include/taut, src or apps", file=sys.stderr)
        return 1
    faults = [fault for path in files for fault in faults_in_file(root, path)]
    for fault in faults:
        print(fault, file=sys.stderr)
    print(f"Layers: {len(files)} files, {len(faults)} includes that point the wrong way.")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
