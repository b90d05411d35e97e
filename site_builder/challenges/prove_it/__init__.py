"""PROVE IT: the gap between what an agent declares and what its receipts establish."""
