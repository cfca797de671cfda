"""Raw bytes into everything that takes bytes of others, or of a disk (`make fuzz`).

A *target* takes bytes. It returns what came of them: they were refused with the documented error,
or understood, and then written again they are the same. Anything else is raised, and is a finding.
"""
