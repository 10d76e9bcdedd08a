"""Texts for people. The functions take values of the rules or the host, and return texts in the current language.

The modules lie on seven floors. Each imports only modules of the floors above it in this list:

    i18n
    markup, labels, choices, nouns, edition_texts, storage_errors
    names, features, typed_input, stats, help, rate_limits
    series, deadlines, agreements, channels, settings, castle, lobby_errors, seat_errors
    editions, clock_errors
    status, lobby, rules, tutorial, admin, host_errors
    turns, board, alt_text, picker, games, move_errors
"""
