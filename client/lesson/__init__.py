"""The guided first Age: an ordinary game whose answers are known, and a teacher beside it."""
