"""What each arm among the examples claims in its comment, as a check of its summary."""

from program import reach


def three_hinges(test, found):
    test.assertEqual(found["verdict"], "reached")
    test.assertAlmostEqual(sum(found["final"]["posture"].values()), 0.0, places=6)  # points along x
    out_of_reach = reach("arms/three_hinges", "target={position = [3, 0]}")
    test.assertAlmostEqual(out_of_reach["least_position_error"], 3.0 - 2.1, places=12)


def six_links(test, found):
    test.assertGreaterEqual(found["least_clearance"], 0.05 - 1e-9)
    test.assertTrue(reach("arms/six_links", "obstacles[1].center=[2.8,1.1]")["proved_impossible"])


def snake(test, found):
    test.assertGreaterEqual(found["least_clearance"], 0.02 - 1e-9)
    test.assertFalse(reach("arms/snake", "goals.clearance=0.3", "search.seconds=0")["feasible"])


def shelf(test, found):
    test.assertTrue(found["way"]["feasible"])
    test.assertGreater(found["way"]["points"], 10)
    test.assertGreaterEqual(found["least_clearance"], 0.02 - 1e-9)
    alone = reach("arms/shelf", "obstacles=[]")
    test.assertIsNone(alone["way"])
    blocked = reach("arms/shelf", "obstacles[1].size=[6,0.06]")
    test.assertEqual(blocked["verdict"], "no way")
    test.assertIn('limb 0 is in obstacle "middle board"', blocked["message"])


def six_axis(test, found):
    test.assertEqual(found["values"], 6)


def seven_axis(test, found):
    test.assertGreaterEqual(found["least_clearance"], 0.01 - 1e-9)


def scara(test, found):
    test.assertAlmostEqual(found["final"]["posture"]["lift"], 0.2 - (0.4 - 0.05 - 0.1), places=8)


def two_hands(test, found):
    left, right = found["final"]["hands"]["left"], found["final"]["hands"]["right"]
    test.assertAlmostEqual(right[0] - left[0], 1.2, places=8)
    test.assertAlmostEqual(right[1] - left[1], 0.0, places=8)
    test.assertGreaterEqual(found["least_clearance"], 0.03 - 1e-9)
    test.assertFalse(reach("arms/two_hands", 'search={method = "constraints", seconds = 0}')["feasible"])


ARM_EXPECTATIONS = {
    f"arms/{check.__name__}": check
    for check in (three_hinges, six_links, snake, shelf, six_axis, seven_axis, scara, two_hands)
}
