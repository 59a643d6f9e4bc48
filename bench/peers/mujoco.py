"""MuJoCo: a chain of hinges and a six-axis arm, with its two integrators of fixed step."""

import re
from pathlib import Path

import pendulum
from case import case, measurement


def cases(programs, scratch):
    integrators = ("Euler", "RK4")
    chains = [measured(programs, scratch, links, name) for links in pendulum.LINKS for name in integrators]
    return chains + [measured_arm(programs, scratch, name) for name in integrators]


ARM = Path(__file__).parents[2] / "tests" / "data" / "arms" / "six_axis_ur5e.urdf"


def measured_arm(programs, scratch, integrator):
    """The arm of `taut_bench swings`, let go; its limits are left out, as there."""
    model = scratch / f"arm{integrator}.urdf"
    text = re.sub("<limit[^>]*/>", "", ARM.read_text()).replace('"revolute"', '"continuous"')
    option = f'<mujoco><option timestep="{pendulum.STEP}" gravity="0 0 -9.81" integrator="{integrator}"/></mujoco>'
    model.write_text(re.sub("(<robot [^>]*>)", rf"\1{option}", text))
    found = measurement(programs / "peer_mujoco", model, 1, 500)
    engine = f"MuJoCo {found['version']}, hinges, {integrator}"
    return case(engine, "six-axis arm (UR5e)", "step", found["ns"], 9.81 * found["error"], "energy in J")


def measured(programs, scratch, links, integrator):
    model = scratch / f"{integrator}{links}.urdf"
    model.write_text(as_urdf(links, integrator))
    found = measurement(programs / "peer_mujoco", model, links, pendulum.steps(links))
    engine = f"MuJoCo {found['version']}, hinges, {integrator}"
    return case(engine, pendulum.name(links), pendulum.UNIT, found["ns"], found["error"], "energy")


def as_urdf(links, integrator):
    """Flat, since a chain of 100 bodies is nested too deeply for MuJoCo's own format."""
    elements = "".join(link_and_joint(k) for k in range(1, links + 1))
    option = f'<option timestep="{pendulum.STEP}" gravity="0 -9.81 0" integrator="{integrator}"/>'
    return f'<robot name="chain"><mujoco>{option}</mujoco><link name="0"/>{elements}</robot>'


def link_and_joint(k):
    return (
        f'<link name="{k}"><inertial><origin xyz="1 0 0"/><mass value="1"/>'
        '<inertia ixx="1e-12" iyy="1e-12" izz="1e-12" ixy="0" ixz="0" iyz="0"/></inertial></link>'
        f'<joint name="{k}" type="continuous"><parent link="{k - 1}"/><child link="{k}"/>'
        f'<origin xyz="{min(k - 1, 1)} 0 0"/><axis xyz="0 0 1"/></joint>'
    )
