"""Each person is spoken to in their own language, and a table in its own."""

from tests.whole.game import Game

GERMAN = "de"
FRENCH = "fr"


async def test_a_german_and_a_frenchwoman_at_an_english_table(game: Game) -> None:
    server, channel = game.server, game.channel
    await game.begin()
    first = game.mover()
    second = next(person for person in game.people if person != first)
    german, french = first.speaking(GERMAN), second.speaking(FRENCH)

    wrong = await server.command(german, channel, "place", at="Q20", rotation=0)
    assert wrong.is_private
    assert wrong.content.startswith("Q20 liegt an keinem Plättchen. Plättchen ")
    not_hers = await server.command(french, channel, "place", at="M12", rotation=0)
    assert not_hers.content == (
        f"Dans la partie #1, c’est à {first.name} de jouer, pas à toi. Je te préviendrai à ton tour."
    )

    cells = await server.autocomplete(german, channel, "place", "at", "")
    assert " · gedreht " in cells[0]["name"]
    given = {"at": cells[0]["value"]}
    turns = await server.autocomplete(german, channel, "place", "rotation", "", **given)
    given["rotation"] = turns[0]["value"]
    *followers, nobody = await server.autocomplete(german, channel, "place", "follower", "", **given)
    assert nobody == {"name": "- · niemanden", "value": "-"}
    _number, role, *_where = followers[0]["name"].split()
    typed = f"{role} {followers[0]['value']}"
    played = await server.command(german, channel, "place", **given, follower=typed)
    assert played.content.startswith("Du hast Plättchen ")
    assert role in played.content

    turn = await server.message(channel, lambda message: f"**{second.name}**'s turn" in message.content)
    assert f"{first.name} placed tile " in turn.content
    english = {"Ritter": "knight", "Bauer": "farmer", "Wegelagerer": "thief", "Mönch": "monk"}[role]
    assert f" with a {english}" in turn.content
    assert "'s turn." in turn.attachments[0]["description"]

    looked = await server.command(french, channel, "board")
    assert looked.content.startswith(f"Carcassonne #1 · à **{second.name}** de jouer")
    assert looked.message is not None
    assert "Tuiles par rangée" in looked.message.attachments[0]["description"]
    await server.command(french, channel, "board", share=True)
    shared = await server.message(channel, lambda message: " shares Carcassonne" in message.content)
    assert "'s turn." in shared.attachments[0]["description"]


async def test_what_is_written_in_private_is_read_and_answered_in_the_writers_language(game: Game) -> None:
    await game.begin()
    server, german = game.server, game.mover().speaking(GERMAN)
    direct = server.world.direct(german)
    offered = await server.autocomplete(german, game.channel, "place", "at", "")
    cell = offered[0]["value"]
    await server.command(german, game.channel, "help")
    await server.say(german, direct, "M13 0 Bauer")
    refused = await server.message(direct, lambda message: "liegt schon" in message.content)
    assert refused.content.startswith("Auf M13 liegt schon ein Plättchen.")
    rotations = await server.autocomplete(german, game.channel, "place", "rotation", "", at=cell)
    await server.say(german, direct, f"{cell} {rotations[0]['value']} niemand")
    played = await server.message(direct, lambda message: "Du hast Plättchen" in message.content)
    assert "](https://discord.com/channels/" in played.content
