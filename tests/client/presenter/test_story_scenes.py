from client.presenter.beats import Beat
from client.ui.moments import RowMark, Scene, SceneKind
from engine.changes import DestroyProvince
from tests.builders import HORGR, A, B, Game, seat, table
from tests.client.presenter.test_beats import beats_of


def end_of_age(age: int = 1) -> Game:
    """Let the last province with B fall; each has a quest, that of A is fulfilled."""
    return table(
        A=seat(gimle="L", elvagar="W", quests="quest-alfheim"),
        B=seat(horgr="WW", elvagar="W", quests="quest-manheim"),
        players=2,
        ragnarok="horgr elvagar utgard" if age == 1 else "elvagar utgard horgr",
        age=age,
    )


def told(game: Game) -> list[Beat]:
    return beats_of(game, "A pass", "B pass", "A stat axes")


def scenes(game: Game, kind: SceneKind) -> list[Scene]:
    events = (beat.happening for beat in told(game))
    found = (event.scene for event in events if event is not None)
    return [one for one in found if one is not None and one.kind is kind]


# ---------------------------------------------------------------- quests


def test_quests_are_turned_over_before_any_is_judged() -> None:
    opened = scenes(end_of_age(), SceneKind.QUESTS)
    assert [row.mark for row in opened[1].rows] == [RowMark.OPEN, RowMark.OPEN]
    assert "Quest Alfheim" in opened[0].rows[0].text


def test_quests_are_judged_one_after_the_other_with_the_reason() -> None:
    marks = [[row.mark for row in one.rows] for one in scenes(end_of_age(), SceneKind.QUESTS)]
    assert marks[2] == [RowMark.GOOD, RowMark.OPEN]
    assert marks[-1] == [RowMark.GOOD, RowMark.BAD]
    last = scenes(end_of_age(), SceneKind.QUESTS)[-1]
    assert last.rows[0].text.startswith("Quest Alfheim (Gimle: you 3, nobody else)")
    assert last.rows[1].text == "Quest Manheim (Elvagar: Bo 1, you 1, a tie)"


def test_a_fulfilled_quest_tells_what_it_paid() -> None:
    last = scenes(end_of_age(), SceneKind.QUESTS)[-1]
    assert "Glory (now" in last.rows[0].text
    assert "Axes 3 → 4" in last.rows[0].text


def test_only_the_news_of_a_scene_are_fresh() -> None:
    for one in scenes(end_of_age(), SceneKind.QUESTS)[2:]:
        assert [row.fresh for row in one.rows].count(True) == 1


def test_the_last_quest_waits_to_be_read() -> None:
    beats = [
        beat
        for beat in told(end_of_age())
        if beat.happening and beat.happening.scene and beat.happening.scene.kind == "quests"
    ]
    assert [beat.reveals for beat in beats].index(True) >= 2
    judged = beats[[beat.reveals for beat in beats].index(True)].happening
    assert judged is not None
    assert judged.scene is not None
    assert all(row.mark is not RowMark.OPEN for row in judged.scene.rows)


def test_an_age_without_quests_has_no_scene_of_quests() -> None:
    game = table(A=seat(gimle="L"), B=seat(horgr="W"), players=2, ragnarok="horgr elvagar utgard")
    beats = beats_of(game, "A pass", "B pass")
    kinds = [b.happening.scene.kind for b in beats if b.happening and b.happening.scene]
    assert kinds == [SceneKind.RAGNAROK, SceneKind.RAGNAROK, SceneKind.VALHALLA, SceneKind.AGE]


# ---------------------------------------------------------------- Ragnarök, Valhalla


def test_ragnarok_is_announced_before_the_province_falls() -> None:
    first, second = (
        beat
        for beat in told(end_of_age())
        if beat.happening and beat.happening.scene and beat.happening.scene.kind == "ragnarok"
    )
    assert first.happening is not None
    assert first.happening.told == "Ragnarök: Horgr falls"
    assert not first.state.is_destroyed(HORGR)
    assert second.happening is not None
    assert second.happening.told == "Ragnarök: Horgr has fallen"
    assert second.state.is_destroyed(HORGR)
    assert any(isinstance(item, DestroyProvince) for item in second.story)


def test_ragnarok_names_the_endangered_the_dead_and_their_glory() -> None:
    first, second = scenes(end_of_age(), SceneKind.RAGNAROK)
    assert [row.text for row in first.rows] == ["Bo: 2 Warriors in danger"]
    texts = " ".join(row.text for row in second.rows)
    assert "2 Warriors (Bo)" in texts
    assert "4 Glory" in texts
    assert "in danger" not in texts


def test_a_doom_without_figures_says_so() -> None:
    game = table(A=seat(gimle="L"), B=seat(gimle="W"), players=2, ragnarok="horgr elvagar utgard")
    beats = beats_of(game, "A pass", "B pass")
    first = next(b.happening.scene for b in beats if b.happening and b.happening.scene)
    assert [row.text for row in first.rows] == ["Nobody is there."]


def test_valhalla_tells_who_comes_home() -> None:
    (scene,) = scenes(end_of_age(), SceneKind.VALHALLA)
    assert [(row.seat, "2 Warriors" in row.text) for row in scene.rows] == [(B, True)]


# ---------------------------------------------------------------- an Age, a game


def test_the_end_of_an_age_tells_where_its_glory_came_from() -> None:
    (scene,) = scenes(end_of_age(), SceneKind.AGE)
    rows = {row.seat: row for row in scene.glory}
    assert rows[B].total == rows[B].parts[4] == 4
    assert rows[A].total == rows[A].parts[2] > 0
    assert dict(scene.totals) == {A: rows[A].total, B: 4}


def test_the_end_of_an_age_contains_all_its_scenes() -> None:
    (scene,) = scenes(end_of_age(), SceneKind.AGE)
    texts = " ".join(row.text for row in scene.rows)
    for word in ("Quest Alfheim", "Quest Manheim", "Horgr is destroyed", "Back from Valhalla"):
        assert word in texts


def test_the_end_of_a_game_names_the_winner_and_ranks_all() -> None:
    *_, last = told(end_of_age(3))
    assert last.happening is not None
    scene = last.happening.scene
    assert scene is not None
    assert scene.kind is SceneKind.VICTORY
    assert "wins with" in scene.title
    assert [seat for seat, _ in scene.totals] == sorted(
        (A, B), key=lambda seat: -last.state.clans[seat].glory
    )


def test_quests_of_the_last_age_wait_to_be_read_at_the_end_of_the_game() -> None:
    *_, last = told(end_of_age(3))
    assert last.stays
    game = table(A=seat(gimle="L"), B=seat(), players=2, age=3)
    *_, plain = beats_of(game, "A pass", "B pass")
    assert not plain.stays
    assert plain.reveals
