"""The pages of the challenge: inputs and recounted figures in, one document per page and language out."""
