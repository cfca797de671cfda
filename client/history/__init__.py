"""The games one has played: an index beside their records, what it adds up to, and in words.

Nothing in it was ever hidden: names, clans, Glory, and the name of the record.
"""
