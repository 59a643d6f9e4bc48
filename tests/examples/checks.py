"""What checks of examples share."""

G = 9.81
PRINTED = 1e-12  # one unit of the last printed digit of the reference values


def close(test, found, expected, tolerance):
    test.assertEqual(len(found), len(expected))
    for a, b in zip(found, expected):
        test.assertLessEqual(abs(a - b), tolerance, f"{found} against {expected}")
