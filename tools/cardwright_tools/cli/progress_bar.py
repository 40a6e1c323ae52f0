"""Progress bar for many matches on a terminal."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def show_progress(games: int, already: int = 0, what: str = "games") -> Iterator[Callable[[int], None]]:
    """Show a progress bar on stderr if that is a terminal; yield a function to advance it by a number."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TimeRemainingColumn
    from rich.text import Text

    from cardwright_tools.cli.console import OneConsole

    class Rate(ProgressColumn):
        """Matches per second, over the last seconds."""

        def render(self, task: Task) -> Text:
            return Text(f"{task.speed:,.1f}/s" if task.speed else "")

    columns = (BarColumn(), MofNCompleteColumn(), what, Rate(), TimeRemainingColumn(), "left")
    # Results go on to where stdout leads; on the same terminal they are written above the bar.
    to_both = sys.stdout.isatty()
    with Progress(*columns, console=OneConsole(stderr=True), transient=True, redirect_stdout=to_both) as bar:
        task = bar.add_task("", total=games, completed=already)
        yield lambda count: bar.advance(task, count)
