"""Somebody chooses two settings in the same moment, on two devices: both are kept."""

from tests.cogs.room import ON_SIMCORD, Press, Room
from tests.cogs.settings_panel import chosen, panel

pytestmark = ON_SIMCORD


async def test_a_menu_and_a_form(room: Room, press: Press) -> None:
    shown = await panel(room)
    form = await room.ann.click(shown, label="Reminders")
    await press(
        room.ann.select(shown, ["de"], custom_id="carc:language:0"),
        room.ann.submit_modal(form, {"reminders": ["once"], "digest": "18:30"}),
    )
    now = chosen(room)
    assert (now.language, now.reminders.value, now.digest and now.digest.minute) == ("de", "once", 18 * 60 + 30)


async def test_two_forms(room: Room, press: Press) -> None:
    shown = await panel(room)
    reminders = await room.ann.click(shown, label="Reminders")
    pictures = await room.ann.click(shown, label="Pictures")
    await press(
        room.ann.submit_modal(reminders, {"reminders": ["once"], "digest": "18:30"}),
        room.ann.submit_modal(pictures, {"theme": ["day"], "size": ["large"]}),
    )
    now = chosen(room)
    assert (now.theme.value, now.size.value, now.digest and now.digest.minute) == ("day", "large", 18 * 60 + 30)
