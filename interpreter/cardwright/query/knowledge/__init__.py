"""Knowledge of one player: unknown values and evaluation over them."""
