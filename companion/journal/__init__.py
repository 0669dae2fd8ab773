"""Storage of games: SQLite and files, rows and their replay, migration, rescue, export, import, backups.

A game is its rows. A row has the hash of the row before it and the digest of the state after it. The first row also has
the set-up of the game, figures included, under a salt. `replay` takes the same pure steps as the live session (`table`
forwards, `amendments` for undo, restore and changes of earlier moves) and compares the digests. No row repeats what
follows from others: a take-back or an amendment is one row, as a move is. Only the new names that later moves use after
an amendment (`follow_renames` of the match) are in its row, for readers without the rules.

The first row names the version of the rules. A game whose version is not in `compatible_versions` of its game is
*foreign*: it is read without its rules (`recorded_game`). An unfinished one is played again by the new rules when it is
opened (`migration`), which adds a row of the kind `carried`; if they refuse some of its moves, the box names these. A
finished one keeps the result that was noted of it. A new kind of row, or a new meaning of one, raises `VERSION` in
`database`, so that an older program reports a newer journal instead of cutting off what it does not know.
`tests/kit/older_journals.py` makes journals as older programs left them.

A row keeps the time that the clock showed. If that clock was not known to be right, the summary of the game says from
which row on, and by how much it was wrong once `clock_watch` knows that. All dates come from `played_times`.

SQLite writes to its log first. Where a log is damaged, SQLite silently forgets everything behind the damage. Therefore
the log is empty at rest, and `database_files` checks it at the start, before SQLite opens it. `rescue` puts a broken
journal aside and begins a new one with everything that still holds. Another program may spoil the files while SQLite
has them open. SQLite does not notice: it goes on writing, and a checkpoint copies the spoilt log into the database. So
`file_watch` compares sizes and times of both files before each write and each checkpoint, and `recent_writes` keeps the
open game, the notes and all writes since the last checkpoint in memory, for the rescue. The log is worth this: with it
a press costs one `fdatasync`; a rollback journal needs four or five, and its readers block the writer. Soon after the
start, `journal_check` replays every game once, beside the table. `tests/session/test_random_damage.py` flips, cuts and
blanks all of it: every game then comes back whole, or its loss is reported.
"""
