"""One measured case of a peer, in the shape of a case of `taut_bench --json`, with the engine it belongs to."""

import json
import subprocess


class Unavailable(Exception):
    """A peer that is not installed or does not run; the message says why in one sentence."""


def case(engine, name, unit, ns, error, error_of="length"):
    return {"engine": engine, "name": name, "unit": unit, "ns": ns, "error": error, "error_of": error_of}


def output_of(command, **options):
    """What the command prints; Unavailable with the last line of its complaint if it fails."""
    command = [str(word) for word in command]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=120, **options)
    except FileNotFoundError:
        raise Unavailable(f"{command[0]} is not there") from None
    except subprocess.TimeoutExpired:
        raise Unavailable(f"{command[0]} took more than 120 s") from None
    if done.returncode != 0:
        complaint = (done.stderr.strip() or done.stdout.strip() or "it said nothing").splitlines()[-1]
        raise Unavailable(f"{command[0]} failed with code {done.returncode}: {complaint}")
    return done.stdout


def measurement(program, *arguments, text=None):
    """What a program of this folder measures: version, ns and error."""
    if not program.exists():
        raise Unavailable(f"{program.name} was not built, since its library is not installed")
    return json.loads(output_of([program, *arguments], input=text))
