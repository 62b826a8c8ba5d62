"""Clouds of points from files: PLY, PCD, NPY and plain text, with numpy alone."""

from cotree.manipulation.clouds.reading import read_cloud
from cotree.manipulation.clouds.values import Cloud, CloudError

__all__ = ["read_cloud", "Cloud", "CloudError"]
