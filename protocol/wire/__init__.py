"""Values as bytes: strict msgpack, signatures, envelopes, packets."""
