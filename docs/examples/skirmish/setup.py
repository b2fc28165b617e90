"""The build: Cython finds the contract of games in the installed package `battlewise`."""

import numpy
from Cython.Build import cythonize
from setuptools import Extension, setup

setup(
    ext_modules=cythonize(
        [Extension("skirmish.skirmish", ["skirmish/skirmish.pyx"], include_dirs=[numpy.get_include()])],
        language_level=3,
        compiler_directives={"wraparound": False, "boundscheck": False, "cdivision": True},
    ),
)
