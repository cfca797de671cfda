"""Engine values into English: pure functions, the only place where sentences are made.

`names` has the words for things, `log` the lines of the log, `refusals` the reasons,
`questions` and `answers` the menus, `cards` the cards, `standing` quests and numbers,
`battles` the table of a battle, `glory` where the Glory came from, `board` the map in words.
"""
