"""The agreement by views, beside its model and by rule."""
