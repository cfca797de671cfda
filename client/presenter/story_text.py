"""A game as text: every story in whole sentences, then the table of Glory by source."""

from __future__ import annotations

from collections.abc import Iterator

from client.tables import PlayedAction
from client.text.catalogue import say
from client.text.glory import GloryRow, glory_rows, headings
from client.text.log_line import LogTopic
from client.text.names import Names, names_of
from client.text.story_lines import lines
from client.text.wrapping import columns, paragraph
from engine.scoring import winners
from engine.state import GameState
from engine.story import Story
from engine.terms import Seat, seat_letter

_INDENT = "  "


def told(applied: PlayedAction, players: tuple[str, ...] = ()) -> Iterator[str]:
    """Yield one action as paragraphs, with a blank line before a phase."""
    for line in lines(applied.story, names_of(applied.state, players)):
        if line.topic is LogTopic.PHASE:
            yield ""
        yield paragraph(line.full, _INDENT * line.level)


def final_table(
    state: GameState, stories: tuple[Story, ...], players: tuple[str, ...] = ()
) -> tuple[str, ...]:
    """Return the victory, and everybody's Glory by source."""
    names = names_of(state, players)
    rows = [("#", say("seat"), say("clan"), say("total"), *headings())]
    for row in glory_rows(stories, state.players):
        parts = (str(part) for part in row.parts)
        rows.append(
            (
                str(1 + sum(clan.glory > row.total for clan in state.clans)),
                seat_letter(row.seat),
                names.title(row.seat),
                str(row.total),
                *parts,
            )
        )
    right = frozenset({0, *range(3, len(rows[0]))})
    return (victory(state, names), "", *columns(rows, right))


def glory_lines(glory: tuple[GloryRow, ...], names: Names) -> tuple[str, ...]:
    """Return the Glory of a part of a game by source, a line for each seat."""
    told = []
    for row in glory:
        from_where = _sources(row)
        total = say("{who}: {total} Glory in this Age", who=names.full(row.seat), total=row.total)
        told.append(f"{total} ({from_where})" if from_where else total)
    return tuple(told)


def glory_sources(glory: tuple[GloryRow, ...], names: Names) -> tuple[str, ...]:
    """Return the Glory of a game so far by source, a line for each seat that has some."""
    return tuple(
        say("{who}: {sources}", who=names.title(row.seat), sources=_sources(row))
        for row in glory
        if row.total
    )


def _sources(row: GloryRow) -> str:
    parts = zip(headings(), row.parts, strict=True)
    return ", ".join(f"{source} {amount}" for source, amount in parts if amount)


def victory(state: GameState, names: Names) -> str:
    """Say the result in one sentence."""
    won: tuple[Seat, ...] = winners(state)
    glory = state.clans[won[0]].glory
    if len(won) > 1:
        return say(
            "{names} share the victory with {glory} Glory.", names=names.all(won), glory=glory
        )
    return say("{name} wins with {glory} Glory.", name=names.title(won[0]), glory=glory)
