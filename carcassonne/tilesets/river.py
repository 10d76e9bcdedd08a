"""The river of the new edition: twelve tiles, spring rA and lake rL among them (printing of 2014).

Checked against pictures of four printings. A field does not pass under a bridge, so rB, rH and rK have many fields;
at spring and lake one field goes round the end of the water.
"""

from typing import Final

from carcassonne.tiles import parse_tile_set

RIVER: Final = parse_tile_set("""
rA 1  river S | field N E SSE SSW W
rB 1  city N | river E W | road S | field WNW > 0 | field ENE > 0 | field ESE SSE | field SSW WSW
rC 1  city N | city S | river E W | field ENE WNW > 0 | field ESE WSW > 1
rD 1  river N S | field NNE E SSE | field NNW SSW W
rE 1  city N E | river S W | field SSE WNW > 0 | field SSW WSW
rF 1  river N S | field NNE E SSE | field NNW SSW W
rG 1  river N W | field NNW WNW | field NNE E S WSW
rH 1  river E W | road S | monastery | field N ENE WNW | field ESE SSE | field SSW WSW
rI 1  river E S | road N W | field NNW WNW | field NNE ENE SSW WSW | field ESE SSE
rJ 1  river E S | field N ENE SSW W | field ESE SSE
rK 1  river N S | road E W | field NNW WNW | field NNE ENE | field ESE SSE | field SSW WSW
rL 1  river N | field NNW NNE E S W
""")

GARDENS: Final = ("rJ",)
SPRING: Final = "rA"
LAKE: Final = "rL"
