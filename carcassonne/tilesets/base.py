"""The 72 tiles of the base game, by their letters in the 2000 rulebook (page 8), the start tile D included.

Checked against pictures of three printings; north is up in the reference orientation.
"""

from typing import Final

from carcassonne.tiles import parse_tile_set

BASE: Final = parse_tile_set("""
A 2  road S | monastery | field N E SSE SSW W
B 4  monastery | field N E S W
C 1  city N E S W +
D 4  city N | road E W | field ENE WNW > 0 | field ESE S WSW
E 5  city N | field E S W > 0
F 2  city E W + | field N > 0 | field S > 0
G 1  city E W | field N > 0 | field S > 0
H 3  city N | city S | field E W > 0 1
I 2  city N | city E | field S W > 0 1
J 3  city N | road E S | field ENE SSW W > 0 | field ESE SSE
K 3  city N | road S W | field E SSE WNW > 0 | field SSW WSW
L 3  city N | road E | road S | road W | field ENE WNW > 0 | field ESE SSE | field SSW WSW
M 2  city N E + | field S W > 0
N 3  city N E | field S W > 0
O 2  city N W + | road E S | field ENE SSW > 0 | field ESE SSE
P 3  city N W | road E S | field ENE SSW > 0 | field ESE SSE
Q 1  city N E W + | field S > 0
R 3  city N E W | field S > 0
S 2  city N E W + | road S | field SSE > 0 | field SSW > 0
T 1  city N E W | road S | field SSE > 0 | field SSW > 0
U 8  road N S | field NNE E SSE | field NNW SSW W
V 9  road S W | field N E SSE WNW | field SSW WSW
W 4  road E | road S | road W | field N ENE WNW | field ESE SSE | field SSW WSW
X 1  road N | road E | road S | road W | field NNE ENE | field ESE SSE | field SSW WSW | field NNW WNW
""")
