"""The packages, found rather than listed: the repository's root is the package ``cogitable``."""

from setuptools import find_packages, setup

setup(
    packages=["cogitable", *(f"cogitable.{name}" for name in find_packages(include=["envs*", "agents*", "training*"]))]
)
