"""The training of a jarl: games, fits, and the file of learned numbers. numpy is used only here."""
