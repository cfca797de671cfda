"""The full-screen face: prompt_toolkit, the terminal, and the routes between screens."""
