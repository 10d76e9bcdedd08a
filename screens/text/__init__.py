"""Texts for people. The functions take values of the rules or the host, and return texts in the current language.

The modules lie on seven floors. Each imports only modules of the floors above it in this list:

    i18n
    markup, labels, choices, nouns, spots, edition_texts, step_words
    names, features, typed_input, refused_changes, web, knockout
    placeholders, castle, traders, expansion_rules, tile_notes, tournament_names
    deadlines, agreements, seats, series, channels, settings, stats, hints, help, editions, host_errors, gone, matches
    status, rules, tutorial, move_errors, reasons, tournament_hand, tie_breaks, seasons, tournament_sign_up, puzzle
    lobby, turns, board, alt_text, picker, games, admin, private_game, live, review, tournaments, tournament_leaving
"""
