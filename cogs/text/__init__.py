"""Texts for people. The functions take values of the rules or the host, and return texts in the current language.

The modules lie in five layers. Each imports only modules of its own layer and of those above it in this list:

base
    i18n, commands, choices, computers, formatting, links, nouns, colours, options, days, fairness, rate_limits
rules
    places, features, edition_texts, castle, editions, differences, tiles, deployment_input, castle_rules, rules
game
    table, rematch, results, log, takeback, consent, undo, clock, turn, board, zoom, alt_text, picker, replay,
    share
table
    status, lobby, votes, end_by_agreement, games, channels, clock_errors, seat_errors, storage_errors, lobby_errors,
    host_errors, move_errors
person
    help, tutorial, welcome, digest, follow, settings, stats, privacy, admin, ending, audit_log
"""
