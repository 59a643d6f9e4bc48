// Only for what it is compiled with: the precompiled headers of the tests.
