"""Every decision of the catalogue but the turn: its questions and its answers."""

from client.prompts.foresight import consequence
from client.prompts.nodes import Take
from client.prompts.walk import press, question
from client.text.names import stat_step
from client.ui.view import Spot
from engine import actions as act
from engine import decisions as ask
from engine.figures import Figures
from engine.knowledge import first_knowledge
from engine.setup import OUTER_TOKENS, Layout, new_game
from engine.terms import LEADER, WARRIOR, Age, CardId, ClanName, Face, FigureKind, Stat
from tests.builders import (
    ANDLANG,
    GIMLE,
    HORGR,
    MYRKVLOR,
    SEATS,
    UTGARD,
    YGGDRASIL,
    A,
    B,
    C,
    Game,
    face,
    new_table,
    seat,
    table,
)
from tests.client.prompts.asking import asked, keys, labels, shown, taken, walk
from tests.playing import call, lay, skip_late

_PACK = "tyrs-bash tyrs-smash tyrs-smite thors-hammer troll lokis-domain friggas-charm odins-smite"


def test_a_clan_is_chosen_by_its_letter_and_enter() -> None:
    layout = Layout(A, OUTER_TOKENS, (HORGR, GIMLE, MYRKVLOR), (UTGARD, ANDLANG))
    knowledge = tuple(first_knowledge(one, 3) for one in SEATS[:3])
    game = Game(new_game(3, layout), knowledge)
    assert taken(walk(game), "b", "enter") == act.ChooseClan(A, ClanName.RAVEN)


def test_a_pick_is_confirmed_once_as_final() -> None:
    game = new_table(3).begin_age(_PACK, _PACK, _PACK)
    at = walk(game)
    assert shown(at).spot is Spot.PACK
    assert "go left" in shown(at).note
    confirm = keys(at, "c", "enter")
    assert "final" in shown(confirm).note
    assert taken(confirm, "enter") == act.Pick(A, (game.knowledge[A].pack[2],))


def test_packs_skip_absent_seats() -> None:
    game = new_table(3).begin_age(_PACK, "", _PACK)
    at = asked(game)
    assert shown(walk(game)).note.endswith(f"go left ({at.names.full(C)}).")


def test_two_players_pick_two_cards_each_in_turn() -> None:
    game = new_table(2).begin_age(_PACK, _PACK)
    pack = game.knowledge[A].pack
    answer = taken(walk(game), "b", "enter", "a", "enter", "enter")
    assert answer == act.Pick(A, (pack[0], pack[1]))


def test_the_free_invade_can_be_taken_or_left() -> None:
    game = table(A=seat(hand="brothers-in-arms")).play("A upgrade brothers-in-arms")
    at = walk(game)
    assert labels(at) == ["Invade: Warrior", "No free invade"]
    assert taken(at, "w", "3", "enter", "enter") == act.InvadeFree(A, WARRIOR, UTGARD)
    assert taken(at, "n", "enter") == act.Skip(A)


def test_a_new_monster_may_invade_at_once() -> None:
    game = table(A=seat(hand="dark-elf"), age=2).play("A upgrade dark-elf")
    at = walk(game)
    assert taken(at, "a", "5", "enter", "enter") == act.InvadeFree(
        A, FigureKind("dark-elf"), YGGDRASIL
    )


def test_succor_is_a_yes_or_no_with_both_effects() -> None:
    game = table(A=seat(upgrades="friggas-succor")).play("A invade leader gimle")
    at = walk(game)
    assert "Gimle" in shown(at).title
    assert all(item.detail for item in shown(at).items)
    assert taken(at, "y", "enter") == act.SendSuccor(A)
    assert taken(at, "n", "enter") == act.Decline(A)


def test_thors_domain_shows_price_and_reward() -> None:
    game = table(A=seat(upgrades="thors-domain", rage=5)).play("A invade warrior elvagar")
    at = walk(game)
    assert "4 → 2" in shown(at).items[0].detail
    assert "reward" in shown(at).items[0].detail
    assert taken(at, "enter") == act.PillageAtOnce(A)


def test_a_call_offers_every_figure_next_door_with_its_place() -> None:
    game = table(A=seat(gimle="W"), B=seat(andlang="W", myrkvlor="L")).play("A pillage gimle")
    at = walk(game, B)
    items = shown(at).items
    assert labels(at)[0] == "Stay out"
    assert {item.place for item in items[1:]} == {ANDLANG, MYRKVLOR}
    assert shown(at).cursor == 0
    letter = next(item.key for item in items if item.place is MYRKVLOR)
    assert taken(at, letter, "enter", "enter") == act.Join(B, MYRKVLOR, LEADER)


def test_declining_for_good_is_a_standing_answer() -> None:
    game = table(A=seat(gimle="W"), B=seat(andlang="W"), C=seat(myrkvlor="W"))
    game = game.play("A pillage gimle")
    once, good = press(walk(game, B), "enter"), press(keys(walk(game, B), "N"), "enter")
    assert once == Take(act.Decline(B))
    assert good == Take(act.Decline(B), standing=True)


def test_a_seat_that_fights_there_already_is_asked_for_one_more_figure() -> None:
    game = table(A=seat(gimle="W"), B=seat(gimle="W", andlang="W")).play("A pillage gimle")
    at = walk(game, B)
    assert labels(at) == ["Bring nobody", "Join: Warrior, Andlang"]
    assert shown(at).title.endswith("Bring one more figure?")


def test_a_call_that_cannot_come_back_is_declined_once() -> None:
    game = table(A=seat(gimle="W"), B=seat(andlang="W")).play("A pillage gimle")
    assert labels(walk(game, B)) == ["Stay out", "Join: Warrior, Andlang"]


def test_a_call_comes_back_after_somebody_joined() -> None:
    game = table(A=seat(gimle="W"), B=seat(andlang="WW"), C=seat(myrkvlor="W"))
    game = game.play("A pillage gimle", "B join andlang warrior")
    assert labels(walk(game, C))[:2] == ["Stay out for now", "Stay out for good"]


def test_a_pillager_whom_nobody_can_oppose_may_still_bring_figures() -> None:
    game = table(A=seat(yggdrasil="L", horgr="W")).play("A pillage yggdrasil")
    at = walk(game)
    assert shown(at).title == (
        "You pillage Yggdrasil (all three stats); nobody else can join. Bring one more figure?"
    )
    assert labels(at) == ["Bring nobody", "Join: Warrior, Horgr"]


def test_every_card_in_hand_can_be_laid_and_shows_its_total() -> None:
    game = table(
        A=seat(gimle="L", hand="tyrs-smash troll quest-alfheim"),
        B=seat(gimle="W", hand="tyrs-bash"),
    )
    at = walk(call(game, GIMLE))
    items = shown(at).items
    assert shown(at).spot is Spot.BATTLE
    assert len(items) == 3
    smash = next(item for item in items if item.face == face("tyrs-smash"))
    assert "total 6, ahead by 5" in smash.detail
    assert all("total 3" in item.detail for item in items if item is not smash)
    assert taken(at, smash.key, "enter", "enter") == act.Lay(A, face("tyrs-smash"))


def test_the_only_card_in_hand_is_still_confirmed() -> None:
    game = table(A=seat(gimle="L", hand="tyrs-smash"), B=seat(gimle="W"))
    assert taken(walk(call(game, GIMLE)), "enter", "enter") == act.Lay(A, face("tyrs-smash"))


def test_a_quest_in_battle_may_count_its_bonus_or_nothing() -> None:
    game = table(
        A=seat(gimle="L", hand="quest-alfheim", upgrades="tyrs-domain tyrs-wrath"),
        B=seat(gimle="W", hand="tyrs-bash"),
    )
    at = walk(lay(call(game, GIMLE), A="quest-alfheim", B="tyrs-bash"))
    assert labels(at) == ["count +0", "count +3", "count +5"]
    assert shown(at).current == shown(at).items[2]
    assert taken(at, "a", "enter") == act.QuestCounts(A, 0)


def test_odins_tide_asks_which_figure_lives() -> None:
    game = table(A=seat(gimle="LW", hand="odins-tide"), B=seat(gimle="W", hand="tyrs-crush"), age=2)
    at = walk(lay(call(game, GIMLE), A="odins-tide", B="tyrs-crush"))
    assert labels(at) == ["Warrior", "Leader"]
    assert taken(at, "l", "enter") == act.TideKeep(A, LEADER)


def test_of_two_equal_monsters_every_location_is_offered() -> None:
    game = table(
        A=seat(gimle="dark-elf", upgrades="dark-elf dark-elf", hand="valkyrie"),
        players=5,
        kickstarter=True,
        age=2,
    ).play("A upgrade valkyrie dark-elf")
    at = walk(game)
    assert shown(at).title == "Which Dark Elf leaves the game?"
    assert labels(at) == ["Reserve", "Gimle"]
    assert shown(at).items[1].place is GIMLE
    assert taken(at, "b", "enter") == act.BoxFrom(A, GIMLE)


def test_a_late_card_shows_the_total_it_leads_to() -> None:
    game = table(
        A=seat(gimle="L", hand="heimdalls-eye tyrs-crush"),
        B=seat(gimle="W", hand="tyrs-rage"),
        age=2,
    )
    at = walk(lay(call(game, GIMLE), A="tyrs-crush", B="tyrs-rage"))
    assert labels(at) == ["Add none now", "Add none at all", "Heimdall's Eye"]
    assert "7 → 9" in shown(at).items[2].detail
    assert taken(at, "a", "enter", "enter") == act.AddLate(
        A, Face(CardId("heimdalls-eye"), Age.TWO)
    )
    assert press(keys(at, "N"), "enter") == Take(act.Decline(A), standing=True)


def test_a_forced_no_has_its_reason() -> None:
    game = table(
        A=seat(gimle="L", hand="tyrs-crush tyrs-rage"),
        B=seat(gimle="W", hand="tyrs-rage heimdalls-eye"),
        age=2,
    )
    at = walk(lay(call(game, GIMLE), A="tyrs-crush", B="tyrs-rage"))
    assert shown(at).note.startswith("You have no reinforcement card.")


def test_an_upgrade_without_a_free_invade_has_the_reason() -> None:
    game = table(A=seat(gimle="WWWW", hand="brothers-in-arms"))
    at = keys(walk(game), "u", "a", "enter")
    assert shown(at).note == (
        "No free invade: Your Horns allow 4 figures on the board; you have 4."
    )


def test_the_witch_can_retreat_or_die() -> None:
    game = table(
        A=seat(horgr="L", hand="tyrs-rage"),
        B=seat(horgr="volur-witch", upgrades="volur-witch", hand="tyrs-crush"),
        age=3,
    )
    game = lay(call(game, HORGR), A="tyrs-rage", B="tyrs-crush")
    at = walk(game, B)
    assert "Witch" in shown(at).title
    assert taken(at, "enter") == act.Retreat(B)


def test_protection_is_limited_by_the_rage() -> None:
    game = table(
        A=seat(horgr="L", hand="tyrs-smash"),
        B=seat(horgr="WWW", upgrades="friggas-protection", hand="tyrs-bash", rage=2),
    )
    game = lay(call(game, HORGR), A="tyrs-smash", B="tyrs-bash")
    at = walk(game, B)
    assert shown(at).spot is Spot.GROUP
    assert [item.most for item in question(at).items] == [3]
    more = keys(at, "right", "right", "right")
    assert [item.count for item in question(more).items] == [2]
    assert taken(more, "enter", "enter") == act.Protect(B, ((HORGR, Figures(warriors=2)),))


def test_saving_nobody_is_confirmed() -> None:
    game = table(
        A=seat(horgr="L", hand="tyrs-smash"),
        B=seat(horgr="WW", upgrades="friggas-protection", hand="tyrs-bash"),
    )
    at = walk(lay(call(game, HORGR), A="tyrs-smash", B="tyrs-bash"), B)
    assert shown(keys(at, "enter")).title == "Save nobody?"
    assert taken(at, "enter", "enter") == act.Decline(B)


def test_a_stat_is_chosen_with_old_and_new_value() -> None:
    game = table(A=seat(gimle="WW", upgrades="friggas-sacrifice"))
    at = keys(walk(game), "k", "a", "enter", "a", "enter")
    game.play(taken(at, "enter"))
    stats = walk(game)
    assert labels(stats) == ["Rage", "Axes", "Horns"]
    assert [item.detail.split(",")[0] for item in shown(stats).items] == ["6 → 7", "3 → 4", "4 → 5"]
    assert taken(stats, "b", "enter") == act.RaiseStatBy(A, Stat.AXES)


def test_a_step_that_pays_at_the_end_says_how_much() -> None:
    game = table(A=seat(gimle="WW", upgrades="friggas-sacrifice", levels=(3, 4, 5)))
    at = keys(walk(game), "k", "a", "enter", "a", "enter")
    game.play(taken(at, "enter"))
    stats = walk(game)
    assert [item.detail for item in shown(stats).items] == [
        "8 → 9, +10 Glory at the end",
        "6 → 8, Glory for a battle won",
        "step 6 (still 10), +10 Glory at the end",
    ]
    assert consequence(stats) == "After this: Rage 8 → 9, +10 Glory at the end."


def test_a_step_that_keeps_the_value_of_a_stat_is_told_by_its_number() -> None:
    game = table(A=seat(gimle="WW", upgrades="friggas-sacrifice", levels=(5, 5, 1)))
    game.play(taken(keys(walk(game), "k", "a", "enter", "a", "enter"), "enter"))
    details = [item.detail.split(",")[0] for item in shown(walk(game)).items]
    assert details == ["step 6 (still 12)", "step 6 (still 8)", "4 → 5"]
    assert stat_step(Stat.AXES, 6) == "Axes step 6 (still 8)"


def test_prowess_lists_every_choice_of_cards_with_its_price() -> None:
    game = table(
        A=seat(gimle="L", hand="tyrs-crush heimdalls-eye", upgrades="tyrs-prowess", rage=5),
        B=seat(gimle="W", hand="tyrs-bash@1"),
        age=2,
    )
    game = lay(call(game, GIMLE), A="tyrs-crush", B="tyrs-bash")
    at = walk(skip_late(game.play("A late heimdalls-eye")))
    assert len(labels(at)) == 4
    assert "5 → 3" in shown(at).items[-2].detail
    assert isinstance(taken(at, "c", "enter"), act.KeepPlayed)
    assert taken(at, "n", "enter") == act.Decline(A)


def test_lord_of_hammers_walks_on_or_stays() -> None:
    game = table(A=seat(gimle="L", upgrades="lord-of-hammers")).play("A pillage gimle")
    at = walk(game)
    assert labels(at) == ["Leader walks on", "Stay in Gimle"]
    assert taken(at, "l", "2", "enter", "enter") == act.WalkOn(A, LEADER, ANDLANG)
    assert taken(at, "n", "enter") == act.Decline(A)


def test_lokis_blessing_is_a_yes_or_no() -> None:
    game = table(
        A=seat(horgr="L", hand="tyrs-smash"),
        B=seat(horgr="W", upgrades="lokis-blessing", hand="tyrs-bash"),
    )
    at = walk(lay(call(game, HORGR), A="tyrs-smash", B="tyrs-bash"), B)
    assert "Blessing" in shown(at).title
    assert taken(at, "enter") == act.SendBlessing(B)


def test_a_card_is_kept_or_none_and_both_are_confirmed() -> None:
    game = table(A=seat(hand="tyrs-smash troll"), players=2).play("A pass", "B pass")
    at = walk(game)
    assert labels(at) == ["Troll", "Tyr's Smash", "Keep none"] or len(labels(at)) == 3
    assert taken(at, "a", "enter", "enter") == act.Keep(A, game.knowledge[A].hand[0])
    assert taken(at, "n", "enter", "enter") == act.Keep(A, None)


def test_a_sacrifice_takes_two_figures_one_after_the_other() -> None:
    game = table(A=seat(gimle="W", andlang="W", upgrades="friggas-sacrifice"))
    at = keys(walk(game), "k", "a", "enter")
    answer = taken(at, "a", "enter", "enter")
    assert answer == act.Sacrifice(A, ((ANDLANG, WARRIOR), (GIMLE, WARRIOR)))


def test_every_question_names_its_subject() -> None:
    assert asked(table(A=seat(gimle="W"))).decision == ask.TurnDecision(A)


def test_the_only_card_is_kept_without_a_word_of_others() -> None:
    game = table(A=seat(gimle="L", hand="tyrs-bash"), B=seat(), players=2).play("A pass", "B pass")
    assert keys(walk(game), "a", "enter").fork.note == ""
