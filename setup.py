"""The build: the root folders become ``battlewise.*``, every .pyx an extension module.

BATTLEWISE_DEBUG=1 builds with checks of every array index, shift and conversion; BATTLEWISE_PROFILE=1 builds
with debug symbols, in a folder of its own.
"""

import os
from pathlib import Path

import numpy
from Cython.Build import cythonize
from setuptools import Extension, find_packages, setup

ROOT = Path(__file__).parent
FOLDERS = ("core", "search", "bots", "api")
DEBUG = os.environ.get("BATTLEWISE_DEBUG") == "1"
PROFILE = os.environ.get("BATTLEWISE_PROFILE") == "1"
SANITIZE = ["-fsanitize=undefined", "-fno-sanitize-recover=all"]


def link(path: Path, target: Path) -> None:
    """Make a link, unless there is one to the same target."""
    if path.is_symlink() and path.readlink() == target:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    path.symlink_to(target)


def link_tree() -> str:
    """A folder in which the root folders stand under ``battlewise/``, where Cython looks for them."""
    tree = ROOT / "build" / "include"
    for folder in FOLDERS:
        link(tree / "battlewise" / folder, Path("..", "..", "..", folder))
    return str(tree)


def headers() -> str:
    """A folder with numpy's headers: pip makes a new one for each build, and ccache compares paths."""
    folder = Path("build", "headers")
    link(folder / "numpy", Path(numpy.get_include(), "numpy"))
    return str(folder)


def extensions() -> list[Extension]:
    """One extension for every .pyx below the root folders."""
    sources = sorted(path for folder in FOLDERS for path in Path(folder).glob("**/*.pyx"))
    if not sources:
        raise SystemExit("no .pyx found: the source archive is incomplete")
    include = [headers()]
    return [
        Extension(
            "battlewise." + ".".join(path.with_suffix("").parts),
            [str(path)],
            include_dirs=include,
            define_macros=[("NPY_NO_DEPRECATED_API", "NPY_1_7_API_VERSION")],
            extra_compile_args=["-O1", "-g", *SANITIZE] if DEBUG else ["-O3", "-g" if PROFILE else "-g0"],
            extra_link_args=SANITIZE if DEBUG else [],
        )
        for path in sources
    ]


os.chdir(ROOT)
packages = list(FOLDERS)
packages += [f"{folder}.{name}" for folder in FOLDERS for name in find_packages(folder)]

setup(
    options={
        "build_ext": {"parallel": os.cpu_count() or 1},
        "build": {"build_base": "build/symbols" if PROFILE else "build"},
    },
    packages=[f"battlewise.{name}" for name in packages],
    package_dir={f"battlewise.{name}": name.replace(".", "/") for name in packages},
    package_data={
        "": [
            "*.pxd",
            "*.pyi",
            "py.typed",
            "*.toml",
            "*.npz",
            "data/*.toml",
            "*.md",
            "pages/*",
            "templates/*",
        ],
        "battlewise.api.schemas": ["examples.json"],
        "battlewise.bots.networks": ["*.npz", "large/*.npz"],
    },
    exclude_package_data={"battlewise.api": ["clients/*"]},  # distributions of their own
    ext_modules=cythonize(
        extensions(),
        include_path=[link_tree()],
        build_dir="build/debug" if DEBUG else "build/cython",
        nthreads=os.cpu_count() or 1,
        language_level=3,
        compiler_directives={
            "boundscheck": DEBUG,
            "wraparound": False,
            "initializedcheck": DEBUG,
            "cdivision": True,
            "embedsignature": True,
            "freethreading_compatible": False,
        },
    ),
)
