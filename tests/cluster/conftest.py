"""Nodes that Ray simulates on this machine."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="module")
def nodes():
    """A cluster whose first node does no work, and two that do."""
    ray = pytest.importorskip("ray")
    from ray.cluster_utils import Cluster

    made = Cluster(initialize_head=True, head_node_args={"num_cpus": 0, "include_dashboard": False})
    for _ in range(2):
        made.add_node(num_cpus=1)
    made.wait_for_nodes()
    yield made
    ray.shutdown()
    made.shutdown()


@pytest.fixture
def workers(nodes):
    from cogitable.training.measure.sharing.cluster import RayWorkers

    with RayWorkers(nodes.address) as crew:
        yield crew
