"""All of The Castle's rules. Only the table of editions and other rooms for The Castle import them."""

from carcassonne.castle.final_scoring import largest_empty_area
from carcassonne.castle.state import CASTLE_STATE, Asking, CastleState, Keep, castle_state, find_castle_state

__all__ = ["CASTLE_STATE", "Asking", "CastleState", "Keep", "castle_state", "find_castle_state", "largest_empty_area"]
