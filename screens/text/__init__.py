"""Texts for people. The functions take values of the rules or the host, and return texts in the current language.

The modules lie on seven floors. Each imports only modules of the floors above it in this list:

    i18n
    markup, labels, choices, nouns, spots, edition_texts, step_words
    names, features, typed_input, web, tournament_names, knockout
    placeholders, castle, traders, expansion_rules, tile_notes, refused_changes, matches, tournament_leaving
    deadlines, agreements, seats, series, channels, settings, stats, hints, help, editions, host_errors, gone, seasons
    status, rules, tutorial, move_errors, reasons, tournament_hand, tournament_log, tie_breaks, tournament_sign_up
    lobby, turns, board, alt_text, picker, puzzle, games, admin, private_game, live, review, tournaments
"""
