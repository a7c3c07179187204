"""The screens of the terminal table."""
