"""The layer checker must find what it is there for: each fake tree below holds one include."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

CHECKER = Path(__file__).resolve().parents[2] / "scripts" / "check_layers.py"


def check(path, include):
    """Runs the checker over a tree of one file with one include."""
    with tempfile.TemporaryDirectory() as root:
        file = Path(root) / path
        file.parent.mkdir(parents=True)
        file.write_text(f"// a comment\n#include {include}\n")
        return subprocess.run([sys.executable, CHECKER, root], capture_output=True, text=True)


class CheckLayers(unittest.TestCase):
    def assert_allowed(self, path, include):
        self.assertEqual(check(path, include).returncode, 0, f"{path} including {include}")

    def assert_refused(self, path, include):
        result = check(path, include)
        self.assertEqual(result.returncode, 1, f"{path} including {include}")
        self.assertIn(f"{path}:2:", result.stderr)

    def test_downwards_is_allowed(self):
        self.assert_allowed("src/dynamics/rattle.cpp", '"solve/gram.hpp"')
        self.assert_allowed("src/solve/plan.cpp", '"taut/model.hpp"')
        self.assert_allowed("src/run/run.cpp", '"io/scenario.hpp"')

    def test_own_folder_is_allowed(self):
        self.assert_allowed("src/solve/plan.cpp", '"solve/classify.hpp"')
        self.assert_allowed("src/solve/plan.cpp", '"classify.hpp"')

    def test_upwards_is_refused(self):
        self.assert_refused("src/model/model.cpp", '"solve/gram.hpp"')
        self.assert_refused("src/base/exact.cpp", '"taut/model.hpp"')
        self.assert_refused("include/taut/model.hpp", '"taut/integrate.hpp"')

    def test_siblings_are_refused(self):
        self.assert_refused("src/forces/spring.cpp", '"solve/gram.hpp"')
        self.assert_refused("src/solve/plan.cpp", '"taut/forces.hpp"')

    def test_observe_and_io_see_reports_but_no_kernel(self):
        self.assert_allowed("src/observe/energy.cpp", '"taut/integrate.hpp"')
        self.assert_allowed("src/io/summary.cpp", '"taut/solve.hpp"')
        self.assert_refused("src/observe/energy.cpp", '"dynamics/rattle.hpp"')
        self.assert_refused("src/io/summary.cpp", '"solve/gram.hpp"')

    def test_folders_of_a_layer_have_an_order(self):
        self.assert_allowed("src/kinematics/way/way.cpp", '"kinematics/search/budget.hpp"')
        self.assert_allowed("src/io/progress.cpp", '"io/progress.hpp"')
        self.assert_refused("src/kinematics/arm/posture.cpp", '"kinematics/reach/task.hpp"')
        self.assert_refused("src/kinematics/follow/follow.cpp", '"kinematics/way/passage.hpp"')
        self.assert_refused("src/kinematics/judge/motion_check.cpp", '"kinematics/arm/posture.hpp"')
        self.assert_refused("src/io/drawing/svg.cpp", '"io/figure/plot.hpp"')

    def test_unknown_folder_of_such_a_layer_is_refused(self):
        self.assertEqual(check("src/io/elsewhere/file.cpp", '"taut/model.hpp"').returncode, 1)
        self.assertEqual(check("src/kinematics/loose.cpp", '"taut/model.hpp"').returncode, 1)
        self.assert_refused("src/io/figure/plot.cpp", '"io/elsewhere/file.hpp"')

    def test_apps_see_public_headers_only(self):
        self.assert_allowed("apps/cli/main.cpp", '"taut/solve.hpp"')
        self.assert_refused("apps/cli/main.cpp", '"io/scenario.hpp"')

    def test_core_has_no_input_or_output(self):
        self.assert_refused("src/solve/plan.cpp", "<iostream>")
        self.assert_refused("include/taut/model.hpp", "<fmt/format.h>")
        self.assert_allowed("src/io/csv.cpp", "<fmt/format.h>")

    def test_base_needs_the_standard_library_only(self):
        self.assert_refused("src/base/exact.cpp", "<Eigen/Core>")
        self.assert_allowed("src/solve/sparse.cpp", "<Eigen/SparseCore>")

    def test_unknown_public_header_is_refused(self):
        self.assert_refused("src/run/run.cpp", '"taut/nowhere.hpp"')

    def test_empty_tree_is_refused(self):
        with tempfile.TemporaryDirectory() as root:
            result = subprocess.run([sys.executable, CHECKER, root], capture_output=True, text=True)
        self.assertEqual(result.returncode, 1)


if __name__ == "__main__":
    unittest.main()
