"""Words for people, made from the values of the rules and of the host: functions that take a value and return a text.

The modules lie in five layers. Each imports only modules of its own layer and of those above it in this list:

base
    i18n, commands, formatting, links, nouns, colours, options, fairness, rate_limits
rules
    features, edition_texts, castle, editions, tiles, deployment_input, rules
game
    table, results, log, takeback, consent, undo, clock, turn, board, alt_text, picker, replay
table
    status, lobby, votes, end_by_agreement, games, channels, clock_errors, host_errors, move_errors
person
    help, settings, stats, privacy, admin, audit_log
"""
