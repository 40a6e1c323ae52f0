"""Knowledge of one player: unknown values, and evaluation of rules over them."""
