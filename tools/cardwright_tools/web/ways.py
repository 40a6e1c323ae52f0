"""From the link in an address to the table and the viewer behind it, or to the page that says there is none."""

from starlette.exceptions import HTTPException
from starlette.requests import Request

from cardwright_tools.cli.terminal import remark
from cardwright_tools.web.tables.hall import Hall, ShutError, Way
from cardwright_tools.web.tables.table import Table
from cardwright_tools.web.tables.viewers import Viewer

NOWHERE = "No link leads here. Whoever began the game has one for you."
# What a page asks for by itself, many times over, and what of an allowance for one page that costs.
PARTS, PART_COST = (["look.css"], ["icons"], ["pictures"]), 0.1
TOO_MUCH = "That was too much at once. Ask again in a few seconds."
SHUT = "This table cannot be gone on with. Whoever runs the server has been told why."


def hall_of(request: Request) -> Hall:
    """The hall of the server."""
    hall: Hall = request.app.state.hall
    return hall


def way_of(request: Request, *roles: str) -> Way:
    """Where the link of a request leads. Raises HTTPException when that is not to one of these, or asked too often."""
    way = admit(hall_of(request), request.path_params["link"], request.url.path)
    if way is None or way.role not in roles:
        raise HTTPException(404, NOWHERE)
    return way


def admit(hall: Hall, link: str, path: str) -> Way | None:
    """Where a link leads, None for nowhere; what is asked for by its path is counted. Raises HTTPException beyond."""
    way = hall.way(link)
    if way is not None and not hall.pace(link).allows(PART_COST if path.split("/")[3:4] in PARTS else 1.0):
        raise HTTPException(429, TOO_MUCH)
    return way


async def table_of(hall: Hall, way: Way) -> Table:
    """The table that a link leads to. Raises HTTPException when it cannot be gone on with."""
    assert way.table is not None
    try:
        return await hall.table(way.table)
    except ShutError as error:
        remark(str(error))  # which files lie where is for whoever runs the server
        raise HTTPException(409, SHUT) from error


def viewer_of(table: Table, way: Way) -> Viewer:
    """Who looks at a table by a link to a seat or to the watchers."""
    return table.watchers if way.seat is None else table.seats[way.seat]


async def looked_at(request: Request) -> tuple[Table, Viewer]:
    """The table of a request and who looks at it. Raises HTTPException when its link is no viewer's."""
    way = way_of(request, "seat", "watchers")
    table = await table_of(hall_of(request), way)
    return table, viewer_of(table, way)
