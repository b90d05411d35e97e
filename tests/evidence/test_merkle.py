from __future__ import annotations

import pytest

from site_builder.evidence import merkle
from tests.evidence.local_issuer import path_of, root_of

# The leaves and roots that implementations of RFC 6962 publish as test vectors.
LEAVES = [
    "",
    "00",
    "10",
    "2021",
    "3031",
    "40414243",
    "5051525354555657",
    "606162636465666768696a6b6c6d6e6f",
]
ROOTS = [
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]


@pytest.mark.parametrize("size", range(1, 9))
def test_published_roots(size: int) -> None:
    leaves = [merkle.leaf_hash(bytes.fromhex(leaf)) for leaf in LEAVES[:size]]
    assert merkle.tree_hash(leaves).hex() == ROOTS[size - 1]


def test_a_tree_without_leaves_is_no_tree() -> None:
    with pytest.raises(ValueError, match="at least one leaf"):
        merkle.tree_hash([])


# (index, size, length), by hand from the shape of the trees: an odd node is promoted.
LENGTHS = [
    (0, 1, 0),
    (0, 2, 1),
    (2, 3, 1),
    (0, 3, 2),
    (4, 5, 1),
    (0, 11, 4),
    (7, 11, 4),
    (8, 11, 3),
    (10, 11, 2),
    (15, 16, 4),
    (896574795, 2695801602, 32),
]


@pytest.mark.parametrize(("index", "size", "length"), LENGTHS)
def test_path_length(index: int, size: int, length: int) -> None:
    assert merkle.path_length(index, size) == length


@pytest.mark.parametrize(("index", "size"), [(0, 0), (1, 1), (11, 11), (-1, 3)])
def test_a_leaf_outside_its_tree_has_no_path(index: int, size: int) -> None:
    assert merkle.path_length(index, size) is None
    assert merkle.root_from_path(b"\x00" * 32, index, size, []) is None


@pytest.mark.parametrize("size", range(1, 20))
def test_every_path_leads_to_the_root_and_no_other_index_or_length_does(size: int) -> None:
    leaves = [merkle.leaf_hash(bytes([n])) for n in range(size)]
    root = root_of(leaves)
    assert merkle.tree_hash(leaves) == root
    for index in range(size):
        path = path_of(index, leaves)
        assert merkle.root_from_path(leaves[index], index, size, path) == root
        assert merkle.root_from_path(leaves[index], index, size, [*path, b"\x01" * 32]) is None
        assert not path or merkle.root_from_path(leaves[index], index, size, path[:-1]) is None
        for other in range(size):
            assert other == index or merkle.root_from_path(leaves[index], other, size, path) != root
