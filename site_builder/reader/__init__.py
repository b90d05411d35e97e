"""What a stranger runs over a published site or a proof: files in, an account out."""
