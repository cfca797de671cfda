"""Sentences from engine values: pure functions, the only place with texts for people.

`catalogue` translates, `names` names things, `story_lines` makes the lines of the log, `refusals`
and `reasons` explain, `questions` and `answer_labels` are the menus, `card_words` the cards,
`standing` quests and numbers, `glory` the sources of Glory, `board_text` the map in words.
"""
