"""What only PROVE IT can break: its inputs against each other, and declared against recomputed figures."""
